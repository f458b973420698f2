import type { PolicyFacets } from '../../../contract/policy/market.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/** Rarer labels are found through the label tree of a subscription. */
const SHOWN = 40

/**
 * Labels by the number of policies that carry them, most first. Selected labels are always included, also with 0. Disabled labels are left
 * out.
 */
export async function labelFacet(
  k: Kernel,
  counted: readonly { value: string; n: number }[],
  asked: readonly number[] = [],
): Promise<PolicyFacets['label']> {
  const sorted = counted.toSorted((a, b) => b.n - a.n || Number(a.value) - Number(b.value))
  const missing = asked.map(String).filter((id) => !sorted.some((r) => r.value === id))
  const all = [...sorted, ...missing.map((value) => ({ value, n: 0 }))]
  const rows = await k.db
    .selectFrom('policy_label')
    .select(['id', 'name'])
    .where('enabled', '=', true)
    .where('id', 'in', [0, ...all.map((r) => Number(r.value))])
    .execute()
  const names = new Map(rows.map((l) => [String(l.id), l.name]))
  return all
    .filter(({ value }) => names.has(value))
    .filter(({ value }, i) => i < SHOWN || asked.includes(Number(value)))
    .map(({ value, n }) => ({ value, label: names.get(value)!, count: n }))
}
