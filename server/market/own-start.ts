import type { marketKeeping } from '../../contract/market/keeping.ts'
import { marketKindKeys, marketKinds, marketStates } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { dueBefore } from './fresh.ts'
import { confirmPage } from './moves.ts'
import { staleDays } from './queries.ts'
import { seenBy } from './visible.ts'

const SHOWN = 20
const own = (k: Kernel, actor: Actor) => k.db.selectFrom('market_item as p').where('p.deleted', '=', false).where(seenBy(actor))
const isParticipant = (actor: Actor): boolean => actor.type === 'GR' || (actor.type === 'QY' && actor.companyId !== null)

/** The user's own items of all four kinds, for the start page. */
export async function listMine(k: Kernel, actor: Actor, q: Parsed<typeof marketKeeping.mine>['query']) {
  const { total, rows } = await pageOf(
    own(k, actor),
    q,
    (all) => all.orderBy('p.updated_at', 'desc').orderBy('p.id', 'desc'),
    (page) => page.select(['p.id', 'p.kind', 'p.title', 'p.state', 'p.fresh_at']),
  )
  return {
    total,
    list: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      title: row.title,
      reviewState: row.state,
      stateName: marketStates.labels[row.state as 0],
      staleDays: row.state === marketStates.code.passed ? staleDays(k, row.fresh_at) : null,
    })),
  }
}

/** Adds the to-dos of an owner: questions without answer, and items to confirm. */
export function offerOwnTodos(k: Kernel): void {
  offersTodo(k, {
    kind: 'market-answer',
    group: '供需市场',
    of: (actor) =>
      isParticipant(actor) ? { label: '供需提问待回答', mark: '待回答', action: '去回答', to: '/work/myShopWrok?show=contacts' } : null,
    async find(_, actor) {
      const rows = await k.db
        .selectFrom('market_question as t')
        .innerJoin('market_item as p', 'p.id', 't.item_id')
        .where('p.deleted', '=', false)
        .where('t.hidden', '=', false)
        .where('t.answer', 'is', null)
        .where(seenBy(actor))
        .select(['t.id', 't.question', 't.created_at', 'p.title', 'p.kind'])
        .orderBy('t.id')
        .limit(SHOWN)
        .execute()
      return {
        count: rows.length,
        first: {
          title: '供需提问待回答',
          list: rows.map((row) => ({
            id: row.id,
            title: `${row.title}：${row.question}`,
            about: null,
            deadline: null,
            since: row.created_at,
            to: `${marketKinds[row.kind].own}?show=contacts`,
          })),
        },
      }
    },
  })
  offersTodo(k, {
    kind: 'market-confirm',
    group: '供需市场',
    of: (actor) =>
      isParticipant(actor) ? { label: '供需待确认', mark: '待确认', action: '去确认', to: marketKinds[marketKindKeys[0]].own } : null,
    async find(_, actor) {
      const rows = await own(k, actor)
        .where('p.state', '=', marketStates.code.passed)
        .where('p.fresh_at', '<=', dueBefore(k))
        .select(['p.id', 'p.title', 'p.kind', 'p.origin', 'p.fresh_at'])
        .orderBy('p.fresh_at')
        .limit(SHOWN)
        .execute()
      return {
        count: rows.length,
        first: {
          title: '供需待确认',
          list: rows.map((row) => ({
            id: row.id,
            title: `${row.title} 还有效吗？`,
            about: null,
            deadline: null,
            since: row.fresh_at,
            to: confirmPage(row),
          })),
        },
      }
    },
  })
}
