import type { Favourite, marketKeeping } from '../../../contract/market/keeping.ts'
import { marketKindKeys, type MarketKind } from '../../../contract/market/states.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { notify, type NewNotice } from '../../system/index.ts'
import { approvedTitle, titleFor } from '../approved.ts'
import { areaText, namesFor, priceText, streetsText } from '../names.ts'
import { itemGone, items } from '../queries.ts'
import { isListed } from '../visible.ts'

/** Adds or removes a favourite. Only listed items can be added; removing works for all. Repetition has no effect. */
export async function favour(k: Kernel, call: Call, { kind, id, on }: Parsed<typeof marketKeeping.favour>['body']): Promise<true> {
  const { userId } = signedIn(call.actor)
  if (!on) {
    await k.db.deleteFrom('market_favourite').where('user_id', '=', userId).where('item_id', '=', id).execute()
    return true
  }
  if (!(await items(k.db, kind).select('p.id').where('p.id', '=', id).where(isListed(k)).executeTakeFirst())) throw itemGone(kind)
  await k.db
    .insertInto('market_favourite')
    .values({ user_id: userId, item_id: id, created_at: k.clock.now() })
    .onConflict((c) => c.doNothing())
    .execute()
  return true
}

/** The user's favourites, newest first. An item that is no longer public shows only its title. */
export async function listFavourites(k: Kernel, actor: Actor, q: Parsed<typeof marketKeeping.favourites>['query']) {
  const { total, rows } = await pageOf(
    k.db
      .selectFrom('market_favourite as f')
      .innerJoin('market_item as p', 'p.id', 'f.item_id')
      .where('f.user_id', '=', actor.userId)
      .$if(q.itemId !== undefined, (all) => all.where('f.item_id', '=', q.itemId!)),
    q,
    (all) => all.orderBy('f.created_at', 'desc').orderBy('f.item_id', 'desc'),
    (page) => page.select(['p.id', 'p.kind', 'p.facts', 'p.street_ids', 'f.created_at']).select([isListed(k).as('listed'), approvedTitle]),
  )
  const names = await namesFor(k.db, marketKindKeys)
  return {
    total,
    list: rows.map((row): Favourite => ({
      id: row.id,
      kind: row.kind,
      title: titleFor(row),
      areaText: row.listed ? areaText(row.kind, row.facts) : '',
      priceText: row.listed ? priceText(row.kind, row.facts) : '',
      streetName: row.listed ? streetsText(names, row.street_ids) : '',
      listed: row.listed,
      createTime: row.created_at,
    })),
  }
}

/** Notifies users who have the item among their favourites. */
export async function tellKeepers(
  db: Db,
  k: Kernel,
  item: { id: number; title: string },
  told: Pick<NewNotice, 'title' | 'body' | 'link' | 'key' | 'except'>,
): Promise<void> {
  const keepers = await db.selectFrom('market_favourite').select('user_id').where('item_id', '=', item.id).execute()
  if (keepers.length > 0) await notify(db, k, { to: { userIds: keepers.map(({ user_id }) => user_id) }, kind: 'market', ...told })
}
export const marketListPath = (kind: MarketKind): string => `/page/sdmarket?kind=${kind}`
