import { personalData } from '../kernel/access/personal-data.ts'
import type { Kernel } from '../kernel/kernel.ts'

/**
 * Staff who write, review or keep content do so in office. Contacts of services and products are published with consent and belong to no
 * account.
 */
export function offerContentPersonalData(k: Kernel): void {
  personalData(k, { table: 'news', dealtBy: ['submitted_by', 'reviewed_by', 'created_by'] })
  personalData(k, { table: 'news_column', dealtBy: ['owner_id', 'created_by'] })
  personalData(k, { table: 'service_item', dealtBy: ['consent_by', 'created_by'] })
  personalData(k, { table: 'finance_product', dealtBy: ['consent_by', 'created_by'] })
}
