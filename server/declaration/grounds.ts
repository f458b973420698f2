import { sql, type ExpressionBuilder, type Expression, type SqlBool } from 'kysely'
import { authStatuses } from '../../contract/company.ts'
import { deskVerdicts, needsGround, type DeskVerdict, type ReviewGround } from '../../contract/declaration/ground.ts'
import type { Database } from '../../db/schema.ts'
import { authorizedFactsOf } from '../company/index.ts'
import { openForm } from '../form/index.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { judgeDeclared } from './eligibility.ts'
import { declarationRows } from './queries.ts'
import { verdictOf } from './verdict-words.ts'
import { roundOf } from './views.ts'

type Builder = ExpressionBuilder<Database & { d: Database['declaration']; c: Database['company'] }, 'd' | 'c'>
/** The same as a condition of the desk's list. */
export const withVerdict =
  (verdict: DeskVerdict) =>
  (eb: Builder): Expression<SqlBool> => {
    if (verdict === 'unchecked') return eb('c.auth_status', '<>', authStatuses.granted)
    const stored = verdict === 'none' ? eb('d.verdict', 'is', null) : eb('d.verdict', '=', verdict)
    return eb.and([eb('c.auth_status', '=', authStatuses.granted), stored])
  }

/**
 * The verdict on which a pass is based: that of the day of submission. Older submissions without a stored verdict are judged for that day
 * now. This runs outside the transaction of the decision, because it reads other tables; the version check keeps both consistent.
 */
export async function verdictAt(k: Kernel, id: number): Promise<DeskVerdict> {
  const head = await k.db
    .selectFrom('declaration as d')
    .innerJoin('company as c', 'c.id', 'd.company_id')
    .select(['d.verdict', 'c.auth_status', 'd.submit_time'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (!head) return 'none'
  const kept = verdictOf(head)
  if (kept !== 'none' || !head.submit_time) return kept
  const row = await declarationRows(k.db).where('d.id', '=', id).executeTakeFirstOrThrow()
  const sent = await roundOf(k.db, id, row.round)
  if (!sent || sent.judgement) return kept
  const facts = await authorizedFactsOf(k.db, row.company_id)
  const found = await judgeDeclared(k, row, openForm(k, row.template, sent.form), facts, dateOf(new Date(head.submit_time)))
  return found?.verdict ?? 'none'
}

/** The letters and digits in half width, so that changes in punctuation do not make another sentence. */
const keyOf = (words: string): string => words.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * The ground that the log stores. Refuses a required ground that is missing, and a sentence that was already used at another declaration.
 */
export async function groundFor(
  db: Db,
  id: number,
  verdict: DeskVerdict,
  ground: ReviewGround | undefined,
): Promise<(ReviewGround & { key: string }) | null> {
  // A ground that was written before the company withdrew its consent is kept, because the reviewer decided on it.
  if (!ground && !needsGround(verdict)) return null
  if (!ground) throw invalidField('ground', `申报日的核对结论为“${deskVerdicts[verdict]}”，通过须选择依据并写明理由`)
  const key = keyOf(ground.words)
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
  const other = await db
    .selectFrom('declaration_log as l')
    .innerJoin('declaration as d', 'd.id', 'l.declaration_id')
    .select('d.declare_no')
    .where(sql<string>`l.ground ->> 'key'`, '=', key)
    .where('l.ground', 'is not', null)
    .where('l.declaration_id', '<>', id)
    .where('l.revoked_at', 'is', null)
    .executeTakeFirst()
  if (other) throw invalidField('ground.words', `这句话已用于申报 ${other.declare_no}，请写明本件的情况`)
  return { ...ground, key }
}
