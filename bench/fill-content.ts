import pg from 'pg'
import { unchecked, withoutIndexes } from './fill.ts'

/** Bank products; a county never has more. */
const PRODUCTS = 500

/** Copies the seeded public articles until there are `total`, one every five minutes, and the products until there are PRODUCTS. */
export async function fillContent(url: string, total: number): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    await unchecked(db)
    await withoutIndexes(db, 'news', async () => {
      await db.query(
        `with base as materialized (select *, row_number() over (order by id) - 1 as nth, count(*) over () as many from news where shown)
        insert into news (state, column_id, title, summary, content, source, author, publish_time, shown, sort, submitted_by, created_by, search, search_form, created_at, updated_at)
          select 1, b.column_id, b.title || ' ' || n, b.summary, b.content, b.source, b.author, at, true, extract(epoch from at)::bigint, b.submitted_by, b.created_by,
            b.search, b.search_form, at, at
          from (select n, now() - n * interval '5 minutes' as at from generate_series(1, $1::int - (select count(*)::int from news)) n) planned
            join base b on b.nth = n % b.many`,
        [total],
      )
    })
    await db.query(
      `with base as materialized (select *, row_number() over (order by id) - 1 as nth, count(*) over () as many from finance_product where state = 1)
      insert into finance_product (state, name, bank, product_type, min_amount, max_amount, rate_min, rate_max, terms, guarantees, repays, approve_days, target,
          conditions_text, materials, features, rule, sort, publish_time, created_by, search, search_form)
        select 1, b.name || ' ' || n, b.bank, b.product_type, b.min_amount, b.max_amount, b.rate_min, b.rate_max, b.terms, b.guarantees, b.repays, b.approve_days, b.target,
          b.conditions_text, b.materials, b.features, b.rule, n, now(), b.created_by, b.search, b.search_form
        from generate_series(1, $1::int - (select count(*)::int from finance_product)) n join base b on b.nth = n % b.many`,
      [PRODUCTS],
    )
    await db.query('vacuum (analyze) news, finance_product')
  } finally {
    await db.end()
  }
}
