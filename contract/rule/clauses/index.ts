import { contributionClauses } from './contributions.ts'
import { countyClauses } from './county.ts'
import { furtherClauses } from './further.ts'
import { inventedClauses } from './invented.ts'
import { moneyClauses } from './money.ts'
import { moreClauses } from './more.ts'
import { operationsClauses } from './operations.ts'
import { placesClauses } from './places.ts'
import type { Clause } from './types.ts'

export { clauseFields } from './fields.ts'
export type { Clause } from './types.ts'
/**
 * Clauses as counties, cities and provinces write them, each with facts and sums calculated by hand; the day of judgement is 2026-06-30.
 */
export const clauses: readonly Clause[] = [
  ...moneyClauses,
  ...moreClauses,
  ...furtherClauses,
  ...inventedClauses,
  ...countyClauses,
  ...placesClauses,
  ...contributionClauses,
  ...operationsClauses,
]
