import type { Kernel } from '../kernel/kernel.ts'
import { personalData } from '../kernel/access/personal-data.ts'

export function offerTagPersonalData(k: Kernel): void {
  personalData(k, { table: 'tag', dealtBy: ['created_by'] })
  personalData(k, { table: 'tag_company', dealtBy: ['created_by'] })
}
