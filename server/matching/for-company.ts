import type { Answers, Judgement } from '../../contract/matching.ts'
import { authStatuses } from '../../contract/company.ts'
import { authStatusOf, provenanceOf } from '../company/index.ts'
import { siteArea } from '../kernel/config.ts'
import { today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { publishedRules, type RuleRow } from '../policy/index.ts'
import { companyPlace, counts } from './company-place.ts'
import { judgeRules, withoutCorrected, type Situation } from './judge-company.ts'
import { compile, currentRules } from './rule-book.ts'

/** The archive of a company today; null without its consent, because it is not read then (P-01). */
async function situationOf(k: Kernel, companyId: number): Promise<Situation | null> {
  if ((await authStatusOf(k.db, companyId)) !== authStatuses.granted) return null
  const archive = await provenanceOf(k.db, companyId)
  const answers = Object.fromEntries(Object.entries(archive).map(([key, { value }]) => [key, value])) as Answers
  return { answers, archive, asOf: today(k.clock) }
}

/**
 * The result of a company's archive for published policies that apply at its place, by policy id; without `ids`, all of them. Null without
 * consent. `supposed`: facts assumed for this call only, such as a future loan.
 */
export async function judgePolicies(
  k: Kernel,
  companyId: number,
  ids?: readonly number[],
  supposed: Answers = {},
): Promise<Map<number, Judgement> | null> {
  const archived = await situationOf(k, companyId)
  if (!archived) return null
  const at: Situation = {
    ...archived,
    answers: { ...archived.answers, ...supposed },
    archive: archived.archive && withoutCorrected(archived.archive, supposed),
  }
  const wanted = ids && new Set(ids)
  const here = companyPlace(at.answers, siteArea(k.config))
  const rules = (await currentRules(k)).filter((rule) => !wanted || wanted.has(rule.id))
  // The rule book may be two seconds old; policies published since are read separately.
  const since = ids?.filter((id) => !rules.some((rule) => rule.id === id)) ?? []
  if (since.length > 0) rules.push(...(await publishedRules(k.db, since, at.asOf)).map((row) => compile(row)))
  const held = rules.filter((rule) => counts(rule.place, here))
  return new Map(judgeRules(held, at, false).map((j) => [j.policyId, j]))
}

/** The result of a company's archive for rules that need not be in force, such as two versions of one policy. Null without consent. */
export async function judgeVersions(k: Kernel, companyId: number, rows: readonly RuleRow[]): Promise<Judgement[] | null> {
  const at = await situationOf(k, companyId)
  return (
    at
    && judgeRules(
      rows.map((row) => compile(row)),
      at,
      true,
    )
  )
}
