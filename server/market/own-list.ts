import { marketStates } from '../../contract/market/states.ts'
import { forReviewBy } from '../kernel/own-work.ts'
import { readerOf } from '../kernel/flow.ts'
import { marketFlow } from './flow.ts'
import { sql } from 'kysely'
import type { workshopInfo } from '../../contract/market/item.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { namesFor } from './names.ts'
import { columns, itemOf, items } from './queries.ts'
import { seenBy, staleBefore } from './visible.ts'

type Asked = Parsed<typeof workshopInfo.list>['query']

/** The user's own items in any state; for staff all that their rules open. List and export use it. */
export function seenItems(
  k: Kernel,
  db: Db,
  actor: Actor,
  kind: MarketKind,
  q: Partial<Pick<Asked, 'keyword' | 'reviewState' | 'streetId' | 'stale' | 'forReview'>>,
) {
  let rows = items(db, kind).where(seenBy(actor))
  if (q.keyword)
    rows = rows.where((e) => e.or([e('p.title', 'ilike', likeText(q.keyword!)), e('p.address', 'ilike', likeText(q.keyword!))]))
  if (q.reviewState?.length)
    rows = rows.where(
      'p.state',
      'in',
      q.reviewState
        .filter((s) => /^[0-3]$/.test(s))
        .map(Number)
        .concat(-1),
    )
  if (q.streetId?.length) rows = rows.where(sql<boolean>`p.street_ids && ${[...q.streetId]}::text[]`)
  if (q.forReview === 1) rows = rows.where(forReviewBy(actor, marketFlow, 'p'))
  if (q.stale === 1) rows = rows.where('p.state', '=', marketStates.code.passed).where('p.fresh_at', '<=', staleBefore(k))
  return rows
}

export async function listOwn(k: Kernel, call: Call, kind: MarketKind, q: Asked) {
  const actor = signedIn(call.actor)
  const [{ total, rows }, names] = await Promise.all([
    pageOf(
      seenItems(k, k.db, actor, kind, q),
      q,
      { by: { updated: 'p.updated_at', area: 'p.area', price: 'p.price', views: 'p.view_num' }, tie: 'p.id', emptyLast: ['area', 'price'] },
      (page) => page.select(columns),
    ),
    namesFor(k.db, [kind]),
  ])
  const reader = await readerOf(k.db, marketFlow, actor, rows)
  return { total, list: rows.map((row) => itemOf(k, names, row, reader)) }
}
