import type { expansion as endpoints } from '../../../contract/company/expansion.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { Db } from '../../kernel/db/index.ts'
import { likeText } from '../../kernel/db/like.ts'
import { headOf } from './tables.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'

/** Tables with the number of their fields, rows and companies. There are few tables, so one grouped query counts all. */
export async function listTables(db: Db, q: Parsed<typeof endpoints.list>['query']) {
  let base = db.selectFrom('expansion_table as t')
  if (q.tableName) base = base.where('t.name', 'like', likeText(q.tableName))
  if (q.businessType) base = base.where('t.business_type', '=', q.businessType)
  if (q.enableFlag !== undefined) base = base.where('t.enabled', '=', q.enableFlag === 1)
  const { total, rows } = await pageOf(
    base,
    q,
    (page) => page.orderBy('t.sort').orderBy('t.id'),
    (page) =>
      page.selectAll('t').select((e) =>
        e
          .selectFrom('expansion_field as f')
          .whereRef('f.table_id', '=', 't.id')
          .where('f.enabled', '=', true)
          .select((i) => i.fn.countAll<number>().as('n'))
          .as('field_count'),
      ),
  )
  const counts = rows.length
    ? await db
        .selectFrom('expansion_row')
        .select((e) => ['table_id', e.fn.countAll<number>().as('rows'), e.fn.count<number>('company_id').distinct().as('companies')])
        .where(
          'table_id',
          'in',
          rows.map((r) => r.id),
        )
        .groupBy('table_id')
        .execute()
    : []
  return {
    total,
    list: rows.map((t) => {
      const count = counts.find((c) => c.table_id === t.id)
      return {
        ...headOf(t),
        fieldCount: t.field_count ?? 0,
        rowCount: count?.rows ?? 0,
        companyCount: count?.companies ?? 0,
      }
    }),
  }
}
