import type { z } from 'zod'
import type { TableSetting, tableSettings } from '../../contract/table-setting.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import { refused } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** More settings than the product has tables. */
const MOST = 500

export async function listTableSettings(k: Kernel, { userId }: Actor): Promise<Record<string, z.output<typeof TableSetting>>> {
  const rows = await k.db.selectFrom('table_setting').select(['table_name', 'setting']).where('user_id', '=', userId).execute()
  return Object.fromEntries(rows.map((row) => [row.table_name, row.setting]))
}

export async function saveTableSetting(
  k: Kernel,
  { userId }: Actor,
  { table, setting }: Parsed<typeof tableSettings.save>['body'],
): Promise<true> {
  if (setting === null) {
    await k.db.deleteFrom('table_setting').where('user_id', '=', userId).where('table_name', '=', table).execute()
    return true
  }
  const values = { setting: JSON.stringify(setting), updated_at: k.clock.now() }
  const changed = await k.db
    .updateTable('table_setting')
    .set(values)
    .where('user_id', '=', userId)
    .where('table_name', '=', table)
    .returning('table_name')
    .executeTakeFirst()
  if (changed) return true
  const { n } = await k.db
    .selectFrom('table_setting')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (n >= MOST) throw refused('列设置过多，请先把不用的表恢复默认', 'TOO_MANY')
  await k.db
    .insertInto('table_setting')
    .values({ user_id: userId, table_name: table, ...values })
    .onConflict((c) => c.columns(['user_id', 'table_name']).doUpdateSet(values))
    .execute()
  return true
}
