import type { Insertable, Selectable } from 'kysely'
import type { ShelfMove } from '../../contract/content/states.ts'
import type { SaveProduct } from '../../contract/content/finance.ts'
import { inFen } from '../../contract/money.ts'
import type { FinanceProductTable } from '../../db/tables/content.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalid, invalidField } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { conditionFaults } from '../matching/index.ts'
import { consentOf } from './consent.ts'
import { financeFlow } from './flow.ts'
import { orderedIds } from './order.ts'
import { productChoices, productGone, productStanding } from './products.ts'
import { shelfWords } from './shelf-words.ts'
import { changing } from './visible.ts'

const OBJECT = 'financeProduct'

const lock = async (db: Db, id: number) =>
  productStanding(
    await db
      .selectFrom('finance_product')
      .selectAll()
      .where('id', '=', id)
      .where('deleted', '=', false)
      .forUpdate()
      .executeTakeFirstOrThrow(productGone),
  )

/** Refuses codes that the dictionaries do not offer (a product keeps those that it had), at their fields, and conditions that the engine cannot use. */
async function refuseUnknown(
  db: Db,
  asked: SaveProduct,
  old: Pick<Selectable<FinanceProductTable>, 'product_type' | 'terms' | 'guarantees' | 'repays'> | undefined,
): Promise<void> {
  const named = await productChoices(db)
  const lists = {
    productType: ['type', [asked.productType], [old?.product_type]],
    terms: ['term', asked.terms, old?.terms ?? []],
    guarantees: ['guarantee', asked.guarantees, old?.guarantees ?? []],
    repays: ['repay', asked.repays, old?.repays ?? []],
  } as const
  for (const [field, [key, codes, kept]] of Object.entries(lists))
    if (codes.some((code) => !named[key].has(code) && !(kept as unknown[]).includes(code))) throw invalidField(field, '含有不认识的选项')
  const faults = asked.rule ? conditionFaults(asked.rule, 'rule') : []
  if (faults.length > 0) throw invalid(faults.slice(0, 50))
}

export const saveProduct = (k: Kernel, call: Call, asked: SaveProduct) =>
  changing(k, async (db) => {
    const actor = signedIn(call.actor)
    const old = asked.id === undefined ? undefined : await lock(db, asked.id)
    await refuseUnknown(db, asked, old)
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
      ...consentOf(k, actor, asked.consent, old, old?.manager === asked.manager && old.manager_phone === asked.managerPhone),
    }
    const detail = { name: asked.name, consent: asked.consent }
    if (!old) {
      const made = await begin(k, db, call, actor, columns, detail)
      await shelfWords.finance_product.write(db, [made.id])
      return made
    }
    const { version } = await move(db, call, financeFlow, old, {
      move: 'edit',
      version: asked.version ?? old.version,
      set: columns,
      detail,
    })
    await shelfWords.finance_product.write(db, [old.id])
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
