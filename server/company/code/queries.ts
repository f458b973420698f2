import { sql } from 'kysely'
import type { CodeLevel } from '../../../contract/company-code.ts'
import type { Db } from '../../kernel/db/index.ts'
import { likeText } from '../../kernel/db/like.ts'

const yes = (...keys: string[]) =>
  sql.join(
    keys.map((key) => sql`f.facts->>${key} = 'true'`),
    sql` or `,
  )
/** The colour that the archive says today; null without consent, or when none of these is known. */
const level = sql<CodeLevel | null>`case
  when f.authorized is not true then null
  when ${yes('seriousDishonest')} then 'red'
  when ${yes('abnormalList', 'wageArrears', 'researchDishonest', 'majorAccident1y')} then 'yellow'
  when f.facts ?| array['seriousDishonest', 'abnormalList'] then 'green'
end`

export const codeRows = (db: Db) =>
  db
    .selectFrom('company_code as q')
    .innerJoin('company as c', 'c.id', 'q.company_id')
    .leftJoin('company_facts as f', 'f.company_id', 'q.company_id')
    .select(['q.id', 'q.company_id', 'c.name', 'c.credit_code', 'q.token', 'q.enabled', 'q.issued_at', 'q.refreshed_at', level.as('level')])
export type CodeRecord = Awaited<ReturnType<ReturnType<typeof codeRows>['executeTakeFirstOrThrow']>>

export async function selectCodes(
  db: Db,
  q: { keyword?: string | undefined; level?: CodeLevel | undefined; page: number; pageSize: number },
) {
  let base = codeRows(db)
  if (q.keyword)
    base = base.where((e) => e.or([e('c.name', 'like', likeText(q.keyword!)), e('c.credit_code', '=', q.keyword!.toUpperCase())]))
  if (q.level) base = base.where(level, '=', q.level)
  const { total } = await db
    .selectFrom(base.as('x'))
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await base
    .orderBy('q.id', 'desc')
    .limit(q.pageSize)
    .offset((q.page - 1) * q.pageSize)
    .execute()
  return { total, rows }
}

/** Codes issued within the days, by colour; `none` = not known. */
export async function countByLevel(db: Db, from: string | undefined, to: string | undefined): Promise<Map<CodeLevel | 'none', number>> {
  let base = codeRows(db).where('q.enabled', '=', true)
  if (from) base = base.where('q.issued_at', '>=', `${from}T00:00:00+08:00`)
  if (to) base = base.where('q.issued_at', '<=', `${to}T23:59:59.999+08:00`)
  const rows = await db
    .selectFrom(base.as('x'))
    .select(['x.level', (e) => e.fn.countAll<number>().as('n')])
    .groupBy('x.level')
    .execute()
  return new Map(rows.map((r) => [r.level ?? 'none', r.n]))
}
