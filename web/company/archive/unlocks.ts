/** A policy of which nothing can be said yet, and what it lacks. */
interface Open {
  max: number | null
  missing: readonly { key: string; label: string }[]
}
export interface Unlocks {
  /** what to fill in, in that order */
  fields: { key: string; label: string }[]
  /** policies that can be judged then */
  policies: number
  /** 万元 that these pay at most, together */
  most: number
}

/** More at once is no list of tasks. */
export const UNLOCK_FIELDS = 5

/**
 * The few fields that settle the most policies: those first that lack least, then those that pay most. A policy counts only when all that it
 * lacks can be filled in by the company itself (`fillable`).
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
