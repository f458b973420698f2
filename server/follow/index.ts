import { compare } from '../../contract/policy/compare.ts'
import { calendar, follow } from '../../contract/policy/follow.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { calendarFeed, calendarState, offerDeadlines, policyCalendar, renewCalendar, revokeCalendar } from './calendar.ts'
import { policyChain } from './chain-queries.ts'
import { readPair } from '../policy/index.ts'
import { compareVersions, versionEffect } from './compare.ts'
import { sendDigests } from './digest.ts'
import { evaluate, evaluationList, myEvaluation, offerEvaluationExport } from './evaluations.ts'
import { collect, collected, collectMarks } from './favourites.ts'
import { nameDependents } from './dependents.ts'
import { offerPolicyPages } from './public-pages.ts'
import { deliverNews } from './news.ts'
import { sendReminders } from './reminders.ts'
import {
  mySubscription,
  removeSearch,
  saveSearch,
  saveSetting,
  subscribedLabels,
  subscribedPolicies,
  subscribeLabels,
} from './subscriptions.ts'
import { offerReaderPersonalData } from './personal.ts'

/**
 * Joins favourites, subscriptions, digests, reminders, evaluations and comparisons of policies. It is separate from the policy domain
 * because it uses matching, which depends on policy.
 */
export function joinFollow(k: Kernel): void {
  offerReaderPersonalData(k)
  offerDeadlines(k)
  offerPolicyPages(k)
  deliverNews(k)
  sendDigests(k)
  sendReminders(k)
  offerEvaluationExport(k)
  nameDependents(k)
  implement(k, 'policy', follow, {
    collect: ({ body, call }) => collect(k, call, body),
    collectList: ({ query, actor }) => collected(k, actor, query),
    marks: ({ query, actor }) => collectMarks(k, actor, query.polInfoIds),
    evaluate: ({ body, call }) => evaluate(k, call, body),
    myEvaluation: ({ query, actor }) => myEvaluation(k, actor, query.polInfoId),
    evaluateList: ({ query, actor }) => evaluationList(k, actor, query),
    subscribe: ({ body, actor }) => subscribeLabels(k, actor, body.labelIds),
    labelIds: ({ actor }) => subscribedLabels(k.db, actor.userId),
    subscription: ({ actor }) => mySubscription(k, actor),
    saveSearch: ({ body, actor }) => saveSearch(k, actor, body),
    removeSearch: ({ body, actor }) => removeSearch(k, actor, body.id),
    saveSetting: ({ body, actor }) => saveSetting(k, actor, body),
    subscribed: ({ query, actor }) => subscribedPolicies(k, actor, query),
  })
  implement(k, 'policy', compare, {
    versions: ({ query, call }) => compareVersions(k, call, query),
    revision: ({ query, actor }) => readPair(k, actor, query.id),
    review: ({ query, actor }) => readPair(k, actor, query.id),
    effect: ({ query, call, actor }) => versionEffect(k, call, actor, query),
    chain: ({ query }) => policyChain(k, query.id),
  })
  implement(k, 'policy', calendar, {
    state: ({ actor }) => calendarState(k, actor),
    renew: ({ actor }) => renewCalendar(k, actor),
    revoke: ({ actor }) => revokeCalendar(k, actor),
    feed: ({ query }) => calendarFeed(k, query.key),
    ofPolicy: ({ query }) => policyCalendar(k, query.id),
  })
}
