import { hasSealedColumns } from '../kernel/access/pii-rotation.ts'
import { personalData } from '../kernel/access/personal-data.ts'
import type { Kernel } from '../kernel/kernel.ts'

export function offerCallPersonalData(k: Kernel): void {
  personalData(k, { table: 'call_record', dealtBy: ['agent_id'] })
  personalData(k, { table: 'call_callback', dealtBy: ['taken_by'] })
  personalData(k, {
    table: 'call_agent',
    own: { title: '坐席状态', by: 'user_id', copy: { 分机: 'extension', 时间: 'since' }, end: 'erase' },
  })
  hasSealedColumns(
    k,
    { table: 'call_record', id: 'id', columns: { phone_sealed: 'phone_index', contact_sealed: null } },
    { table: 'call_callback', id: 'id', columns: { phone_sealed: 'phone_index' } },
  )
}
