import { smsLimit } from '../../contract/sms/limits.ts'
import { smsPersons } from '../../contract/sms/persons.ts'
import { sql } from 'kysely'
import { smsOptOut, smsSend } from '../../contract/sms/sends.ts'
import { smsTemp } from '../../contract/sms/temps.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { usesDictionary } from '../kernel/offers/dictionary-uses.ts'
import { optOut } from '../system/index.ts'
import { listChoices, ownChoice, saveChoice, saveOwnChoice } from './choices.ts'
import { dryRun } from './dry-run.ts'
import { exportSends, sendFigures } from './export.ts'
import { findLimits, saveLimits } from './limits.ts'
import { offerOwnMessages } from './own-messages.ts'
import { offerSmsPersonalData } from './personal.ts'
import { clearPersons, importPersons, offerPersonImport } from './persons.ts'
import { takeReplies } from './replies.ts'
import { findSend, listMessages, listSends, revealNumber } from './reading.ts'
import { joinSending } from './sending.ts'
import { takeReceipts } from './receipts.ts'
import { abortSend, removeSend, retryFailed, reviewSend, saveSend, submitSend } from './sends.ts'
import { enableTemplate, findTemplate, listTemplates, removeTemplate, reviewTemplate, saveTemplate, templateOptions } from './templates.ts'
import { testSend, testTemplate } from './test-message.ts'
import { offerSmsTodos } from './todos.ts'
import { offerToldMessages } from './told.ts'
import { hasOptedOut } from './wishes.ts'

/**
 * Joins text messages to many recipients (ADR 0460): one person writes a send, another approves it, and exactly the text of the dry run is
 * sent, once per number.
 */
export function joinSms(k: Kernel): void {
  offerSmsPersonalData(k)
  usesDictionary(k, {
    title: '短信发送的企业条件',
    columns: ['sms_send.audience'],
    types: ['region', 'industry'],
    values: (type) =>
      sql`select audience -> 'filter' ->> ${type === 'region' ? 'streetId' : 'industry'}::text as value from sms_send where not deleted`,
  })
  optOut.give(k, (phone) => hasOptedOut(k, phone))
  offerOwnMessages(k)
  offerSmsTodos(k)
  offerToldMessages(k)
  joinSending(k)
  takeReceipts(k)
  takeReplies(k)
  implement(k, 'sms', smsTemp, {
    list: ({ actor, query }) => listTemplates(k, actor, query),
    findById: ({ actor, query }) => findTemplate(k, actor, query.id),
    save: ({ call, body }) => saveTemplate(k, call, body),
    remove: ({ call, body }) => removeTemplate(k, call, body),
    options: () => templateOptions(k),
    review: ({ call, body }) => reviewTemplate(k, call, body),
    enable: ({ call, body }) => enableTemplate(k, call, body),
    test: ({ call, body }) => testTemplate(k, call, body),
  })
  implement(k, 'sms', smsSend, {
    list: ({ actor, query }) => listSends(k, actor, query),
    findById: ({ actor, query }) => findSend(k, actor, query.id),
    save: ({ call, body }) => saveSend(k, call, body),
    remove: ({ call, body }) => removeSend(k, call, body),
    export: ({ call, query }) => exportSends(k, call, query),
    statistics: ({ query }) => sendFigures(k, query),
    dryRun: ({ call, body }) => dryRun(k, call, body),
    submit: ({ call, body }) => submitSend(k, call, body),
    review: ({ call, body }) => reviewSend(k, call, body),
    abort: ({ call, body }) => abortSend(k, call, body),
    retryFailed: ({ call, body }) => retryFailed(k, call, body),
    messages: ({ actor, query }) => listMessages(k, actor, query),
    test: ({ call, body }) => testSend(k, call, body.id),
    reveal: ({ call, body }) => revealNumber(k, call, body),
  })
  implement(k, 'sms', smsPersons, {
    importRows: ({ call }) => importPersons(k, call),
    clear: ({ call, body }) => clearPersons(k, call, body),
  })
  offerPersonImport(k)
  implement(k, 'sms', smsLimit, {
    find: () => findLimits(k),
    save: ({ call, body }) => saveLimits(k, call, body),
  })
  implement(k, 'sms', smsOptOut, {
    list: ({ call, query }) => listChoices(k, call, query),
    save: ({ call, body }) => saveChoice(k, call, body),
    mine: ({ actor }) => ownChoice(k, actor),
    saveMine: ({ call, body }) => saveOwnChoice(k, call, body),
  })
}
