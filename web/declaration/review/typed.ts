import { noGround, type Ground } from './desk-verdict.tsx'

export interface Typed {
  version: number
  opinion: string
  /** as typed, in 万元 */
  amount: string
  ground: Ground
}

/** What was typed at a declaration and not sent yet: kept while the page lives, so that J and K lose nothing. */
const typed = new Map<number, Typed>()
export const keepTyped = (id: number, value: Typed): void => void typed.set(id, value)
export const forgetTyped = (id: number): void => void typed.delete(id)

/** Where a decision starts. The sum begins at what the rule gives, never above what was asked for. Words outlive a reload; an amount belongs to the version it was typed for, since the amount asked for may have changed. */
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
