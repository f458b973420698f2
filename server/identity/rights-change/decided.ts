import type { Db } from '../../kernel/db/index.ts'
import { givenPerKernel } from '../../kernel/per-kernel.ts'

interface Decided {
  id: number
  title: string
  /** who asked for the change */
  askedBy: number
  by: string
  isApproved: boolean
  /** a later start of an approved change */
  startsAt: string | null
  opinion: string
}

const telling = givenPerKernel<(db: Db, decided: Decided) => Promise<unknown>>()
/** Notices belong to a domain that depends on this one, so a later domain registers this. */
export const tellsDecidedChanges = telling.give
/** Tells who asked for a change of rights how another officer decided it, in the transaction of the decision. */
export const tellDecision = telling.of
