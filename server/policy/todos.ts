import { CONSULT_WAITING, POLICY_STATE } from '../../contract/policy/codes.ts'
import { ManagedExport } from '../../contract/policy/managed-policies.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersMonthly } from '../kernel/offers/monthly.ts'
import { offersOpenMatters } from '../kernel/offers/open-matters.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { askedByMonth, consultPage, type ConsultQuery } from './consult/consult-queries.ts'
import { managedWaiting } from './manage/managed-queries.ts'

const SHOWN = 5

/** To-dos: questions that wait for an answer, and policies that wait for review. */
export function offerPolicyTodos(k: Kernel): void {
  offersTodo(k, {
    kind: 'consult',
    group: '政策咨询',
    of: ({ permissions }) =>
      permissions.has('consult:answer')
        ? { label: '待回复的政策咨询', to: `/work/policyconsult?replyState=${CONSULT_WAITING}&forMe=1` }
        : null,
    find: (_, actor) => waitingConsults(k, actor, { waitsFor: actor.userId }, '&forMe=1'),
    findMine: (_, actor) => waitingConsults(k, actor, { passedTo: actor.userId }, '&forMe=1'),
    findOffice: (_, actor) => waitingConsults(k, actor, {}, ''),
  })
  offersOpenMatters(k, async (actor) => {
    if (actor.type === 'YYF') return []
    const { total } = await consultPage(k.db, { author: actor, replyState: CONSULT_WAITING, page: 1, pageSize: 1, sort: 'consultTime' })
    return [{ title: '还没有答复的咨询', count: total, deadline: null, to: '/work/myconsult' }]
  })
  offersTodo(k, {
    kind: 'policy',
    group: '政策',
    of({ permissions }) {
      if (permissions.has('policy:review')) return { label: '待审核的政策', to: '/work/policycheckmanage' }
      // Also without reviews (POLICY_REVIEW) there may be policies that were submitted earlier.
      return permissions.has('policy:publish')
        ? { label: '待审核的政策', to: `/work/policyserveradmin?state=${POLICY_STATE.pending}` }
        : null
    },
    async find(_, actor) {
      const filter = actor.permissions.has('policy:review') ? { forReview: 1 } : { state: POLICY_STATE.pending }
      return managedWaiting(k.db, ManagedExport.parse(filter), actor)
    },
  })
  offersMonthly(k, {
    name: '政策咨询',
    unit: '件',
    of: ({ permissions }) => permissions.has('consult:read'),
    find: (_, actor, { from, to }) => askedByMonth(k.db, actor, from, to),
  })
}

async function waitingConsults(k: Kernel, actor: Actor, whose: Pick<ConsultQuery, 'waitsFor' | 'passedTo'>, forMe: '' | '&forMe=1') {
  const to = `/work/policyconsult?replyState=${CONSULT_WAITING}${forMe}`
  const one = { seenBy: actor, replyState: CONSULT_WAITING, page: 1, pageSize: SHOWN, sort: 'consultTime' } as const
  const { total, rows } = await consultPage(k.db, { ...one, ...whose })
  const list = rows.map((q) => ({
    id: q.id,
    title: q.content,
    about: q.title,
    deadline: null,
    since: q.created_at,
    to: `${to}&id=${q.id}`,
  }))
  return { count: total, oldest: rows[0]?.created_at ?? null, to, first: { title: '等待最久的咨询', list } }
}
