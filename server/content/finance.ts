import { sql, type Insertable } from 'kysely'
import { contentCodes, type ShelfMove } from '../../contract/content/states.ts'
import type { finance, FinanceProduct, SaveProduct } from '../../contract/content/finance.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { inFen, inWan } from '../../contract/money.ts'
import type { FinanceProductTable } from '../../db/tables/content.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { invalid, invalidField, notFound } from '../kernel/errors.ts'
import { allowed, move, note } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { conditionFaults } from '../matching/index.ts'
import { consentOf } from './consent.ts'
import { financeFlow, type ShelfStanding } from './flow.ts'
import { orderedIds } from './order.ts'
import { managesServices, managing } from './rights.ts'
import { changing } from './visible.ts'

const { published } = contentCodes.code
const OBJECT = 'financeProduct'
const dictionaries = { type: 'productType', guarantee: 'guaranteeMode', term: 'loanTerm', repay: 'repayMode' } as const
type Named = Record<keyof typeof dictionaries, ReadonlyMap<string, string>>
const rowsOf = (db: Db) => db.selectFrom('finance_product').selectAll().execute()
type Row = Awaited<ReturnType<typeof rowsOf>>[number]
const standing = (row: Row) => ({ ...row, state: row.state as ShelfStanding['state'] })
export const productGone = () => notFound('该金融产品不存在或已下架')

async function names(db: Db): Promise<Named> {
  const rows = await db
    .selectFrom('dict_value')
    .select(['dict_type', 'value', 'label'])
    .where('dict_type', 'in', Object.values(dictionaries))
    .where('enabled', '=', true)
    .orderBy('sort')
    .execute()
  const of = (type: string) => new Map(rows.filter((row) => row.dict_type === type).map((row) => [row.value, row.label]))
  return { type: of(dictionaries.type), guarantee: of(dictionaries.guarantee), term: of(dictionaries.term), repay: of(dictionaries.repay) }
}

export async function financeOptions(k: Kernel) {
  const named = await names(k.db)
  const of = (key: keyof Named) => [...named[key]].map(([value, label]) => ({ value, label }))
  return { type: of('type'), guarantee: of('guarantee'), term: of('term'), repay: of('repay') }
}

function productOf(row: Row, named: Named, staff: Actor | null): FinanceProduct {
  const words = (key: keyof Named, codes: readonly string[]) => codes.map((code) => named[key].get(code) ?? code)
  return {
    id: row.id,
    name: row.name,
    bank: row.bank,
    productType: row.product_type,
    productTypeName: named.type.get(row.product_type) ?? row.product_type,
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
      allowed: allowed(financeFlow, staff, standing(row)),
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
  const named = await names(k.db)
  return { total, list: rows.map((row) => productOf(row, named, staff)) }
}

/** Published products, in the order of the ids; one that is not public is refused as absent. */
export async function publicProducts(k: Kernel, ids: readonly number[]): Promise<FinanceProduct[]> {
  const rows = await k.db
    .selectFrom('finance_product')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('state', '=', published)
    .where('deleted', '=', false)
    .execute()
  const named = await names(k.db)
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) throw productGone()
    return productOf(row, named, null)
  })
}

/** Published products with conditions, for the engine. */
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

async function lock(db: Db, id: number) {
  const row = await db
    .selectFrom('finance_product')
    .selectAll()
    .where('id', '=', id)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw productGone()
  return standing(row)
}

/** Codes that the dictionaries do not know, at their fields; conditions that the engine cannot use. */
async function refuseUnknown(db: Db, asked: SaveProduct): Promise<void> {
  const named = await names(db)
  const lists = {
    productType: ['type', [asked.productType]],
    terms: ['term', asked.terms],
    guarantees: ['guarantee', asked.guarantees],
    repays: ['repay', asked.repays],
  } as const
  for (const [field, [key, codes]] of Object.entries(lists))
    if (codes.some((code) => !named[key].has(code))) throw invalidField(field, '含有不认识的选项')
  const faults = asked.rule ? conditionFaults(asked.rule, 'rule') : []
  if (faults.length > 0) throw invalid(faults.slice(0, 50))
}

export const saveProduct = (k: Kernel, call: Call, asked: SaveProduct) =>
  changing(k, async (db) => {
    const actor = signedIn(call.actor)
    await refuseUnknown(db, asked)
    const old = asked.id === undefined ? undefined : await lock(db, asked.id)
    const columns = {
      name: asked.name,
      bank: asked.bank,
      product_type: asked.productType,
      min_amount: inFen(asked.minAmount),
      max_amount: inFen(asked.maxAmount),
      rate_min: String(asked.rateMin),
      rate_max: String(asked.rateMax),
      terms: asked.terms,
      guarantees: asked.guarantees,
      repays: asked.repays,
      approve_days: asked.approveDays ?? null,
      target: asked.target,
      conditions_text: asked.conditions,
      materials: asked.materials,
      features: asked.features,
      manager: asked.manager,
      manager_phone: asked.managerPhone,
      rule: asked.rule === undefined ? undefined : asked.rule === null ? null : JSON.stringify(asked.rule),
      ...consentOf(k, actor, asked.consent, old),
    }
    const detail = { name: asked.name, consent: asked.consent }
    if (!old) return begin(k, db, call, actor, columns, detail)
    const { version } = await move(db, call, financeFlow, old, {
      move: 'edit',
      version: asked.version ?? old.version,
      set: columns,
      detail,
    })
    return { id: old.id, version }
  })

type Columns = Omit<Insertable<FinanceProductTable>, 'sort' | 'created_by'>
async function begin(k: Kernel, db: Db, call: Call, actor: Actor, columns: Columns, detail: { name: string; consent: boolean }) {
  const { last } = await db
    .selectFrom('finance_product')
    .select((e) => e.fn.coalesce(e.fn.max('sort'), e.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  const row = await db
    .insertInto('finance_product')
    .values({ ...columns, sort: last + 1, created_by: actor.userId, created_at: k.clock.now(), updated_at: k.clock.now() })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await note(db, call, financeFlow, { id: row.id, version: row.version, move: 'create', from: null, to: 0 })
  await audit(db, call, { action: 'financeProduct.add', objectType: OBJECT, objectId: row.id, detail })
  return row
}

export const moveProduct = (
  k: Kernel,
  call: Call,
  name: Exclude<ShelfMove, 'edit'>,
  { id, version }: { id: number; version?: number | undefined },
) =>
  changing(k, async (db) => {
    const row = await lock(db, id)
    const set = name === 'publish' ? { publish_time: row.publish_time ?? k.clock.now() } : {}
    return {
      id,
      ...(await move(db, call, financeFlow, row, { move: name, version: version ?? row.version, set, detail: { name: row.name } })),
    }
  })

export const orderProduct = (
  k: Kernel,
  call: Call,
  { id, ...to }: { id: number; direction?: 'up' | 'down' | undefined; order?: number | undefined },
) =>
  changing<true>(k, async (db) => {
    const rows = await db
      .selectFrom('finance_product')
      .select('id')
      .where('deleted', '=', false)
      .orderBy('sort')
      .orderBy('id')
      .forUpdate()
      .execute()
    const ids = rows.map((one) => one.id)
    if (!ids.includes(id)) throw productGone()
    for (const [at, one] of orderedIds(ids, id, to).entries())
      await db
        .updateTable('finance_product')
        .set({ sort: at + 1 })
        .where('id', '=', one)
        .where('sort', '!=', at + 1)
        .execute()
    await audit(db, call, { action: 'financeProduct.move', objectType: OBJECT, objectId: id })
    return true
  })
