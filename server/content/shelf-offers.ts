import { sql } from 'kysely'
import { contentCodes } from '../../contract/content/states.ts'
import { inWan } from '../../contract/money.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dictionaryColumn } from '../kernel/offers/dictionary-uses.ts'
import { addSearchSource, rankedPage, type Hit } from '../search/index.ts'
import { findProducts, findServices } from './find.ts'
import { productDictionaries, productNames } from './products.ts'
import { shelfWords } from './shelf-words.ts'

const { published } = contentCodes.code
const SERVICE_PAGES = { law: '/page/commercialLaw', quality: '/page/quality' } as const

const timeOf = (at: string | null) => at && new Date(at).toISOString()

async function serviceHits(k: Kernel, ids: readonly number[]): Promise<Hit[]> {
  if (ids.length === 0) return []
  const rows = await k.db
    .selectFrom('service_item')
    .select(['id', 'kind', 'title', 'summary', 'publish_time'])
    .where('id', 'in', ids)
    .where('state', '=', published)
    .where('deleted', '=', false)
    .orderBy(sql`array_position(${ids}::bigint[], id)`)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    title: row.title,
    summary: row.summary,
    url: `${SERVICE_PAGES[row.kind]}#service-${row.id}`,
    time: timeOf(row.publish_time),
  }))
}

async function productHits(k: Kernel, ids: readonly number[]): Promise<Hit[]> {
  if (ids.length === 0) return []
  const rows = await k.db
    .selectFrom('finance_product')
    .selectAll()
    .where('id', 'in', ids)
    .where('state', '=', published)
    .where('deleted', '=', false)
    .orderBy(sql`array_position(${ids}::bigint[], id)`)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    title: row.name,
    summary: `${row.bank}，${inWan(row.min_amount)} 至 ${inWan(row.max_amount)} 万元，年利率 ${Number(row.rate_min)}% 至 ${Number(row.rate_max)}%${row.target && `，面向${row.target}`}`,
    url: `/page/financialService?ids=${row.id}`,
    time: timeOf(row.publish_time),
  }))
}

/**
 * Services and products do not count in the word statistics of the search. A hundred short entries with the names of offices and banks had
 * made these words common, and questions about an office were answered with policies.
 */
const NOT_COUNTED = 'select p.search from service_item p where false'

/** Adds services and bank products to the site search (ADR 0570), and says which dictionaries the products use. */
export function offerShelf(k: Kernel): void {
  const { type: kind, term, guarantee, repay } = productDictionaries
  dictionaryColumn(k, kind, '金融产品的类型', 'finance_product.product_type', { marked: true })
  dictionaryColumn(k, term, '金融产品的期限', 'finance_product.terms', { list: true, marked: true })
  dictionaryColumn(k, guarantee, '金融产品的担保方式', 'finance_product.guarantees', { list: true, marked: true })
  dictionaryColumn(k, repay, '金融产品的还款方式', 'finance_product.repays', { list: true, marked: true })
  addSearchSource(k, {
    type: 'service',
    label: '服务',
    vectors: NOT_COUNTED,
    rewrite: shelfWords.service_item.rewrite,
    async find(kernel, keyword, page) {
      const ids = await findServices(kernel, keyword)
      return { total: ids.length, list: await serviceHits(kernel, rankedPage(ids, page)) }
    },
  })
  addSearchSource(k, {
    type: 'finance',
    label: '金融产品',
    vectors: NOT_COUNTED,
    rewrite: shelfWords.finance_product.rewrite,
    async find(kernel, keyword, page) {
      const { type } = await productNames(kernel.db)
      const ids = await findProducts(kernel, keyword, (code) => type.get(code) ?? '')
      return { total: ids.length, list: await productHits(kernel, rankedPage(ids, page)) }
    },
  })
}
