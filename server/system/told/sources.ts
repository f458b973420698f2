import type { ToldRow } from '../../../contract/told.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'

export interface ToldFound {
  rows: ToldRow[]
  total: number
}
/** The messages that a domain sent to a company besides notices, newest first. */
type CompanySource = (companyId: number, most: number) => Promise<ToldFound>

const kept = perKernel((): CompanySource[] => [])

/** A domain that sends messages of its own registers them for 告知记录 of a company. */
export const tellsCompanies = (k: Kernel, source: CompanySource): void => void kept(k).push(source)
export const companySources = (k: Kernel): readonly CompanySource[] => kept(k)
