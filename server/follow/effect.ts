import { sentenceOf } from '../../contract/matching/failed.ts'
import { verdicts, type Judgement, type Verdict } from '../../contract/matching.ts'
import type { PolicyRule } from '../../contract/policy/market.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { judgeVersions } from '../matching/index.ts'
import { versionRow, type RuleRow } from '../policy/index.ts'
import { standingOf, type Standing } from './standing.ts'

export interface Effect {
  before: Standing
  after: Standing
  /** “由不符合变为符合，金额由无变为 50 万元” */
  words: string
  /** conditions that fail only in the new version, and those that fail only in the old one */
  lost: string[]
  won: string[]
}

/**
 * Compares the verdicts of a company for two versions of a policy's rule, ignoring the application period. Null without consent or when a
 * version is missing.
 */
export async function effectOnCompany(k: Kernel, companyId: number, policyId: number, from: number, to: number): Promise<Effect | null> {
  const [before, after] = [await versionRow(k, policyId, from), await versionRow(k, policyId, to)]
  if (!before || !after) return null
  const judged = await judgeVersions(k, companyId, [ruleRow(before), ruleRow(after)])
  return judged && effectOf(judged[0]!, judged[1]!)
}

const ruleRow = (v: { policy_id: number; title: string; rule: PolicyRule; number: number }): RuleRow => ({
  id: v.policy_id,
  code: `version-${v.number}`,
  title: v.title,
  issuer: '',
  level: '',
  supportModes: [],
  sample: false,
  maxAmount: null,
  applyFrom: null,
  applyTo: null,
  rule: v.rule,
})

export function effectOf(before: Judgement, after: Judgement): Effect {
  const [a, b] = [standingOf(before), standingOf(after)]
  const met = (j: Judgement) => new Map(topOf(j).map((c) => [c.label, { result: c.result, sentence: sentenceOf(c) }]))
  const turned = (to: typeof is, from: typeof is) =>
    [...to].flatMap(([label, { result, sentence }]) => (result === 'false' && from.get(label)?.result !== 'false' ? [sentence] : []))
  const [was, is] = [met(before), met(after)]
  return {
    before: a,
    after: b,
    words: inWords(a, b),
    lost: turned(is, was),
    won: turned(was, is),
  }
}
const topOf = ({ conditions }: Judgement) => (conditions.kind === 'all' ? (conditions.children ?? []) : [conditions])

const word = (verdict: string | null) => verdicts[verdict as Verdict] ?? '无法判断'
function amount({ verdict, min, max }: Standing): string {
  if (max === null) return verdict === 'unknown' ? '需补充后测算' : '无'
  const show = (n: number) => `${Number(n.toFixed(4))} 万元`
  if (max === 0) return '无'
  return min === null || min === max ? show(max) : `${show(min)} 至 ${show(max)}`
}

function inWords(before: Standing, after: Standing): string {
  const verdict = before.verdict === after.verdict ? `仍为${word(after.verdict)}` : `由${word(before.verdict)}变为${word(after.verdict)}`
  const [was, is] = [amount(before), amount(after)]
  return was === is ? `${verdict}，金额不变` : `${verdict}，金额由${spaced(was)}变为${spaced(is)}`
}
const spaced = (text: string) => (/^\d/.test(text) ? ` ${text}` : text)
