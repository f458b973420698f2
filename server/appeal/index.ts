import { appeal } from '../../contract/appeal.ts'
import { offersTree } from '../kernel/offers/domain-trees.ts'
import { appealCases, appealHome } from '../../contract/appeal/cases.ts'
import { appealDesk } from '../../contract/appeal/desk.ts'
import { appealPolicy } from '../../contract/appeal/policy.ts'
import { appealRoute, appealTemplate } from '../../contract/appeal/routes.ts'
import { appealStatistics, appealStatisticsNew } from '../../contract/appeal/statistics.ts'
import { appealLimit, appealType } from '../../contract/appeal/types.ts'
import { signedIn } from '../kernel/actor.ts'
import { fileOwner } from '../kernel/files/access.ts'
import { implement } from '../kernel/implement.ts'
import { dictionaryColumn } from '../kernel/offers/dictionary-uses.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { assistAppeal } from './assisting.ts'
import { offerCases } from './case-search.ts'
import { countCaseView, findCase, listCases, publishCase, publishText, unpublishCase } from './cases.ts'
import { archiveAppeal, backAppeal, dealAppeal, examineAppeal, ruleAppeal, transferAppeal } from './dealing.ts'
import { enterAppeal, sheetOf } from './entering.ts'
import { appealEnums } from './enums.ts'
import { exportAppeals, offerAppealExport } from './export.ts'
import { durationFigures } from './figures.ts'
import { extendAppeal } from './extending.ts'
import { joinGaps, listGaps, tieGap } from './gaps.ts'
import { keepAppealFigures } from './kept.ts'
import { findLimit, listLimits, removeLimit, saveLimit } from './limits.ts'
import { APPEAL, APPEAL_DEAL } from './locking.ts'
import { mergeAppeals } from './merging.ts'
import { pauseAppeal, resumeAppeal } from './pausing.ts'
import { offerAppealRecords } from './of-company.ts'
import { offerAppealPersonalData } from './personal.ts'
import { presentAtAppeal } from './presence.ts'
import { findAppeal, listAppeals, mayReadFiles, myAppeals } from './reading.ts'
import { joinReminding } from './reminding.ts'
import { listRoutes, removeRoute, routeOptions, saveRoute } from './routes.ts'
import { revealSender } from './reveal.ts'
import { removeAppeal, saveAppeal } from './saving.ts'
import { similarTo } from './similar.ts'
import { listTemplates, removeTemplate, saveTemplate, templateOptions } from './templates.ts'
import { traceOf } from './trace.ts'
import { evaluateAppeal, supplementAppeal, urgeAppeal, withdrawAppeal } from './sender.ts'
import {
  closedFigures,
  closedOverview,
  closedRank,
  closedTrend,
  figuresSheet,
  publicOverview,
  statesOf,
  submittedFigures,
  submittedRank,
  submittedTrend,
} from './statistics.ts'
import { offerAppealTodos } from './todos.ts'
import { listTypes, moveType, removeType, saveType, typeOptions, typesAsDomain, typeTree } from './types.ts'

export { attachAt } from './attaching.ts'
export { appealOfCall, appealReceipt, openAppealFor } from './entering.ts'
export { checkType as checkAppealType, saveAppeal } from './saving.ts'
export { typeWithin } from './queries.ts'
export { appealTypeOf } from './types.ts'

/**
 * 企业诉求: companies and persons file appeals, and offices answer them within a promised time; every answer involves two people (ADR 0300).
 */
export function joinAppeal(k: Kernel): void {
  offerAppealPersonalData(k)
  dictionaryColumn(k, 'region', '企业诉求的镇街', 'appeal.street', { marked: true })
  dictionaryColumn(k, 'appealSource', '企业诉求的来源', 'appeal.source_type', { marked: true })
  dictionaryColumn(k, 'region', '诉求承办规则的镇街', 'appeal_route.street')
  dictionaryColumn(k, 'industry', '诉求承办规则的行业', 'appeal_route.industry')
  offerAppealTodos(k)
  offerAppealExport(k)
  offerCases(k)
  offerAppealRecords(k)
  joinReminding(k)
  keepAppealFigures(k)
  joinGaps(k)
  fileOwner(k, APPEAL, (actor, id) => mayReadFiles(k, actor, Number(id), false))
  fileOwner(k, APPEAL_DEAL, (actor, id) => mayReadFiles(k, actor, Number(id), true))
  implement(k, 'appeal', appeal, {
    list: ({ actor, query }) => listAppeals(k, actor, query),
    listMy: ({ actor, query }) => myAppeals(k, actor, query),
    findById: ({ actor, query }) => findAppeal(k, signedIn(actor), query.id),
    save: ({ call, body }) => saveAppeal(k, call, body),
    remove: ({ call, body }) => removeAppeal(k, call, body),
    withdraw: ({ call, body }) => withdrawAppeal(k, call, body),
    transfer: ({ call, body }) => transferAppeal(k, call, body),
    deal: ({ call, body }) => dealAppeal(k, call, body),
    examine: ({ call, body }) => examineAppeal(k, call, body),
    back: ({ call, body }) => backAppeal(k, call, body),
    rule: ({ call, body }) => ruleAppeal(k, call, body),
    pause: ({ call, body }) => pauseAppeal(k, call, body),
    resume: ({ call, body }) => resumeAppeal(k, call, body),
    extend: ({ call, body }) => extendAppeal(k, call, body),
    assist: ({ call, body }) => assistAppeal(k, call, body),
    merge: ({ call, body }) => mergeAppeals(k, call, body),
    similar: ({ actor, query }) => similarTo(k, signedIn(actor), query),
    urge: ({ call, body }) => urgeAppeal(k, call, body),
    supplement: ({ call, body }) => supplementAppeal(k, call, body),
    archive: ({ call, body }) => archiveAppeal(k, call, body),
    evaluate: ({ call, body }) => evaluateAppeal(k, call, body),
    reveal: ({ call, body }) => revealSender(k, call, body),
    enums: () => appealEnums(k),
    export: ({ call, query }) => exportAppeals(k, call, query),
  })
  implement(k, 'appeal', appealCases, {
    list: ({ query }) => listCases(k, query),
    findById: ({ query }) => findCase(k, query.id),
    countView: ({ call, body }) => countCaseView(k, call, body.id),
    proposal: ({ actor, query }) => publishText(k, actor, query.id),
    publish: ({ call, body }) => publishCase(k, call, body),
    unpublish: ({ call, body }) => unpublishCase(k, call, body.id),
  })
  implement(k, 'appeal', appealHome, { homeMyAppeal: ({ actor, query }) => myAppeals(k, actor, query) })
  offersTree(k, 'appealType', () => typesAsDomain(k))
  implement(k, 'appeal', appealType, {
    tree: () => typeTree(k),
    list: ({ query }) => listTypes(k, query),
    saveOrUpdate: ({ call, body }) => saveType(k, call, body),
    remove: ({ call, body }) => removeType(k, call, body.id),
    move: ({ call, body }) => moveType(k, call, body),
    options: ({ query }) => typeOptions(k, query.type),
  })
  implement(k, 'appeal', appealLimit, {
    list: ({ query }) => listLimits(k, query),
    findById: ({ query }) => findLimit(k, query.id),
    saveOrUpdate: ({ call, body }) => saveLimit(k, call, body),
    remove: ({ call, body }) => removeLimit(k, call, body.id),
    statistics: ({ actor, query }) => durationFigures(k, actor, query),
  })
  implement(k, 'appeal', appealDesk, {
    enter: ({ call, body }) => enterAppeal(k, call, body),
    present: ({ actor, body }) => presentAtAppeal(k, signedIn(actor), body),
    sheet: ({ call, query }) => sheetOf(k, call, query.id),
  })
  implement(k, 'appeal', appealRoute, {
    list: ({ query }) => listRoutes(k, query),
    saveOrUpdate: ({ call, body }) => saveRoute(k, call, body),
    remove: ({ call, body }) => removeRoute(k, call, body.id),
    options: () => routeOptions(k),
  })
  implement(k, 'appeal', appealTemplate, {
    list: ({ query }) => listTemplates(k, query),
    saveOrUpdate: ({ call, body }) => saveTemplate(k, call, body),
    remove: ({ call, body }) => removeTemplate(k, call, body.id),
    options: ({ query }) => templateOptions(k, query.typeId),
  })
  implement(k, 'appeal', appealPolicy, {
    trace: ({ call, query }) => traceOf(k, call, query.id),
    gaps: ({ query }) => listGaps(k, query),
    tie: ({ call, body }) => tieGap(k, call, body),
  })
  implement(k, 'appeal', appealStatistics, {
    states: ({ actor, query }) => statesOf(k, actor, query),
    overview: ({ query }) => publicOverview(k, query),
    statistics: ({ actor, query }) => submittedFigures(k, actor, query),
    trend: ({ actor, query }) => submittedTrend(k, actor, query),
    rank: ({ actor, query }) => submittedRank(k, actor, query),
    export: ({ call, query }) => figuresSheet(k, call, query.by, '诉求统计', (actor) => submittedFigures(k, actor, query)),
  })
  implement(k, 'appeal', appealStatisticsNew, {
    overview: ({ actor, query }) => closedOverview(k, actor, query),
    statistics: ({ actor, query }) => closedFigures(k, actor, query),
    trend: ({ actor, query }) => closedTrend(k, actor, query),
    rank: ({ actor, query }) => closedRank(k, actor, query),
    export: ({ call, query }) => figuresSheet(k, call, query.by, '诉求办结统计', (actor) => closedFigures(k, actor, query)),
  })
}
