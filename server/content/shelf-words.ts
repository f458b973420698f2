import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { indexWords, learnWords, SEARCH_FORM, titleLexeme, tsvector } from '../search/index.ts'
import { productNames } from './products.ts'

const BATCH = 100

interface Told {
  title: string
  /** the kind of service or product, in other words than its title */
  labels: string
  summary: string
  body: string
}
const columnsOf = ({ title, labels, summary, body }: Told) => ({
  search: sql<string>`${tsvector(
    [
      { text: title, weight: 'A' },
      { text: labels, weight: 'B' },
      { text: summary, weight: 'C' },
      { text: body, weight: 'D' },
    ],
    [titleLexeme(title)],
  )}::tsvector`,
  search_form: SEARCH_FORM,
})

/** The contact person is not part of the search text: the name is shown only with consent, which can be withdrawn. */
async function toldOfServices(db: Db, ids: readonly number[]): Promise<(Told & { id: number })[]> {
  const rows = await db.selectFrom('service_item').selectAll().where('id', 'in', ids).execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    labels: row.category,
    summary: `${row.summary} ${row.provider} ${row.for_whom}`,
    body: `${row.process} ${row.cost}`,
  }))
}

async function toldOfProducts(db: Db, ids: readonly number[]): Promise<(Told & { id: number })[]> {
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

const shelves = { service_item: toldOfServices, finance_product: toldOfProducts } as const
type Shelf = keyof typeof shelves

/** Writes the search columns of these rows from their current content. */
export async function writeShelfWords(db: Db, shelf: Shelf, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const told = await shelves[shelf](db, ids)
  for (const one of told) await db.updateTable(shelf).set(columnsOf(one)).where('id', '=', one.id).execute()
  await learnWords(
    db,
    told.flatMap(({ title, labels, summary }) => indexWords(`${title} ${labels} ${summary}`)),
  )
}

/** Rewrites search columns of an older form, one batch per call. Returns the number of rows. */
export const rewriteShelf =
  (shelf: Shelf) =>
  async (k: Kernel): Promise<number> => {
    const rows = await k.db
      .selectFrom(shelf)
      .select('id')
      .where('search_form', '<', SEARCH_FORM)
      .orderBy('search_form')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    await writeShelfWords(
      k.db,
      shelf,
      rows.map(({ id }) => id),
    )
    return rows.length
  }
