import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** What identity asks of the company domain, which depends on identity and therefore hands it in. */
export interface CompanyDirectory {
  nameOf(db: Db, companyId: number): Promise<string | null>
  /** The company of a credit code proven by the unified log-in; made when it is new. */
  idOf(db: Db, company: { creditCode: string; name: string }): Promise<number>
  /** Whether this person stands bound to the company: examined and approved, not unbound since (S-07). */
  isBound(db: Db, userId: number, companyId: number): Promise<boolean>
}

const directories = new WeakMap<Kernel, CompanyDirectory>()

/** Called once by the company domain when it joins. */
export const provideCompanies = (k: Kernel, directory: CompanyDirectory): void => {
  directories.set(k, directory)
}
export const companiesOf = (k: Kernel): CompanyDirectory | undefined => directories.get(k)

export async function companyNameOf(k: Kernel, companyId: number | null): Promise<string> {
  return companyId === null ? '' : ((await directories.get(k)?.nameOf(k.db, companyId)) ?? '')
}
