import { hasSealedColumns } from '../kernel/access/pii-rotation.ts'
import { personalData } from '../kernel/access/personal-data.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Messages belong to numbers, not to accounts, and are deleted after 400 days. Staff are named on what they wrote and approved. */
export function offerSmsPersonalData(k: Kernel): void {
  personalData(k, { table: 'sms_template', dealtBy: ['created_by', 'reviewed_by'] })
  personalData(k, { table: 'sms_send', dealtBy: ['created_by', 'changed_by', 'reviewed_by'] })
  personalData(k, { table: 'sms_choice', dealtBy: ['updated_by'] })
  personalData(k, { table: 'sms_limit', dealtBy: ['updated_by'] })
  hasSealedColumns(k, { table: 'sms_send', id: 'id', columns: { persons_sealed: null } })
  hasSealedColumns(k, {
    table: 'sms_message',
    id: 'id',
    columns: { name_sealed: null, phone_sealed: 'phone_index', content_sealed: null },
  })
  hasSealedColumns(k, { table: 'sms_person', id: 'id', columns: { phone_sealed: 'phone_index', name_sealed: null } })
  hasSealedColumns(k, { table: 'sms_choice', id: 'id', columns: { phone_sealed: 'phone_index' } })
}
