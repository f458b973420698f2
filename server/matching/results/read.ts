import { yuanInWan } from '../../../contract/money.ts'
import { sql } from 'kysely'
import { today } from '../../kernel/clock.ts'
import { siteArea } from '../../kernel/config.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Verdict } from '../../../contract/matching/verdicts.ts'
import { companyPlace, counts } from '../company-place.ts'
import { stampedRules } from '../rule-book.ts'
import type { PublishedRule } from '../rule-book.ts'
import { resultRow, UPSERT, upsertValues } from './companies-pass.ts'

export interface KeptResult {
  policyId: number
  code: string
  title: string
  /** includes today's application window */
  verdict: Verdict
  /** in 万元; null when not met or nothing is paid */
  min: number | null
  max: number | null
}
export interface KeptResults {
  asOf: string
  /** whether rules, facts and day are current; otherwise the background job is late */
  fresh: boolean
  list: KeptResult[]
}

const wan = (yuan: number | null | undefined) => (yuan == null ? null : yuanInWan(yuan))

/**
 * The stored results of a company: every published policy that applies at its place, with verdict and amount. Two indexed queries; nothing
 * is judged, and reasons come from `judgePolicies`. Null without the company's consent, or before its first row exists.
 */
export async function resultsOf(k: Kernel, companyId: number): Promise<KeptResults | null> {
  const row = await k.db
    .selectFrom('company_match_result as r')
    .innerJoin('company_facts as f', 'f.company_id', 'r.company_id')
    .select([
      sql<string | null>`f.facts->>'regionCode'`.as('region'),
      'r.met',
      'r.amount_min',
      'r.amount_max',
      'r.near',
      'r.unknown',
      'r.as_of',
      'r.facts_at',
      'f.updated_at',
    ])
    .where('r.company_id', '=', companyId)
    .where('f.authorized', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const day = today(k.clock)
  const stamped = await stampedRules(k)
  const states = new Map(
    (await k.db.selectFrom('match_rule_state').select(['policy_id', 'stamp']).execute()).map((s) => [s.policy_id, s.stamp]),
  )
  const at = companyPlace({ regionCode: row.region }, siteArea(k.config))
  const met = new Map(row.met.map((id, n) => [id, n]))
  const near = new Set(row.near),
    unknown = new Set(row.unknown)
  return {
    asOf: row.as_of,
    fresh: row.as_of === day && row.facts_at === row.updated_at && stamped.every(({ rule, stamp }) => states.get(rule.id) === stamp),
    list: stamped
      .filter(({ rule }) => counts(rule.place, at))
      .map(({ rule }) => {
        const place = met.get(rule.id)
        const verdict = place !== undefined ? 'match' : near.has(rule.id) ? 'near' : unknown.has(rule.id) ? 'unknown' : 'nomatch'
        return {
          policyId: rule.id,
          code: rule.code,
          title: rule.title,
          verdict: outside(rule, day) ?? verdict,
          min: place === undefined ? null : wan(row.amount_min[place]),
          max: place === undefined ? null : wan(row.amount_max[place]),
        }
      }),
  }
}

const outside = ({ window }: PublishedRule, day: string): 'closed' | 'notYet' | undefined =>
  window.to && day > window.to ? 'closed' : window.from && day < window.from ? 'notYet' : undefined

/** Judges one company by all rules and stores the results; null without consent. */
export async function matchCompany(
  k: Kernel,
  companyId: number,
): Promise<{ asOf: string; match: number; near: number; unknown: number } | null> {
  const facts = await k.db
    .selectFrom('company_facts')
    .select(['facts', 'updated_at'])
    .where('company_id', '=', companyId)
    .where('authorized', '=', true)
    .executeTakeFirst()
  if (!facts) return null
  const asOf = today(k.clock)
  const rules = (await stampedRules(k)).map(({ rule }) => rule)
  const row = resultRow(rules, facts.facts, asOf, siteArea(k.config))
  await k.pool.query(UPSERT, upsertValues([{ id: companyId, at: facts.updated_at, row }], asOf))
  const size = (list: string) => (list === '{}' ? 0 : list.split(',').length)
  return { asOf, match: size(row.met), near: size(row.near), unknown: size(row.unknown) }
}

/** The condition that a company meets one of these policies by its stored results and with valid consent. `companyId`: the column. */
export const companiesMeeting = (policyIds: readonly number[], companyId: string) =>
  sql<boolean>`exists (select from company_match_result r join company_facts f on f.company_id = r.company_id and f.authorized
    where r.company_id = ${sql.ref(companyId)} and r.met && ${[...policyIds]}::integer[])`
