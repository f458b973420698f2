/** A policy whose verdict is open, and its missing facts. */
interface Open {
  max: number | null
  missing: readonly { key: string; label: string }[]
}
export interface Unlocks {
  /** the fields to fill in, in this order */
  fields: { key: string; label: string }[]
  /** number of policies that they decide */
  policies: number
  /** sum of the maximum amounts of these policies, in 万元 */
  most: number
}

/** Maximum number of suggested fields, so that the list stays short. */
export const UNLOCK_FIELDS = 5

/**
 * The few fields that decide the most policies: policies with the fewest missing facts first, then those with the highest amount. A policy
 * counts only when the company itself can fill in all its missing facts (`fillable`).
 */
export function unlocksOf(open: readonly Open[], fillable: ReadonlySet<string>): Unlocks {
  const near = open
    .filter(({ missing }) => missing.length > 0 && missing.every(({ key }) => fillable.has(key)))
    .toSorted((a, b) => a.missing.length - b.missing.length || (b.max ?? 0) - (a.max ?? 0))
  const fields = new Map<string, string>()
  for (const { missing } of near) {
    const more = missing.filter(({ key }) => !fields.has(key))
    if (fields.size + more.length <= UNLOCK_FIELDS) for (const { key, label } of more) fields.set(key, label)
  }
  const settled = near.filter(({ missing }) => missing.every(({ key }) => fields.has(key)))
  return {
    fields: [...fields].map(([key, label]) => ({ key, label })),
    policies: settled.length,
    most: settled.reduce((sum, { max }) => sum + (max ?? 0), 0),
  }
}
