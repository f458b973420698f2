import type { ReviewStepConfig } from '../../contract/declaration.ts'
import type { Db } from '../kernel/db/index.ts'
import { passesOf, stepsOf, type DeclarationRecord } from './queries.ts'
import { barredFrom } from './separate.ts'

/** A declaration with everything that decides about its next move. */
export interface Context<R extends DeclarationRecord = DeclarationRecord> {
  row: R
  steps: ReviewStepConfig[]
  /** the parties that have signed the present step: people and their delegates, or offices */
  passedBy: number[]
  /** users who signed the review and therefore may not decide */
  barred: number[]
}

export async function contextsOf<R extends DeclarationRecord>(db: Db, rows: readonly R[]): Promise<Context<R>[]> {
  const steps = await stepsOf(
    db,
    rows.map((row) => row.project_id),
  )
  const passes = await passesOf(db, rows, steps)
  const barred = await barredFrom(db, rows)
  return rows.map((row) => ({
    row,
    steps: steps.get(row.project_id) ?? [],
    passedBy: passes.get(row.id) ?? [],
    barred: barred.get(row.id) ?? [],
  }))
}

export const contextOf = async (db: Db, row: DeclarationRecord): Promise<Context> => (await contextsOf(db, [row]))[0]!
