import { sql } from 'kysely'
import type { CodeLevel } from '../../../contract/company-code.ts'
import type { Db } from '../../kernel/db/index.ts'
import { likeText } from '../../kernel/db/like.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import type { Actor } from '../../kernel/actor.ts'
import { companiesOf } from '../access.ts'
import { dayRange } from '../../kernel/lists/day-range.ts'

const yes = (...keys: string[]) =>
  sql.join(
    keys.map((key) => sql`f.facts->>${key} = 'true'`),
    sql` or `,
  )
/** The colour by the current archive; null without consent or when none of these facts is known. */
const level = sql<CodeLevel | null>`case
  when f.authorized is not true then null
  when ${yes('seriousDishonest')} then 'red'
  when ${yes('abnormalList', 'wageArrears', 'researchDishonest', 'majorAccident1y')} then 'yellow'
  when f.facts ?| array['seriousDishonest', 'abnormalList'] then 'green'
end`

const codes = (db: Db) =>
  db
    .selectFrom('company_code as q')
    .innerJoin('company as c', 'c.id', 'q.company_id')
    .leftJoin('company_facts as f', 'f.company_id', 'q.company_id')
const columns = [
  'q.id',
  'q.company_id',
  'c.name',
  'c.credit_code',
  'q.token',
  'q.enabled',
  'q.issued_at',
  'q.refreshed_at',
  level.as('level'),
] as const
export const codeRows = (db: Db) => codes(db).select(columns)
export type CodeRecord = Awaited<ReturnType<ReturnType<typeof codeRows>['executeTakeFirstOrThrow']>>

export function selectCodes(
  db: Db,
  actor: Actor,
  q: { keyword?: string | undefined; level?: CodeLevel | undefined; page: number; pageSize: number },
) {
  let base = codes(db).where(companiesOf(actor))
  if (q.keyword)
    base = base.where((e) => e.or([e('c.name', 'like', likeText(q.keyword!)), e('c.credit_code', '=', q.keyword!.toUpperCase())]))
  if (q.level) base = base.where(level, '=', q.level)
  return pageOf(
    base,
    q,
    (page) => page.orderBy('q.id', 'desc'),
    (page) => page.select(columns),
  )
}

/** Number of codes issued in the period, by colour; `none`: no colour known. */
export async function countByLevel(
  db: Db,
  actor: Actor,
  from: string | undefined,
  to: string | undefined,
): Promise<Map<CodeLevel | 'none', number>> {
  const base = codeRows(db)
    .where('q.enabled', '=', true)
    .where(companiesOf(actor))
    .where(dayRange('q.issued_at', from, to))
  const rows = await db
    .selectFrom(base.as('x'))
    .select(['x.level', (e) => e.fn.countAll<number>().as('n')])
    .groupBy('x.level')
    .execute()
  return new Map(rows.map((r) => [r.level ?? 'none', r.n]))
}
