import { noGround, type Ground } from './desk-verdict.tsx'

export interface Typed {
  version: number
  opinion: string
  /** as typed, in 万元 */
  amount: string
  ground: Ground
}

/** Unsent input per declaration, kept in memory, so that J and K lose nothing. */
const typed = new Map<number, Typed>()
export const keepTyped = (id: number, value: Typed): void => void typed.set(id, value)
export const forgetTyped = (id: number): void => void typed.delete(id)

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
  const first = measured !== null && amount !== null ? Math.min(measured, amount) : amount
  const kept = typed.get(id)
  return {
    version,
    opinion: kept?.opinion ?? '',
    amount: kept?.version === version ? kept.amount : String(first ?? ''),
    ground: kept?.ground ?? noGround,
  }
}
