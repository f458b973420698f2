import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'

/**
 * How another domain ends what it made from a company's archive or in a company's name. Both functions run in the transaction of the
 * change, so that nothing is left after its commit (G-05, G-08). Data whose reads check the consent each time needs no ending.
 */
export interface Ending {
  /** the company withdrew the consent to its archive */
  consent?(db: Db, companyId: number): Promise<void>
  /** a person no longer acts for the company */
  binding?(db: Db, companyId: number, userId: number): Promise<void>
}

const endingsOf = perKernel((): Ending[] => [])

/** A domain registers its ending once, when it joins. */
export const endsWithCompany = (k: Kernel, ending: Ending): void => {
  endingsOf(k).push(ending)
}

export async function endConsent(k: Kernel, db: Db, companyId: number): Promise<void> {
  for (const { consent } of endingsOf(k)) await consent?.(db, companyId)
}

export async function endBinding(k: Kernel, db: Db, companyId: number, userId: number): Promise<void> {
  for (const { binding } of endingsOf(k)) await binding?.(db, companyId, userId)
}
