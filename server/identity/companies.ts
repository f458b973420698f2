import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { givenPerKernel } from '../kernel/per-kernel.ts'

/** What identity needs of the company domain. That domain depends on identity, so it registers these functions itself. */
export interface CompanyDirectory {
  nameOf(db: Db, companyId: number): Promise<string | null>
  /** The company with a credit code that the unified log-in has verified; created when it is new. */
  idOf(db: Db, company: { creditCode: string; name: string }): Promise<number>
  /** Whether the person is bound to the company: examined, approved and not unbound since (S-07). */
  isBound(db: Db, userId: number, companyId: number): Promise<boolean>
}

const directory = givenPerKernel<CompanyDirectory>()

/** Called once by the company domain when it joins. */
export const provideCompanies = directory.give
export const companiesOf = directory.of

export async function companyNameOf(k: Kernel, companyId: number | null): Promise<string> {
  return companyId === null ? '' : ((await directory.of(k)?.nameOf(k.db, companyId)) ?? '')
}
