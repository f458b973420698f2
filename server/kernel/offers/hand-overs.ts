import type { Db } from '../db/index.ts'
import type { Call, Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

export interface Colleague {
  id: number
  name: string
}

/** A kind of work that is assigned to a named person, and goes to a colleague when that person leaves or changes office. */
export interface HandOver {
  kind: string
  title: string
  /** what becomes of it when nobody takes it over; absent: the account cannot be disabled before somebody does */
  otherwise?: string
  /** ids of the work that is assigned to the person */
  waiting(db: Db, userId: number): Promise<number[]>
  /** enabled colleagues who may take over all of it; empty when nobody may */
  takers(db: Db, userId: number, ids: readonly number[]): Promise<number[]>
  /** assigns it to the colleague and notifies them, in the caller's transaction */
  give(db: Db, call: Call, ids: readonly number[], from: Colleague, to: Colleague): Promise<void>
}
/** Ends what belongs to the person's work here and is not handed over, in the same transaction. */
type Ending = (db: Db, userId: number) => Promise<void>

const known = perKernel((): HandOver[] => [])
const endings = perKernel((): Ending[] => [])

/** A domain offers each kind when it joins. */
export function offersHandOver(k: Kernel, one: HandOver): void {
  if (known(k).some(({ kind }) => kind === one.kind)) throw new Error(`two hand-overs of kind ${one.kind}`)
  known(k).push(one)
}
export const handOvers = (k: Kernel): readonly HandOver[] => known(k)

export const endsWithStaff = (k: Kernel, end: Ending): void => void endings(k).push(end)
export async function endOfStaff(k: Kernel, db: Db, userId: number): Promise<void> {
  for (const end of endings(k)) await end(db, userId)
}
