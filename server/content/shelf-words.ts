import type { Db } from '../kernel/db/index.ts'
import { searchColumns } from '../search/index.ts'
import { productNames } from './products.ts'

/** The contact person is not part of the search text: the name is shown only with consent, which can be withdrawn. */
async function toldOfServices(db: Db, ids: readonly number[]) {
  const rows = await db.selectFrom('service_item').selectAll().where('id', 'in', ids).execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    labels: row.category,
    summary: `${row.summary} ${row.provider} ${row.for_whom}`,
    body: `${row.process} ${row.cost}`,
  }))
}

async function toldOfProducts(db: Db, ids: readonly number[]) {
  const rows = await db.selectFrom('finance_product').selectAll().where('id', 'in', ids).execute()
  const named = await productNames(db)
  return rows.map((row) => ({
    id: row.id,
    title: row.name,
    labels: `贷款 ${named.type.get(row.product_type) ?? ''} ${row.guarantees.map((code) => named.guarantee.get(code) ?? '').join(' ')}`,
    summary: `${row.bank} ${row.target} ${row.features}`,
    body: `${row.conditions_text} ${row.materials}`,
  }))
}

/** The search columns of both shelves. */
export const shelfWords = {
  service_item: searchColumns('service_item', toldOfServices),
  finance_product: searchColumns('finance_product', toldOfProducts),
} as const
