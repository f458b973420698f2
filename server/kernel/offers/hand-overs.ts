import type { Db } from '../db/index.ts'
import type { Call, Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

export interface Colleague {
  id: number
  name: string
}

/** One kind of work that waits for a person by name and goes to a colleague when that person leaves or changes office. */
export interface HandOver {
  kind: string
  title: string
  /** what waits for the person */
  waiting(db: Db, userId: number): Promise<number[]>
  /** enabled colleagues who may take all of it; none: nobody may */
  takers(db: Db, userId: number, ids: readonly number[]): Promise<number[]>
  /** gives it to the colleague, who is told, in the caller's transaction */
  give(db: Db, call: Call, ids: readonly number[], from: Colleague, to: Colleague): Promise<void>
}
/** What ends with the person's work here and goes to nobody, in the transaction that ends it. */
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
