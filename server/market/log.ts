import type { landLog, ReviewStep } from '../../contract/market/item.ts'
import { marketKinds, marketKindKeys, moveNames, type MarketKind } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import { notFound, refused } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { marketFlow, type Change } from './flow.ts'
import { readsAll, seenBy } from './visible.ts'

type Of = 'land' | 'workshop'
const kindsOf = (of: Of): MarketKind[] => marketKindKeys.filter((kind) => marketKinds[kind].of === of)
/** Steps of the items that the caller may see in full. The log belongs to the flow; only moves write it. */
const steps = (k: Kernel, actor: Actor, of: Of) =>
  k.db
    .selectFrom('flow_log as l')
    .innerJoin('market_item as p', 'p.id', 'l.row_id')
    .leftJoin('sys_user as u', 'u.id', 'l.actor_id')
    .where('l.flow', '=', marketFlow.name)
    .where('p.kind', 'in', kindsOf(of))
    .where(seenBy(actor))
const columns = [
  'u.type as by_type',
  'l.id',
  'l.row_id',
  'l.move',
  'l.actor_name',
  'l.reason',
  'l.payload',
  'l.at',
  'p.kind',
  'p.title',
] as const
const rowsOf = (k: Kernel, actor: Actor) => steps(k, actor, 'land').select(columns).execute()
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** The owner sees the office as one party; only staff see which of them decided, took down or deleted. */
const stepOf = (actor: Actor, row: Row): ReviewStep => ({
  id: row.id,
  itemId: row.row_id,
  kind: row.kind,
  title: row.title,
  move: row.move,
  name: moveNames[row.move] ?? row.move,
  by: readsAll(actor) || row.by_type !== 'YYF' ? row.actor_name : '审核人员',
  opinion: row.reason,
  changes: (row.payload as { changes?: Change[] } | null)?.changes ?? [],
  time: row.at,
})

export async function listLog(k: Kernel, actor: Actor, of: Of, q: Parsed<typeof landLog.list>['query']) {
  const { total, rows } = await pageOf(
    steps(k, actor, of)
      .$if(q.itemId !== undefined, (all) => all.where('l.row_id', '=', q.itemId!))
      .$if(q.kind !== undefined, (all) => all.where('p.kind', '=', q.kind!)),
    q,
    (all) => all.orderBy('l.id', 'desc'),
    (page) => page.select(columns),
  )
  return { total, list: rows.map((row) => stepOf(actor, row)) }
}
export async function findStep(k: Kernel, actor: Actor, of: Of, id: number): Promise<ReviewStep> {
  const row = await steps(k, actor, of).select(columns).where('l.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('没有这条审核记录')
  return stepOf(actor, row)
}
export const logEnums = (of: Of) => ({
  kind: kindsOf(of).map((kind) => ({ value: kind, label: marketKinds[kind].name })),
  move: Object.entries(moveNames).map(([value, label]) => ({ value, label })),
})
/** Throws: a log is written only by a move (ambiguities A71). */
export function unsupported(): never {
  throw refused('不支持的操作', 'UNSUPPORTED')
}
