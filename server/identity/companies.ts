import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { givenPerKernel } from '../kernel/per-kernel.ts'

/** What identity needs of the company domain. That domain depends on identity, so it registers these functions itself. */
export interface CompanyDirectory {
  /** The names of these companies; one that does not exist is left out. */
  namesOf(db: Db, companyIds: readonly number[]): Promise<ReadonlyMap<number, string>>
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
  return companyId === null ? '' : ((await companyNamesOf(k, [companyId])).get(companyId) ?? '')
}

/** The names of these companies, in one query. */
export const companyNamesOf = async (k: Kernel, companyIds: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  (await directory.of(k)?.namesOf(k.db, companyIds)) ?? new Map()
