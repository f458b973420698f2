import type { expansion as endpoints } from '../../../contract/company/expansion.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { audit } from '../../kernel/audit.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'

/** The order of tables and of the fields of a table, all or none. */
export async function saveOrder(k: Kernel, call: Call, order: Parsed<typeof endpoints.order>['body']): Promise<true> {
  return k.db.transaction().execute(async (db) => {
    for (const [table, list] of [
      ['expansion_table', order.tables],
      ['expansion_field', order.fields],
    ] as const) {
      if (list.length === 0) continue
      const known = await db
        .selectFrom(table)
        .select('id')
        .where(
          'id',
          'in',
          list.map((one) => one.id),
        )
        .execute()
      if (known.length !== new Set(list.map((one) => one.id)).size) throw notFound('部分内容不存在，请刷新后重试')
      for (const one of list) await db.updateTable(table).set({ sort: one.order }).where('id', '=', one.id).execute()
    }
    await audit(db, call, {
      action: 'expansion.order',
      objectType: 'expansionTable',
      detail: { tables: order.tables.length, fields: order.fields.length },
    })
    return true as const
  })
}
