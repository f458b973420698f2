import { inFen, inWan } from '../../contract/money.ts'
import { createHash } from 'node:crypto'
import type { DirectEvidence, FrozenFact } from '../../contract/direct.ts'
import type { Judgement } from '../../contract/matching.ts'
import type { Provenance } from '../company/index.ts'
import { factInWords, judgeOf } from '../matching/index.ts'
import type { RuleRow } from '../policy/index.ts'

/** JSON with sorted keys. jsonb keeps no order of keys, so only this text is the same before and after storage. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((v) => canonical(v ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = Object.entries(value).filter(([, v]) => v !== undefined)
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, v]) => `${JSON.stringify(key)}:${canonical(v)}`)
    .join(',')}}`
}
/** SM3 of the canonical text, 64 hex digits. */
export const hashOf = (value: unknown): string => createHash('sm3').update(canonical(value)).digest('hex')

/** Why a company that meets the rule has no certain amount; null when it has one. */
export function undetermined({ amount, missing }: Judgement): string | null {
  if (!amount)
    return missing.length > 0 ? `缺少金额所需的信息：${missing.map((key) => factInWords(key, null).label).join('、')}` : '没有资金'
  if (amount.competitive) return '择优支持，不保证获得'
  if (amount.upperBound) return '只能测算上限'
  if (amount.openEnded || amount.min !== amount.max)
    return `金额随未填信息变化：${(amount.unset ?? []).map((key) => factInWords(key, null).label).join('、')}`
  return amount.max > 0 ? null : '金额为 0'
}

export interface Basis {
  row: RuleRow
  asOf: string
  ruleVersion: number
  ruleHash: string
}

/** The evidence of a row: the facts that the rule reads, with source and date, and the verdict of the engine on them. */
export function evidenceOf(
  { row, asOf, ruleVersion, ruleHash }: Basis,
  archive: Record<string, Provenance>,
  judgement: Judgement,
  at: Date,
): DirectEvidence {
  const facts = Object.entries(archive)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, p]): FrozenFact => ({
      key,
      ...factInWords(key, p.value),
      value: p.value,
      source: p.source,
      asOf: p.asOf,
      updatedAt: p.updatedAt,
    }))
  return { judgedAt: at.toISOString(), asOf, policyCode: row.code, ruleVersion, ruleHash, facts, judgement }
}

/**
 * The evidence for readers. Table values are left out and stay in the stored evidence, because readers may not see the facts of related
 * companies.
 */
export const shownEvidence = (evidence: DirectEvidence): DirectEvidence => ({
  ...evidence,
  facts: evidence.facts.map((fact) => (isRows(fact.value) ? { ...fact, value: null } : fact)),
})
const isRows = (value: unknown): boolean => Array.isArray(value) && value.some((each) => typeof each === 'object')

/** Judges the frozen facts by the frozen rule again. Returns the difference to the stored outcome in words, null when there is none. */
export function rejudge(rule: RuleRow, evidence: DirectEvidence, amountFen: number): string | null {
  const again = judgeOf(
    rule,
    evidence.asOf,
  )(Object.fromEntries(evidence.facts.map((f) => [f.key, { value: f.value, source: f.source, asOf: f.asOf }])))
  if (again.verdict !== 'match') return '重算结果为不符合'
  const fen = inFen(again.amount?.max ?? 0)
  return fen === amountFen ? null : `重算金额为 ${inWan(fen)} 万元`
}
