import { sql } from 'kysely'
import type { CallFilters } from '../../contract/callcentre/calls.ts'
import { blindIndexes } from '../kernel/access/pii.ts'
import { oneOf, ruled } from '../kernel/access/row-rules.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { typeWithin } from '../appeal/index.ts'
import { tellingWords } from '../search/index.ts'
import { allOf, bearsText } from './call-words.ts'

const plain = (db: Db) => db.selectFrom('call_record as r').where('r.deleted', '=', false)
const joined = (db: Db) =>
  plain(db)
    .leftJoin('appeal_type as t', 't.id', 'r.type_id')
    .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
    .leftJoin('company as c', 'c.id', 'r.company_id')
    .leftJoin('sys_user as u', 'u.id', 'r.agent_id')
    .leftJoin('office as o', 'o.id', 'r.office_id')
type Rows = ReturnType<typeof joined>

export const rowColumns = [
  'r.id',
  'r.version',
  'r.state',
  'r.call_key',
  'r.direction',
  'r.phone_sealed',
  'r.contact_sealed',
  'r.company_id',
  'c.name as company_name',
  'r.agent_id',
  'u.name as agent_name',
  'r.start_time',
  'r.answer_time',
  'r.end_time',
  'r.content',
  'r.type_id',
  't.name as type_name',
  'big.name as big_name',
  'r.result',
  'r.report_flag',
  'r.appeal_id',
  'r.office_id',
  'o.name as office_name',
  'r.registered_at',
] as const
export const appealNumber = sql<string | null>`(select l.appeal_no from appeal l where l.id = r.appeal_id)`
export const recordingOf = sql<
  string | null
>`(select f.key from file f where f.object_type = 'callRecording' and f.object_id = r.id::text order by f.created_at desc limit 1)`

/** Calls that a member of staff may see; list, count, figures, detail, export and recordings all use it. */
export function seenBy(db: Db, actor: Actor, rows: Rows = joined(db)) {
  if (actor.type !== 'YYF' || !(actor.permissions.has('call:read') || actor.permissions.has('call:agent')))
    return rows.where((e) => e.lit(false))
  return rows.where(
    ruled(actor, 'call', {
      own: sql<boolean>`r.agent_id = ${actor.userId}`,
      fields: { state: oneOf(sql.ref('r.state'), 'int'), direction: oneOf(sql.ref('r.direction'), 'text') },
    }),
  )
}

/** Searches all words anywhere in content or company; text without usable words only in the content. */
function bearing(actor: Actor, keyword: string) {
  const words = tellingWords(keyword)
  return words.length === 0
    ? bearsText('r.content', keyword, sql`r.agent_id = ${actor.userId}`)
    : sql<boolean>`r.search @@ ${allOf(words)}::tsquery`
}

/** Filtered rows without order; list, count, export and figures all use it. */
export function found(k: Kernel, db: Db, actor: Actor, f: Partial<CallFilters>, from: Rows = joined(db)) {
  let rows = seenBy(db, actor, from).where(dayRange('r.start_time', f.startTime, f.endTime))
  if (f.state !== undefined) rows = rows.where('r.state', '=', f.state)
  if (f.direction) rows = rows.where('r.direction', '=', f.direction)
  if (f.agentId !== undefined) rows = rows.where('r.agent_id', '=', f.agentId)
  if (f.companyId !== undefined) rows = rows.where('r.company_id', '=', f.companyId)
  if (f.typeId !== undefined) rows = rows.where(typeWithin('r.type_id', f.typeId))
  if (f.streetId) rows = rows.where('r.company_id', 'in', (e) => e.selectFrom('company').select('id').where('street_id', '=', f.streetId!))
  if (f.result) rows = rows.where('r.result', '=', f.result)
  if (f.reportFlag !== undefined) rows = rows.where('r.report_flag', '=', f.reportFlag === 1)
  if (f.linked !== undefined) rows = rows.where('r.company_id', f.linked === 1 ? 'is not' : 'is', null)
  if (f.phone) rows = rows.where('r.phone_index', 'in', blindIndexes(k, f.phone))
  if (f.ids) rows = rows.where('r.id', 'in', f.ids)
  if (f.keyword) rows = rows.where(bearing(actor, f.keyword))
  return rows
}

/**
 * The same rows without names, for counts and for the order of a page. A left join that nobody needs is not executed, but PostgreSQL still
 * reads its column from the table, so that no index alone can answer.
 */
export const foundPlain = (k: Kernel, db: Db, actor: Actor, f: Partial<CallFilters>) => found(k, db, actor, f, plain(db) as unknown as Rows)

/** The number of calls under a filter. */
export async function callCount(k: Kernel, db: Db, actor: Actor, filters: Partial<CallFilters>): Promise<number> {
  const rows = foundPlain(k, db, actor, filters).select((e) => e.fn.countAll<number>().as('count'))
  return (await rows.executeTakeFirstOrThrow()).count
}
