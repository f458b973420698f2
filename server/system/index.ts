import { workCalendar } from '../../contract/calendar.ts'
import { dictTypes, dictValues } from '../../contract/dictionary.ts'
import { drafts } from '../../contract/draft.ts'
import { domainTree } from '../../contract/domain-tree.ts'
import { feedbackDesk } from '../../contract/feedback.ts'
import { notice } from '../../contract/notice.ts'
import { publicCalls } from '../../contract/public-calls.ts'
import { sharedViews } from '../../contract/shared-view.ts'
import { sms } from '../../contract/sms.ts'
import { system } from '../../contract/system.ts'
import { tableSettings } from '../../contract/table-setting.ts'
import { work } from '../../contract/work.ts'
import { implement } from '../kernel/implement.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasSealedColumns } from '../kernel/access/pii-rotation.ts'
import { monthlyOf } from '../kernel/offers/monthly.ts'
import { figuresOf, todosOf } from '../kernel/offers/todos.ts'
import { typeHistory, undoType, undoValue, valueHistory } from './dictionaries/back.ts'
import { keepDictionaries } from './dictionaries/changed.ts'
import { exportValues } from './dictionaries/export-values.ts'
import { importValues, offerDictImport } from './dictionaries/sheet.ts'
import { offerScheduledDictionaries } from './dictionaries/scheduled.ts'
import { removeValues } from './dictionaries/remove-values.ts'
import { listTypes, removeType, saveType, typeById, typeOptions } from './dictionaries/types.ts'
import { listValues, moveValue, parentsOf, saveValue, valueById } from './dictionaries/values.ts'
import { namesInEntry } from './detail-names.ts'
import { dictionaries, dictOptions } from './dictionary.ts'
import { domainChildrenOf, domainTreeOf } from './domain-tree.ts'
import { findDraft, forgetOldDrafts, removeDraft, saveDraft } from './drafts.ts'
import { offerLogExports } from './exports.ts'
import { joinFiles } from './files.ts'
import { listFeedback, replyFeedback, revealFeedback } from './feedback-desk.ts'
import { addBusinessEvent, saveFeedback } from './feedback.ts'
import { forgetOldNotices, listNotices, markAllRead, markRead, noticeSetting, saveNoticeSetting, unreadNotices } from './inbox.ts'
import { tellAnchor, tellFaults } from './audit-anchor.ts'
import { tellImports } from './import-notice.ts'
import { checkSince, runsAuditChecks, startWholeCheck, wholeCheck } from './audit-check.ts'
import { auditFacets } from './audit-rows.ts'
import { listLogs } from './logs.ts'
import { tellPublicCalls } from './public-calls.ts'
import { officeOptions } from './office-options.ts'
import { deliverSms } from './sms.ts'
import { forgetCodes, sendVerificationCode } from './sms-code.ts'
import { joinPlatformOperations } from './operations/index.ts'
import { listSharedViews, shareView, sharedViewsOfRole, withdrawView } from './shared-views.ts'
import { listTableSettings, saveTableSetting } from './table-settings.ts'
import { joinStaleness } from './staleness/index.ts'
import { joinTold } from './told/index.ts'
import { offerFeedbackTodos } from './todos.ts'
import { offerOwnTexts } from './own-texts.ts'
import { offerSystemPersonalData } from './personal.ts'
import { calendarOf, decideDay, undecideDay } from './work-calendar.ts'

export { areaName, streetsOf } from './area-name.ts'
export { companiesWithout, toldBefore } from './notice-queries.ts'
export { afterQuietHours, handled, notify, notifyMany, type NewNotice, type NoticeTo } from './notify.ts'
export { chooseNoTexts } from './inbox.ts'
export { sendText } from './send-text.ts'
export { tellsCompanies } from './told/index.ts'
export { optOut, smsAvailable } from './sms.ts'
export { forgetSmsLimits, storedLimits, takeOne, usedBudgets } from './sms-limits.ts'
export { handOver, smsProviders, type SmsOut, type SmsOutcome, type SmsProvider } from './sms-providers/index.ts'
export { proveNumber } from './prove-number.ts'
export { checkCode, issueCode, sendVerificationCode } from './sms-code.ts'

export function joinSystem(k: Kernel): void {
  offerSystemPersonalData(k)
  offerOwnTexts(k)
  hasSealedColumns(k, { table: 'feedback', id: 'id', columns: { phone_sealed: 'phone_index', name_sealed: null, other_sealed: null } })
  hasSealedColumns(k, { table: 'form_draft', id: 'id', columns: { content_sealed: null } })
  joinFiles(k)
  offerLogExports(k)
  deliverSms(k)
  tellImports(k)
  offerFeedbackTodos(k)
  joinPlatformOperations(k)
  joinStaleness(k)
  joinTold(k)
  recurring(k, { name: 'audit.anchor', title: '审计日志的每日锚', cron: '5 0 * * *' }, () => tellAnchor(k))
  recurring(k, { name: 'audit.check', title: '审计日志的每小时校验', cron: '35 * * * *' }, () => tellFaults(k))
  recurring(k, { name: 'notice.forget', title: '清理过期的消息', cron: '23 3 * * *' }, () => forgetOldNotices(k))
  recurring(k, { name: 'sms.forget', title: '清理过期的验证码', cron: '29 * * * *' }, () => forgetCodes(k))
  recurring(k, { name: 'draft.forget', title: '清理过期的草稿', cron: '41 3 * * *' }, () => forgetOldDrafts(k))
  implement(k, 'system', drafts, {
    find: ({ query, actor }) => findDraft(k, actor, query.form),
    save: ({ body, actor }) => saveDraft(k, actor, body),
    remove: ({ body, actor }) => removeDraft(k, actor, body.form),
  })
  runsAuditChecks(k)
  implement(k, 'system', system, {
    getDict: ({ query }) => dictionaries(k, query.types),
    queryDictOptionByOptionIds: ({ body }) => dictOptions(k, body.dictTypeCode, body.optionIds),
    addBusinessLog: ({ body, call }) => addBusinessEvent(k, call, body),
    saveFeedback: ({ body, call }) => saveFeedback(k, call, body),
    auditNames: ({ query }) => namesInEntry(k, query.id),
    listLogs: ({ query, actor, call }) => listLogs(k, actor, call, query),
    logFacets: () => auditFacets(k.db),
    officeOptions: () => officeOptions(k),
    checkAudit: () => checkSince(k),
    startWholeCheck: ({ actor }) => startWholeCheck(k, actor),
    wholeCheck: ({ query, actor }) => wholeCheck(k, actor, query.taskId),
  })
  implement(k, 'system', dictTypes, {
    list: ({ query }) => listTypes(k, query),
    findById: ({ query }) => typeById(k, query.id),
    save: ({ body, call }) => saveType(k, call, body),
    remove: ({ body, call }) => removeType(k, call, body.id),
    options: () => typeOptions(k),
    history: ({ query }) => typeHistory(k, query),
    undo: ({ body, call }) => undoType(k, call, body.id),
  })
  implement(k, 'system', dictValues, {
    list: ({ query }) => listValues(k, query),
    parents: ({ query }) => parentsOf(k, query.dictTypeCode),
    findById: ({ query }) => valueById(k, query.id),
    save: ({ body, call }) => saveValue(k, call, body),
    remove: ({ body, call }) => removeValues(k, call, [body.id]),
    removeBatch: ({ body, call }) => removeValues(k, call, body.ids),
    move: ({ body, call }) => moveValue(k, call, body),
    export: ({ query, call }) => exportValues(k, call, query),
    import: ({ call, actor }) => importValues(k, call, actor),
    history: ({ query }) => valueHistory(k, query),
    undo: ({ body, call }) => undoValue(k, call, body),
  })
  offerDictImport(k)
  offerScheduledDictionaries(k)
  keepDictionaries(k)
  implement(k, 'system', workCalendar, {
    list: ({ query }) => calendarOf(k, query.year),
    save: ({ body, call }) => decideDay(k, call, body),
    remove: ({ body, call }) => undecideDay(k, call, body.day),
  })
  implement(k, 'system', publicCalls, { list: () => tellPublicCalls() })
  implement(k, 'system', domainTree, {
    tree: ({ query }) => domainTreeOf(k, query.type, query.id),
    children: ({ query }) => domainChildrenOf(k, query.type, query.id),
  })
  implement(k, 'system', feedbackDesk, {
    list: ({ call, query }) => listFeedback(k, call, query),
    reply: ({ body, call, actor }) => replyFeedback(k, call, actor, body),
    reveal: ({ body, call }) => revealFeedback(k, call, body),
  })
  implement(k, 'system', work, {
    list: ({ actor, query }) => todosOf(k, actor, query.scope),
    overview: ({ actor }) => figuresOf(k, actor),
    statistics: ({ actor, query }) => monthlyOf(k, actor, query),
  })
  implement(k, 'system', sms, { sendVerificationCode: ({ body, call }) => sendVerificationCode(k, call, body) })
  implement(k, 'system', tableSettings, {
    list: ({ actor }) => listTableSettings(k, actor),
    save: ({ body, actor }) => saveTableSetting(k, actor, body),
  })
  implement(k, 'system', sharedViews, {
    list: ({ actor, query }) => listSharedViews(k, actor, query),
    ofRole: ({ actor, query }) => sharedViewsOfRole(k, actor, query.roleId),
    save: ({ body, call }) => shareView(k, call, body),
    withdraw: ({ body, call }) => withdrawView(k, call, body),
  })
  implement(k, 'system', notice, {
    list: ({ query, actor }) => listNotices(k, actor, query),
    unreadCount: ({ actor }) => unreadNotices(k, actor),
    read: ({ body, actor }) => markRead(k, actor, body.ids),
    readAll: ({ body, actor }) => markAllRead(k, actor, body),
    setting: ({ actor }) => noticeSetting(k, actor),
    saveSetting: ({ body, actor }) => saveNoticeSetting(k, actor, body),
  })
}
