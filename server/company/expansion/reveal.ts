import type { Actor } from '../../kernel/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { reveal } from '../../kernel/access/reveals.ts'
import { rowsVisibleTo } from './access.ts'
import { isPersonalField, openValues } from './fields.ts'
import { tableById } from './tables.ts'

/** Shows a masked value in clear; the reason is recorded (P-02). */
export async function revealValue(
  k: Kernel,
  call: Call,
  actor: Actor,
  input: { id: number; fieldKey: string; reason: string },
): Promise<{ value: string }> {
  const row = await k.db
    .selectFrom('expansion_row as r')
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .select(['r.values', 'r.table_id', 'r.company_id'])
    .where('r.id', '=', input.id)
    .where(rowsVisibleTo(actor))
    .executeTakeFirst()
  if (!row) throw notFound('该行数据不存在或已删除')
  const table = await tableById(k.db, row.table_id)
  const field = table.fields.find((f) => f.fieldKey === input.fieldKey && isPersonalField(f))
  const value = field ? openValues(k, [field], row.values)[field.fieldKey] : null
  if (typeof value !== 'string') throw notFound('没有可查看的内容')
  const detail = { row: input.id, field: input.fieldKey, reason: input.reason }
  return reveal(k, call, { domain: 'company', objectType: 'company', objectId: row.company_id, detail }, { open: value })
}
