import { sql } from 'kysely'
import { relationStates } from '../../../contract/company/relation-words.ts'
import type { Db } from '../../kernel/db/index.ts'

/**
 * The group of each of these companies on a day, by confirmed relations (common control, parent and subsidiary). Companies that are related
 * through a third company, which need not be among them, are in one group. A company without relations has no group.
 */
export async function relatedGroups(db: Db, ids: readonly number[], day: string): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; code: string; other: string }>`
    with me as (select id, credit_code from company where id = any(${[...ids]}::bigint[]))
    select me.id, me.credit_code as code, r.other_code as other from me join company_relation r on r.company_id = me.id
      where r.state = ${sql.lit(relationStates.confirmed)} and r.since <= ${day}::date and (r.until is null or r.until >= ${day}::date)
    union all
    select me.id, me.credit_code, c.credit_code from me join company_relation r on r.other_code = me.credit_code
      join company c on c.id = r.company_id
      where r.state = ${sql.lit(relationStates.confirmed)} and r.since <= ${day}::date and (r.until is null or r.until >= ${day}::date)`.execute(
    db,
  )
  const above = new Map<string, string>()
  const top = (code: string): string => {
    let at = code
    while (above.has(at)) at = above.get(at)!
    return at
  }
  for (const { code, other } of rows) {
    const [a, b] = [top(code), top(other)].toSorted()
    if (a !== b) above.set(b!, a!)
  }
  return new Map(rows.map(({ id, code }) => [Number(id), top(code)]))
}
