import { contentCodes } from '../../contract/content/states.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { surelyFound } from '../search/index.ts'
import { publicText } from './visible.ts'

interface Row {
  id: number
  publish_time: string
  close: number
  any: number
}
const newsKind = {
  table: 'news',
  columns: 'p.title, p.summary, p.source',
  said: ({ title, summary, source }: Row & { title: string; summary: string; source: string }) => ({ title, summary, issuer: source }),
}
/** Public articles that surely answer the words, best first. */
export const findNews = (k: Kernel, words: string): Promise<number[]> =>
  surelyFound(k, words, { ...newsKind, where: (values) => publicText(values.bind(k.clock.now().toISOString(), 'timestamptz')) })

/** Whether one article, public or not yet, surely answers the words. */
export const answersWords = async (k: Kernel, id: number, words: string): Promise<boolean> =>
  (await surelyFound(k, words, { ...newsKind, where: (values) => `p.id = ${values.bind(id, 'bigint')}` })).length > 0

/** Condition on services and products: what visitors see. */
export const ON_SHELF = `p.state = ${contentCodes.code.published} and not p.deleted`

/** Published services that surely answer the words. */
export const findServices = (k: Kernel, words: string): Promise<number[]> =>
  surelyFound<Row & { title: string; summary: string; provider: string; category: string; for_whom: string }>(k, words, {
    table: 'service_item',
    where: () => ON_SHELF,
    columns: 'p.title, p.summary, p.provider, p.category, p.for_whom',
    said: (row) => ({ title: row.title, summary: `${row.summary} ${row.for_whom}`, labels: row.category, issuer: row.provider }),
  })

/** Published bank products that surely answer the words; `typeOf` gives the name of a product type. */
export const findProducts = (k: Kernel, words: string, typeOf: (code: string) => string): Promise<number[]> =>
  surelyFound<Row & { name: string; bank: string; product_type: string; target: string; features: string }>(k, words, {
    table: 'finance_product',
    where: () => ON_SHELF,
    columns: 'p.name, p.bank, p.product_type, p.target, p.features',
    said: (row) => ({
      title: row.name,
      summary: `${row.target} ${row.features}`,
      labels: `贷款 ${typeOf(row.product_type)}`,
      issuer: row.bank,
    }),
  })
