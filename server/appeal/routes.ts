import { sql } from 'kysely'
import type { z } from 'zod'
import { appealSenders } from '../../contract/appeal/states.ts'
import type { SaveAppealRoute } from '../../contract/appeal/routes.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { conflict, invalidField, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import type { DictionaryChoice } from '../kernel/offers/dictionary-choices.ts'

const OBJECT = 'appeal_route'
const gone = () => notFound('该分办规则不存在或已被删除')
/** Company sizes as in the archive; the size is stored with the appeal when it is filed. */
export const sizes = [
  { value: 'above', label: '规模以上企业' },
  { value: 'below', label: '规模以下企业' },
] as const

const joined = (db: Db) =>
  db
    .selectFrom('appeal_route as r')
    .innerJoin('office as o', 'o.id', 'r.office_id')
    .leftJoin('appeal_type as t', 't.id', 'r.type_id')
    .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
    .leftJoin('dict_value as s', (j) => j.on('s.dict_type', '=', 'region').onRef('s.value', '=', 'r.street'))
    .leftJoin('dict_value as i', (j) => j.on('i.dict_type', '=', 'industry').onRef('i.value', '=', 'r.industry'))

export async function listRoutes(
  k: Kernel,
  { keyword, typeId, ...part }: { keyword?: string | undefined; typeId?: number | undefined; page: number; pageSize: number },
) {
  let found = joined(k.db)
  if (typeId !== undefined) found = found.where((e) => e.or([e('r.type_id', '=', typeId), e('t.parent_id', '=', typeId)]))
  if (keyword)
    found = found.where((e) =>
      e.or([e('o.name', 'ilike', likeText(keyword)), e('t.name', 'ilike', likeText(keyword)), e('r.note', 'ilike', likeText(keyword))]),
    )
  const { total, rows } = await pageOf(
    found,
    part,
    (q) => q.orderBy(sql`t.code nulls last`).orderBy('r.id'),
    (q) =>
      q
        .select(['r.id', 'r.version', 'r.type_id', 'r.sender', 'r.street', 'r.industry', 'r.size', 'r.office_id', 'r.note'])
        .select([
          'o.name as office_name',
          't.name as type_name',
          'big.name as big_name',
          's.label as street_name',
          'i.label as industry_name',
        ]),
  )
  const list = rows.map((r) => ({
    id: r.id,
    version: r.version,
    typeId: r.type_id,
    typeName: [r.big_name, r.type_name].filter(Boolean).join(' / ') || '全部类型',
    sender: r.sender,
    street: r.street,
    streetName: r.street === null ? '全部镇街' : (r.street_name ?? r.street),
    industry: r.industry,
    industryName: r.industry === null ? '全部行业' : (r.industry_name ?? r.industry),
    size: r.size,
    sizeName: r.size === null ? '不限规模' : (sizes.find((one) => one.value === r.size)?.label ?? r.size),
    officeId: r.office_id,
    officeName: r.office_name,
    note: r.note,
  }))
  return { total, list }
}

/** Disabled values are marked, because a rule may still name one. */
const words = async (db: Db, type: 'region' | 'industry'): Promise<DictionaryChoice[]> =>
  (
    await db
      .selectFrom('dict_value')
      .select(['value', 'label', 'enabled'])
      .where('dict_type', '=', type)
      .orderBy('parent', (o) => o.asc().nullsFirst())
      .orderBy('sort')
      .limit(1000)
      .execute()
  ).map(({ value, label, enabled }) => ({ value, label, ...(enabled ? {} : { disabled: true as const }) }))

/** The possible conditions of a route: streets of the county, two-digit industries, sizes. */
export async function routeOptions(k: Kernel) {
  const [street, industry] = [await words(k.db, 'region'), await words(k.db, 'industry')]
  return {
    street: street.filter(({ value }) => value.length > 6),
    industry: industry.filter(({ value }) => value.length === 2),
    size: [...sizes],
  }
}

const known = async (db: Db, type: 'region' | 'industry', value: string | undefined, field: string, message: string) => {
  if (value === undefined) return null
  const row = await db.selectFrom('dict_value').select('value').where('dict_type', '=', type).where('value', '=', value).executeTakeFirst()
  if (!row) throw invalidField(field, message)
  return value
}

/** Saves a route; each set of conditions has one office. */
export async function saveRoute(k: Kernel, call: Call, asked: z.output<typeof SaveAppealRoute>): Promise<{ id: number }> {
  return k.db.transaction().execute(async (db) => {
    const office = await db.selectFrom('office').select(['name', 'enabled']).where('id', '=', asked.officeId).executeTakeFirst()
    if (!office?.enabled) throw invalidField('officeId', '该部门不存在或已停用，请另选')
    if (asked.typeId !== undefined && !(await db.selectFrom('appeal_type').select('id').where('id', '=', asked.typeId).executeTakeFirst()))
      throw invalidField('typeId', '请选择诉求类型')
    if (asked.size !== undefined && !sizes.some((one) => one.value === asked.size)) throw invalidField('size', '请选择规模')
    const when = {
      type_id: asked.typeId ?? null,
      sender: asked.sender ?? null,
      street: await known(db, 'region', asked.street, 'street', '请选择镇街'),
      industry: await known(db, 'industry', asked.industry, 'industry', '请选择行业'),
      size: asked.size ?? null,
    }
    const row = { ...when, office_id: asked.officeId, note: asked.note, updated_at: k.clock.now() }
    const detail = { office: office.name, sender: when.sender && appealSenders[when.sender] }
    const same = await sql<{ id: number }>`select id from appeal_route where type_id is not distinct from ${when.type_id}
      and sender is not distinct from ${when.sender} and street is not distinct from ${when.street}
      and industry is not distinct from ${when.industry} and size is not distinct from ${when.size}`.execute(db)
    if (same.rows.some((one) => one.id !== asked.id)) throw invalidField('typeId', '已有条件相同的分办规则，请直接修改')
    if (asked.id === undefined) {
      const { id } = await db.insertInto('appeal_route').values(row).returning('id').executeTakeFirstOrThrow()
      await audit(db, call, { action: 'appealRoute.create', objectType: OBJECT, objectId: id, detail })
      return { id }
    }
    const now = await db.selectFrom('appeal_route').select('version').where('id', '=', asked.id).forUpdate().executeTakeFirst()
    if (!now) throw gone()
    if ((asked.version ?? now.version) !== now.version) throw conflict()
    await db
      .updateTable('appeal_route')
      .set({ ...row, version: now.version + 1 })
      .where('id', '=', asked.id)
      .execute()
    await audit(db, call, { action: 'appealRoute.change', objectType: OBJECT, objectId: asked.id, detail })
    return { id: asked.id }
  })
}

export async function removeRoute(k: Kernel, call: Call, id: number): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    const row = await db.deleteFrom('appeal_route').where('id', '=', id).returning('office_id').executeTakeFirst()
    if (!row) throw gone()
    await audit(db, call, { action: 'appealRoute.delete', objectType: OBJECT, objectId: id, detail: { officeId: row.office_id } })
  })
  return true
}
