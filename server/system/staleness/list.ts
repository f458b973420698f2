import type { Data, Parsed } from '../../../contract/endpoint.ts'
import type { PermissionCode } from '../../../contract/permissions.ts'
import type { staleness } from '../../../contract/staleness.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { staleWatches } from '../../kernel/offers/staleness.ts'
import { staleItem, staleNow, type Stale } from './found.ts'

/** Users with one of these permissions see the overdue items of all keepers. */
const SEE_ALL: readonly PermissionCode[] = ['insight:read', 'site:manage', 'operation:manage']

/** Whether the actor is a keeper of the item. */
export const isKeptBy =
  (actor: Actor) =>
  ({ watch, row }: Stale): boolean =>
    actor.permissions.has(watch.keeper) && (row.officeId === null || row.officeId === actor.officeId)

/** The items that the actor sees. */
async function staleFor(k: Kernel, actor: Actor): Promise<Stale[]> {
  const all = await staleNow(k)
  return SEE_ALL.some((code) => actor.permissions.has(code)) ? all : all.filter(isKeptBy(actor))
}

/** GET /sys/staleness/list */
export async function listStale(k: Kernel, actor: Actor, q: Parsed<typeof staleness.list>['query']): Promise<Data<typeof staleness.list>> {
  const mine = await staleFor(k, actor)
  const found = mine.filter((one) => (!q.kind || one.watch.kind === q.kind) && (!q.state || one.state === q.state))
  const shown = found.slice((q.page - 1) * q.pageSize, q.page * q.pageSize)
  const offices = new Map((await k.db.selectFrom('office').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]))
  const count = (kind: string, state: Stale['state']) => mine.filter((one) => one.watch.kind === kind && one.state === state).length
  return {
    total: found.length,
    list: shown.map((one) => staleItem(k, offices, one)),
    kinds: staleWatches(k)
      .map(({ kind, name, limit }) => ({ kind, name, limit, due: count(kind, 'due'), soon: count(kind, 'soon') }))
      .filter(({ due, soon }) => due + soon > 0),
  }
}
