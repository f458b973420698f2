import { sql } from 'kysely'
import type { expansion as endpoints } from '../../../contract/company/expansion.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'

type Order = Parsed<typeof endpoints.order>['body']

/**
 * Sets the order of tables and of the fields of tables, all or nothing. The named ones exchange the places that they have among themselves,
 * so that a page or filtered list can be ordered without moving what it does not show.
 */
export async function saveOrder(k: Kernel, call: Call, order: Order): Promise<true> {
  return k.db.transaction().execute(async (db) => {
    if (order.tables.length > 0) {
      const all = await db.selectFrom('expansion_table').select('id').orderBy('sort').orderBy('id').forUpdate().execute()
      await shareOut(db, 'expansion_table', all, order.tables)
    }
    if (order.fields.length > 0) {
      const all = await db
        .selectFrom('expansion_field')
        .select('id')
        .where('table_id', 'in', (e) =>
          e
            .selectFrom('expansion_field')
            .select('table_id')
            .where(
              'id',
              'in',
              order.fields.map((f) => f.id),
            ),
        )
        .orderBy('table_id')
        .orderBy('sort')
        .orderBy('id')
        .forUpdate()
        .execute()
      await shareOut(db, 'expansion_field', all, order.fields)
    }
    await audit(db, call, {
      action: 'expansion.order',
      objectType: 'expansionTable',
      detail: { tables: order.tables.length, fields: order.fields.length },
    })
    return true as const
  })
}

async function shareOut(
  db: Db,
  table: 'expansion_table' | 'expansion_field',
  all: readonly { id: number }[],
  named: readonly { id: number; order: number }[],
): Promise<void> {
  const moved = [...new Map(named.map((one) => [one.id, one.order]))].toSorted((a, b) => a[1] - b[1]).map(([id]) => id)
  const among = new Set(moved)
  if (all.filter((one) => among.has(one.id)).length !== moved.length) throw notFound('部分内容不存在，请刷新后重试')
  let next = 0
  const ids = all.map((one) => (among.has(one.id) ? moved[next++]! : one.id))
  await sql`
    update ${sql.table(table)} t set sort = o.place - 1
    from unnest(${ids}::bigint[]) with ordinality as o (id, place)
    where t.id = o.id and t.sort <> o.place - 1
  `.execute(db)
}
