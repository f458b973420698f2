import { sql } from 'kysely'
import { consult, managed, market, proposals } from '../../contract/policy.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { usesDictionary } from '../kernel/offers/dictionary-uses.ts'
import { guardFiles } from './attachments.ts'
import { hearChanges } from './policy-moves.ts'
import { consultStatistics, deleteConsult, exportConsults } from './consult/consult-desk.ts'
import { consultColleagues, passConsultOn } from './consult/pass-on.ts'
import { askAboutPolicy, consultList, findConsult, myConsults, replyToConsult } from './consult/consults.ts'
import { offerExports } from './manage/exports.ts'
import { addPolicySearch, globalSearch } from './search/global-search.ts'
import { keepPolicyAnswers } from './kept.ts'
import { requirePolicy } from './manage/managed-access.ts'
import { managedList, managedPolicy, policyTitles, policyVersion, policyVersions } from './manage/managed-policies.ts'
import {
  countPolicyView,
  departmentOptions,
  expressList,
  hotPolicies,
  listPolicies,
  policyEnums,
  policyFacets,
  relatedPolicies,
} from './market.ts'
import { dependentsOf } from './manage/dependents.ts'
import { policyDetail } from './detail.ts'
import { policyHistory } from './history.ts'
import { checkPolicyLinks, linkResults } from './link-check.ts'
import { movePolicy, setTop } from './manage/order.ts'
import {
  batchPolicies,
  publishPolicy,
  removePolicies,
  removePolicy,
  reviewPolicy,
  schedulePolicy,
  takeDown,
  takeUp,
  withdrawPolicy,
} from './manage/shelf-moves.ts'
import { moveOneProposal } from './proposal/index.ts'
import { saveRepeal } from './proposal/repeal.ts'
import { guardRevisionFiles } from './proposal/revision-files.ts'
import { openRevision } from './proposal/revision-read.ts'
import { saveRevision } from './proposal/revision.ts'
import { savePolicy } from './manage/save-policy.ts'
import { noteUnanswered } from './search-desk/index.ts'
import { offerConsultOrigin, offerConsultRecords } from './consult/of-company.ts'
import { offerConsultHandOver } from './consult/hand-over.ts'
import { offerPolicyRows } from './row-rules.ts'
import { joinPolicyStaff } from './manage/join-policy-staff.ts'
import { suggest } from './search/suggest.ts'
import { watchStalePolicies } from './stale.ts'
import { offerPolicyTodos } from './todos.ts'
import { offerPolicyHome } from './home/lists.ts'
import { offerPolicyPersonalData } from './personal.ts'

export { keepQuestion } from './search-desk/index.ts'
export { consultSeenBy } from './consult/consults.ts'
export { readWord } from './document/read-word.ts'
export { picturesIn } from './attachments.ts'
export { formFault } from './link-check.ts'
export { settleByEntry, useKnowledgeBook } from './search-desk/index.ts'
export { homeChanged } from './kept.ts'
export { policyById, type PolicyBrief } from './policy-reference.ts'
export { managesPolicy, policiesOf, requirePolicy } from './manage/managed-access.ts'
export { useFactReader, type Meaning } from './search/facts-in-words.ts'
export { dependsOnPolicy } from './manage/dependents.ts'
export { useCompanyTags, type CompanyTags } from './label/company-tags.ts'
export { POLICY_NEWS, type PolicyNews } from './news.ts'
export { versionRow, versionRows } from './manage/managed-queries.ts'
export { head, sectionsOf } from './comparison/compare.ts'
export { readPair, sideOf } from './comparison/review-pair.ts'
export { proposedRule } from './proposal/revision-read.ts'
export { policiesWished, policyItems, type Wishes } from './search/wish-queries.ts'
export { checkedRule, useRuleChecker, type RuleChecker } from './rule/rule-check.ts'
export { publishedRules, rulesMark, ruleStamps, type RuleRow } from './rule/in-force-queries.ts'
export { ruleOf, type RuleFacts } from './rule/rule.ts'
export { saidRule } from './rule/said-rule.ts'
export { ruleOrigins, type RuleOrigin } from './rule/rule-origin.ts'
export { addHomeParts } from './home/view.ts'
export { writeSearch } from './search/search-upkeep.ts'
export { departmentNames, savePolicyRow } from './manage/policy-columns.ts'

export function joinPolicy(k: Kernel): void {
  offerPolicyPersonalData(k)
  usesDictionary(k, {
    title: '政策的适用地区',
    columns: ['policy.area_code'],
    types: ['region'],
    // A policy keeps the code without trailing zeros (contract/place.ts).
    values: () => sql`select d.value from policy p join dict_value d on d.dict_type = 'region'
      and p.area_code = regexp_replace(d.value, '^([0-9]{2})0000$|^([0-9]{4})00$', '\\1\\2') where not p.deleted`,
  })
  addPolicySearch(k)
  hearChanges(k)
  guardFiles(k)
  guardRevisionFiles(k)
  offerExports(k)
  offerPolicyTodos(k)
  watchStalePolicies(k)
  offerPolicyRows(k)
  offerConsultHandOver(k)
  offerConsultRecords(k)
  offerConsultOrigin(k)
  offerPolicyHome(k)
  joinPolicyStaff(k)
  implement(k, 'policy', market, {
    list: async ({ query, call }) => {
      const found = await listPolicies(k, query)
      await noteUnanswered(k, call, query)
      return found
    },
    facets: ({ query }) => policyFacets(k, query),
    departments: () => departmentOptions(k),
    detail: ({ query }) => policyDetail(k, query),
    related: ({ query }) => relatedPolicies(k, query),
    express: ({ query }) => expressList(k, query),
    hot: ({ query }) => hotPolicies(k, query),
    view: ({ body, call }) => countPolicyView(k, call, body),
    enums: () => policyEnums(),
    suggest: ({ query }) => suggest(k, query.q),
    search: async ({ query, call }) => {
      const found = await globalSearch(k, query)
      if (found.total === 0 && !query.type) await noteUnanswered(k, call, { q: query.keyword, page: query.page })
      return found
    },
  })
  keepPolicyAnswers(k)
  implement(k, 'policy', consult, {
    ask: ({ body, call }) => askAboutPolicy(k, call, body),
    list: ({ query, actor }) => consultList(k, actor, query),
    colleagues: ({ query, actor }) => consultColleagues(k, actor, query.id),
    passOn: ({ body, call }) => passConsultOn(k, call, body),
    listMy: ({ query, actor }) => myConsults(k, actor, query),
    findById: ({ query, actor }) => findConsult(k, actor, query.id),
    reply: ({ body, call }) => replyToConsult(k, call, body),
    remove: ({ body, call }) => deleteConsult(k, call, body.id),
    export: ({ query, call }) => exportConsults(k, call, query),
    statistics: ({ query, actor }) => consultStatistics(k, actor, query),
  })
  implement(k, 'policy', managed, {
    list: ({ query, actor }) => managedList(k, actor, query),
    findById: ({ query, actor }) => managedPolicy(k, actor, query.id),
    save: ({ body, call }) => savePolicy(k, call, body),
    publish: ({ body, call }) => publishPolicy(k, call, body),
    withdraw: ({ body, call }) => withdrawPolicy(k, call, body),
    review: ({ body, call }) => reviewPolicy(k, call, body),
    takeUp: ({ body, call }) => takeUp(k, call, body),
    takeDown: ({ body, call }) => takeDown(k, call, body),
    remove: ({ body, call }) => removePolicy(k, call, body),
    removeSeveral: ({ body, call }) => removePolicies(k, call, body.ids),
    batchDelete: ({ body, call }) => removePolicies(k, call, body.ids),
    setTop: ({ body, call }) => setTop(k, call, body),
    move: ({ body, call }) => movePolicy(k, call, body),
    schedule: ({ body, call }) => schedulePolicy(k, call, body),
    batch: ({ body, call }) => batchPolicies(k, call, body),
    dependents: async ({ query, actor }) => {
      await requirePolicy(k.db, actor, query.id)
      return dependentsOf(k, query.id, query.action)
    },
    history: async ({ query, actor }) => {
      await requirePolicy(k.db, actor, query.id)
      return policyHistory(k, query.id)
    },
    links: async ({ query, actor }) => {
      await requirePolicy(k.db, actor, query.id)
      return linkResults(k, query.id)
    },
    checkLinks: async ({ body, actor }) => {
      await requirePolicy(k.db, actor, body.id)
      return checkPolicyLinks(k, body.id)
    },
    titles: ({ query, actor }) => policyTitles(k, actor, query),
    versions: ({ query, actor }) => policyVersions(k, actor, query.id),
    version: ({ query, actor }) => policyVersion(k, actor, query.id, query.number),
  })
  implement(k, 'policy', proposals, {
    repeal: ({ body, call }) => saveRepeal(k, call, body),
    revise: ({ body, call }) => saveRevision(k, call, body),
    revision: ({ query, actor }) => openRevision(k, actor, query.id),
    move: ({ body, call }) => moveOneProposal(k, call, body),
  })
}
