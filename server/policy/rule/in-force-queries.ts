import { inWan } from '../../../contract/money.ts'
import type { PolicyRule } from '../../../contract/policy/market.ts'
import { levelLabel, POLICY_STATE, supportModeLabel } from '../../../contract/policy/codes.ts'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/index.ts'

/** The rule, in force today, of a published policy, for the matching domain. */
export interface RuleRow {
  id: number
  code: string
  title: string
  issuer: string
  level: string
  /** where it applies; null = the whole country, absent where only the name of the place is known */
  areaCode?: string | null
  supportModes: string[]
  sample: boolean
  /** 万元 */
  maxAmount: number | null
  applyFrom: string | null
  applyTo: string | null
  rule: PolicyRule
}

const published = (db: Db) => db.selectFrom('policy as p').where('p.state', '=', POLICY_STATE.published).where('p.deleted', '=', false)

/**
 * A stamp for each published policy that is not repealed by the day; it changes with the policy and when another version comes into force.
 * `ids`: only these.
 */
export async function ruleStamps(db: Db, day: string, ids?: readonly number[]): Promise<{ id: number; stamp: string }[]> {
  if (ids?.length === 0) return []
  return published(db)
    .where(inForce(day))
    .$if(ids !== undefined, (q) => q.where(amongIds(ids!)))
    .select(['p.id', sql<string>`p.version || ':' || (${versionInForce(day, 'number')})`.as('stamp')])
    .orderBy('p.id')
    .execute()
}

/** One array parameter, because a statement has at most 65,535 parameters. */
const amongIds = (ids: readonly number[]) => sql<boolean>`p.id = any(${[...ids]}::bigint[])`

/**
 * One text for all published policies: it changes when a policy changes, is published or is taken down. Together with the day it stands for
 * all of `ruleStamps`, which for ten thousand policies is fifty times as expensive.
 */
export const rulesMark = async (db: Db): Promise<string> =>
  (
    await published(db)
      .select(sql<string>`count(*) || ':' || coalesce(sum(hashtextextended(p.id || ':' || p.version, 0)::numeric), 0)`.as('mark'))
      .executeTakeFirstOrThrow()
  ).mark

/** Until the day of its repeal a policy is matched, from that day on it is not. */
const inForce = (day: string) => sql<boolean>`(p.repealed_on is null or p.repealed_on > ${day}::date)`

/** The newest version that has begun; before the first begins, the first. */
const versionInForce = (
  day: string,
  column: 'number' | 'rule',
) => sql`select v.${sql.ref(column)} from policy_version v where v.policy_id = p.id
  order by (v.effective_from is null or v.effective_from <= ${day}::date) desc,
    case when v.effective_from is null or v.effective_from <= ${day}::date then v.number else -v.number end desc limit 1`

/** Rules are read in batches of so many policies: a rule has some thousand characters. */
const AT_ONCE = 2000

export async function publishedRules(db: Db, ids: readonly number[], day: string): Promise<RuleRow[]> {
  const rows: RuleRow[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) rows.push(...(await rulesRead(db, ids.slice(from, from + AT_ONCE), day)))
  return rows
}

async function rulesRead(db: Db, ids: readonly number[], day: string): Promise<RuleRow[]> {
  const rows = await published(db)
    .where(amongIds(ids))
    .where(inForce(day))
    .select([
      'p.id',
      'p.code',
      'p.title',
      'p.dep_name',
      'p.level',
      'p.area_code',
      'p.support_modes',
      'p.origin',
      'p.max_amount',
      'p.apply_from',
      // A future repeal ends the application window on the day before.
      sql<string | null>`least(p.apply_to, p.repealed_on - 1)`.as('apply_to'),
      sql<PolicyRule>`(${versionInForce(day, 'rule')})`.as('rule'),
    ])
    .execute()
  return rows.map((r) => ({
    id: r.id,
    code: r.code,
    title: r.title,
    issuer: r.dep_name,
    level: levelLabel(r.level),
    areaCode: r.area_code,
    supportModes: r.support_modes.map(supportModeLabel),
    sample: r.origin === 'sample',
    maxAmount: inWan(r.max_amount),
    applyFrom: r.apply_from,
    applyTo: r.apply_to,
    rule: r.rule,
  }))
}
