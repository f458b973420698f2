import type { Facts } from './facts.ts'
import { judge, type CompiledPolicy, type PlainJudgement } from './judge.ts'
import type { Field, FieldType, Option } from './types.ts'

/** In 万元: stands for an unlimited benefit when questions are ranked. Our choice, about the median of the caps in the data. */
const UNLIMITED = 50

/** Effort of answering, to order equal stakes: a yes/no is easier than an accounting figure. */
const COST: Readonly<Record<FieldType, number>> = { boolean: 1, enum: 2, multiEnum: 3, integer: 4, number: 5, date: 5, string: 6, rows: 9 }

export type RankedQuestion = {
  key: string
  label: string
  question: string
  type: FieldType
  unit: string | null
  options: readonly Option[] | null
  group: string
  dict: string | null
  /** In 万元, how much depends on this answer: the ceilings of the undecided policies, plus what open options can add to the others. */
  stake: number
  /** Codes of the policies that need it. */
  policies: string[]
}

const undecided = (ceiling: number): number => (Number.isFinite(ceiling) ? ceiling : UNLIMITED)

/** The field from which a deduced field is derived: one answer that settles more. */
const SOURCE: ReadonlyMap<string, string> = new Map([
  ['sizingIndustry', 'industryCode'],
  ['operatingYears', 'registeredDate'],
])

function askInstead(key: string, facts: Facts, skip: ReadonlySet<string>): string {
  const source = SOURCE.get(key)
  return source && facts.answers[source] == null && !skip.has(source) ? source : key
}

const lackingIn = ({ missing, amount }: { missing: readonly string[]; amount: PlainJudgement['amount'] }): readonly string[] =>
  missing.length ? missing : (amount?.unset ?? [])

/** Of a list, only companies without an archive are asked whether it has rows; the rows themselves come from the archive. */
const isAsked = (key: string, { catalog, slots }: Facts): boolean => {
  const field = catalog.byKey.get(key)
  return field?.type !== 'rows' || slots[field.index] === undefined
}

/** How many questions these judgements leave open: a deduced fact counts as the question that is asked for it. */
export function countOpen(judged: Iterable<Pick<PlainJudgement, 'missing' | 'amount'>>, facts: Facts): number {
  const none: ReadonlySet<string> = new Set()
  const asked = new Set<string>()
  for (const each of judged) for (const key of lackingIn(each)) if (isAsked(key, facts)) asked.add(askInstead(key, facts, none))
  return asked.size
}

/** The open questions, the one that can change the most money first; `skip` holds those answered “不清楚”. */
export function rankQuestions(policies: readonly CompiledPolicy[], facts: Facts, skip: ReadonlySet<string> = new Set()): RankedQuestion[] {
  const open = new Map<string, { stake: number; near: number; policies: string[] }>()
  for (const policy of policies) {
    const judged = judge(policy, facts)
    const { amount } = judged
    const missing = lackingIn(judged)
    if (!missing.length) continue
    const stake = amount ? (amount.openEnded ? UNLIMITED : amount.max - amount.min) : undecided(policy.ceiling(facts))
    for (const key of missing) {
      if (skip.has(key) || !isAsked(key, facts)) continue
      const asked = askInstead(key, facts, skip)
      const entry = open.get(asked) ?? { stake: 0, near: 0, policies: [] }
      // Two fields of a policy may need the same question.
      if (entry.policies.at(-1) !== policy.rule.id) {
        entry.stake += stake
        entry.policies.push(policy.rule.id)
      }
      // For equal stakes, the answer that brings a policy closer to a decision comes first.
      entry.near += (1 + stake) / missing.length
      open.set(asked, entry)
    }
  }
  const { byKey } = facts.catalog
  return [...open]
    .map(([key, entry]) => ({ field: byKey.get(key) as Field & { index: number }, ...entry, stake: Math.round(entry.stake * 1e4) / 1e4 }))
    .sort((a, b) => b.stake - a.stake || b.near - a.near || COST[a.field.type] - COST[b.field.type] || a.field.index - b.field.index)
    .map(({ field, stake, policies: codes }) => ({
      key: field.key,
      label: field.label,
      question: field.question ?? `${field.label}？`,
      type: field.type,
      unit: field.unit ?? null,
      options: field.options ?? null,
      group: field.group ?? '',
      dict: field.dict ?? null,
      stake,
      policies: codes,
    }))
}
