import { sql } from 'kysely'
import { contentCodes } from '../../contract/content/states.ts'
import type { finance, FinanceProduct } from '../../contract/content/finance.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { OrderEnds } from '../../contract/order-ends.ts'
import { inFen, inWan } from '../../contract/money.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { notFound } from '../kernel/errors.ts'
import { allowed } from '../kernel/flow.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { choosable, dictionaryChoices, labelsByValue, type DictionaryChoice } from '../kernel/offers/dictionary-choices.ts'
import { orderEndsOf } from '../kernel/lists/order-ends.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { financeFlow, type ShelfStanding } from './flow.ts'
import { managesServices, managing } from './rights.ts'

const { published } = contentCodes.code
export const productDictionaries = { type: 'productType', guarantee: 'guaranteeMode', term: 'loanTerm', repay: 'repayMode' } as const
type Named = Record<keyof typeof productDictionaries, ReadonlyMap<string, string>>
const rowsOf = (db: Db) => db.selectFrom('finance_product').selectAll().execute()
type Row = Awaited<ReturnType<typeof rowsOf>>[number]
export const productStanding = (row: Row) => ({ ...row, state: row.state as ShelfStanding['state'] })
export const productGone = () => notFound('该金融产品不存在或已下架')

async function read(db: Db): Promise<Record<keyof Named, DictionaryChoice[]>> {
  const found = await dictionaryChoices(db, Object.values(productDictionaries))
  const { type, guarantee, term, repay } = productDictionaries
  return { type: found.get(type)!, guarantee: found.get(guarantee)!, term: found.get(term)!, repay: found.get(repay)! }
}
const named = ({ type, guarantee, term, repay }: Record<keyof Named, DictionaryChoice[]>): Named => ({
  type: labelsByValue(type),
  guarantee: labelsByValue(guarantee),
  term: labelsByValue(term),
  repay: labelsByValue(repay),
})

/** Labels of stored values, with those of values that are disabled by now. */
export const productNames = async (db: Db): Promise<Named> => named(await read(db))
/** The values that can be chosen. */
export async function productChoices(db: Db): Promise<Named> {
  const { type, guarantee, term, repay } = await read(db)
  return named({ type: choosable(type), guarantee: choosable(guarantee), term: choosable(term), repay: choosable(repay) })
}
/** For filters and forms; a form shows the label of a disabled value that its product holds. */
export const financeOptions = (k: Kernel) => read(k.db)

function productOf(row: Row, names: Named, staff: Actor | null, ends?: OrderEnds): FinanceProduct {
  const words = (key: keyof Named, codes: readonly string[]) => codes.map((code) => names[key].get(code) ?? code)
  return {
    id: row.id,
    name: row.name,
    bank: row.bank,
    productType: row.product_type,
    productTypeName: names.type.get(row.product_type) ?? row.product_type,
    minAmount: inWan(row.min_amount),
    maxAmount: inWan(row.max_amount),
    rateMin: Number(row.rate_min),
    rateMax: Number(row.rate_max),
    terms: row.terms,
    termNames: words('term', row.terms),
    guarantees: row.guarantees,
    guaranteeNames: words('guarantee', row.guarantees),
    repays: row.repays,
    repayNames: words('repay', row.repays),
    approveDays: row.approve_days,
    target: row.target,
    conditions: row.conditions_text,
    materials: row.materials,
    features: row.features,
    manager: row.consent ? row.manager : '',
    managerPhone: row.consent ? row.manager_phone : '',
    judged: row.rule !== null,
    standing: staff && {
      state: row.state,
      stateName: contentCodes.labels[row.state as 0],
      version: row.version,
      consent: row.consent,
      rule: row.rule,
      allowed: allowed(financeFlow, staff, productStanding(row)),
      ...(ends ? { ends } : {}),
    },
  }
}

type Asked = Parsed<typeof finance.list>['query']
export async function listProducts(k: Kernel, actor: Actor | null, { scope, state, page, pageSize, ...by }: Asked) {
  const staff = managing(actor, scope, managesServices) ? actor : null
  let found = k.db.selectFrom('finance_product').where('deleted', '=', false)
  if (!staff) found = found.where('state', '=', published)
  if (staff && state !== undefined) found = found.where('state', '=', state)
  if (by.keyword) found = found.where((e) => e.or([e('name', 'ilike', likeText(by.keyword!)), e('bank', 'ilike', likeText(by.keyword!))]))
  if (by.type) found = found.where('product_type', '=', by.type)
  if (by.guarantee) found = found.where(sql<boolean>`${by.guarantee} = any(guarantees)`)
  if (by.term) found = found.where(sql<boolean>`${by.term} = any(terms)`)
  if (by.repay) found = found.where(sql<boolean>`${by.repay} = any(repays)`)
  if (by.amount !== undefined) found = found.where('min_amount', '<=', inFen(by.amount)).where('max_amount', '>=', inFen(by.amount))
  if (by.rate !== undefined) found = found.where('rate_min', '<=', String(by.rate))
  const { total, rows } = await pageOf(
    found,
    { page, pageSize },
    (q) => q.orderBy('sort').orderBy('id'),
    (q) => q.selectAll(),
  )
  const ends = staff && (await orderEndsOf(k.db, { table: 'finance_product', among: sql<boolean>`not o.deleted` }, rows))
  const names = await productNames(k.db)
  return { total, list: rows.map((row) => productOf(row, names, staff, ends?.get(row.id))) }
}

/** Published products, in the order of the ids; throws when one is not public. */
export async function publicProducts(k: Kernel, ids: readonly number[]): Promise<FinanceProduct[]> {
  const rows = await k.db
    .selectFrom('finance_product')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('state', '=', published)
    .where('deleted', '=', false)
    .execute()
  const names = await productNames(k.db)
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) throw productGone()
    return productOf(row, names, null)
  })
}

/** Published products with conditions, for matching. */
export const judgedProducts = (k: Kernel) =>
  k.db
    .selectFrom('finance_product')
    .select(['id', 'name', 'bank', 'rule'])
    .where('state', '=', published)
    .where('deleted', '=', false)
    .where('rule', 'is not', null)
    .orderBy('id')
    .limit(1000)
    .execute()
