import { CONSULT_WAITING, POLICY_STATE } from '../../contract/policy/codes.ts'
import { ManagedExport } from '../../contract/policy/managed-policies.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersMonthly } from '../kernel/offers/monthly.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { askedByMonth, consultPage } from './consult/consult-queries.ts'
import { managedCount } from './manage/managed-queries.ts'

const SHOWN = 5

/** Questions that wait for an answer, and policies that wait for a review. */
export function offerPolicyTodos(k: Kernel): void {
  offersTodo(k, {
    kind: 'consult',
    of: ({ permissions }) =>
      permissions.has('consult:answer')
        ? { label: '待回复的政策咨询', to: `/work/policyconsult?replyState=${CONSULT_WAITING}&forMe=1` }
        : null,
    async find(_, actor) {
      const { total, rows } = await consultPage(k.db, {
        seenBy: actor,
        replyState: CONSULT_WAITING,
        waitsFor: actor.userId,
        page: 1,
        pageSize: SHOWN,
        sort: 'consultTime',
      })
      const list = rows.map((q) => ({
        id: q.id,
        title: q.content,
        about: q.title,
        deadline: null,
        since: q.created_at,
        to: `/work/policyconsult?replyState=${CONSULT_WAITING}&forMe=1&id=${q.id}`,
      }))
      return { count: total, first: { title: '等待最久的咨询', list } }
    },
  })
  offersTodo(k, {
    kind: 'policy',
    of({ permissions }) {
      if (permissions.has('policy:review')) return { label: '待审核的政策', to: '/work/policycheckmanage' }
      // Without reviews (POLICY_REVIEW) who publishes may still find some that were submitted before.
      return permissions.has('policy:publish')
        ? { label: '待审核的政策', to: `/work/policyserveradmin?state=${POLICY_STATE.pending}` }
        : null
    },
    async find(_, actor) {
      const filter = actor.permissions.has('policy:review') ? { forReview: 1 } : { state: POLICY_STATE.pending }
      return { count: await managedCount(k.db, ManagedExport.parse(filter), actor) }
    },
  })
  offersMonthly(k, {
    name: '政策咨询',
    unit: '件',
    of: ({ permissions }) => permissions.has('consult:read'),
    find: (_, actor, { from, to }) => askedByMonth(k.db, actor, from, to),
  })
}
