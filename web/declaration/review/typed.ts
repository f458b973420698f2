import { noGround, type Ground } from './desk-verdict.tsx'

export interface Typed {
  version: number
  opinion: string
  /** as typed, in 万元 */
  amount: string
  ground: Ground
}

/**
 * Unsent input per declaration, kept in memory, so that J and K lose nothing and ask nothing. It is also kept as a draft of the account,
 * for the reload and the next visit (ADR 0185).
 */
const loadedAt = Date.now()
const typed = new Map<number, Typed>()
export const keepTyped = (id: number, value: Typed): void => void typed.set(id, value)
export const forgetTyped = (id: number): void => void typed.delete(id)
/** Whether a draft is older than this page: the page's own input comes back by itself. */
export const isEarlier = (id: number, savedAt: number): boolean => !typed.has(id) || savedAt < loadedAt

/**
 * The initial values of a decision. The sum starts with the rule's, never above the requested one. A text survives a reload; an amount is
 * kept only for its version, because the requested sum may have changed.
 */
export function startOf({
  id,
  version,
  amount,
  measured,
}: {
  id: number
  version: number
  amount: number | null
  measured: number | null
}): Typed {
  const kept = typed.get(id)
  const empty = emptyOf({ version, amount, measured })
  if (!kept) return empty
  return { ...kept, version, amount: kept.version === version ? kept.amount : empty.amount }
}

/** A decision in which nothing was typed. */
export function emptyOf({ version, amount, measured }: { version: number; amount: number | null; measured: number | null }): Typed {
  const first = measured !== null && amount !== null ? Math.min(measured, amount) : amount
  return { version, opinion: '', amount: String(first ?? ''), ground: noGround }
}

/** What a draft gives back to a decision: an amount only for its version, as above. */
export const takenOf = (left: Partial<Typed>, leftVersion: number | undefined, version: number): Partial<Typed> => {
  const { version: _, amount, ...rest } = left
  return amount !== undefined && leftVersion === version ? { ...rest, amount } : rest
}
