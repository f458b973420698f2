import { sql } from 'kysely'
import {
  DICT_DEPTH,
  isSystemDict,
  SYSTEM_DICT,
  type DictColor,
  type dictValues,
  type DictUse,
  type DictValue,
} from '../../../contract/dictionary.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { OrderEnds } from '../../../contract/order-ends.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { likeText } from '../../kernel/db/like.ts'
import { dictionaryUses } from '../../kernel/offers/dictionary-uses.ts'
import { conflict, invalidField, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { orderEndsOf } from '../../kernel/lists/order-ends.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { moved, placeIn, refuseWrongPlace } from '../../kernel/trees.ts'
import { keepChange, only } from '../../kernel/way-back.ts'
import { alone, levelOf, putInOrder, valueKind, valueValues } from './back.ts'
import { changingDictionaries } from './changed.ts'

export const gone = () => notFound('该字典值不存在或已被删除')
const values = (db: Db) =>
  db
    .selectFrom('dict_value as v')
    .leftJoin('dict_value as up', (j) => j.onRef('up.dict_type', '=', 'v.dict_type').onRef('up.value', '=', 'v.parent'))
const SHOWN = [
  'v.id',
  'v.dict_type',
  'v.value',
  'v.label',
  'up.id as parent_id',
  'up.label as parent_name',
  'v.sort',
  'v.enabled',
  'v.remark',
  'v.color',
  'v.built_in',
  'v.version',
] as const
const childNum = sql<number>`(select count(*)::int from dict_value c where c.dict_type = v.dict_type and c.parent = v.value)`.as(
  'child_num',
)

interface Row {
  id: number
  dict_type: string
  value: string
  label: string
  parent_id: number | null
  parent_name: string | null
  sort: number
  enabled: boolean
  remark: string
  color: DictColor
  built_in: boolean
  version: number
  child_num: number
}
const asValue = (row: Row, ends: OrderEnds): DictValue => ({
  id: row.id,
  dictTypeCode: row.dict_type,
  value: row.value,
  label: row.label,
  parentId: row.parent_id,
  parentName: row.parent_name,
  order: row.sort,
  enableFlag: row.enabled ? 1 : 0,
  remark: row.remark,
  color: row.color,
  builtIn: row.built_in,
  childNum: row.child_num,
  ends,
  version: row.version,
})

async function withEnds(k: Kernel, rows: readonly Row[]): Promise<DictValue[]> {
  const ends = await orderEndsOf(k.db, { table: 'dict_value', level: ['dict_type'], parent: 'parent' }, rows)
  return rows.map((row) => asValue(row, ends.get(row.id)!))
}

/**
 * One level of a dictionary in its order, because trees of thousands of values are not read as a whole. A search by words covers every
 * level.
 */
export async function listValues(k: Kernel, q: Parsed<typeof dictValues.list>['query']): Promise<{ total: number; list: DictValue[] }> {
  const { total, rows } = await pageOf(
    values(k.db)
      .where('v.dict_type', '=', q.dictTypeCode)
      .$if(Boolean(q.label), (found) =>
        found.where((e) => e.or([e('v.label', 'ilike', likeText(q.label!)), e('v.value', 'ilike', likeText(q.label!))])),
      )
      .$if(q.parentId !== undefined, (found) => found.where('up.id', '=', q.parentId!))
      .$if(q.parentId === undefined && !q.label, (found) => found.where('v.parent', 'is', null))
      .$if(q.enableFlag !== undefined, (found) => found.where('v.enabled', '=', q.enableFlag === 1)),
    q,
    (page) => page.orderBy('v.sort').orderBy('v.id'),
    (page) => page.select(SHOWN).select(childNum),
  )
  return { total, list: await withEnds(k, rows) }
}

export async function valueById(k: Kernel, id: number): Promise<DictValue & { uses: DictUse[] }> {
  const row = await values(k.db).where('v.id', '=', id).select(SHOWN).select(childNum).executeTakeFirst()
  if (!row) throw gone()
  const [value] = await withEnds(k, [row])
  return { ...value!, uses: await dictionaryUses(k, k.db, row.dict_type, [row.value]) }
}

/** Every value of a dictionary in its order, so that a parent can be chosen. */
export const parentsOf = (k: Kernel, dictTypeCode: string) =>
  values(k.db)
    .where('v.dict_type', '=', dictTypeCode)
    .select(['v.id', 'v.label', 'up.id as parentId'])
    .orderBy('v.sort')
    .orderBy('v.id')
    .execute()

interface Value {
  label: string
  remark: string
  color: string
  enabled: boolean
  parent: string | null
}
/** A value as the audit log shows it. */
export const loggedValue = (row: Value): Value => only(row, ['label', 'remark', 'color', 'enabled', 'parent'])

/** Adds a value at the end of its level, or changes one. Records store its code, so the code never changes. */
export const saveValue = (k: Kernel, call: Call, asked: Parsed<typeof dictValues.save>['body']): Promise<{ id: number }> =>
  changingDictionaries(k, (db) => putValue(db, call, asked))

/** The same in the transaction of a change that waited for its time. */
export async function putValue(
  db: Db,
  call: Call,
  { id, version, dictTypeCode, value, label, parentId, enableFlag, remark, color }: Parsed<typeof dictValues.save>['body'],
): Promise<{ id: number }> {
  if (isSystemDict(dictTypeCode)) throw invalidField('label', SYSTEM_DICT)
  await alone(db, dictTypeCode)
  const rows = await values(db)
    .where('v.dict_type', '=', dictTypeCode)
    .select(['v.id', 'v.value', 'v.label', 'v.parent', 'up.id as parent_id', 'v.sort', 'v.enabled', 'v.remark', 'v.color'])
    .execute()
  if (rows.length === 0 && !(await db.selectFrom('dict_type').select('id').where('code', '=', dictTypeCode).executeTakeFirst()))
    throw invalidField('dictTypeCode', '该字典不存在或已被删除')
  const old = rows.find((row) => row.id === id)
  if (id !== undefined && !old) throw gone()
  if (old && old.value !== value) throw invalidField('value', '代码在新增之后不能修改')
  const twin = old ? undefined : rows.find((row) => row.value.toLowerCase() === value.toLowerCase())
  if (twin) throw invalidField('value', twin.value === value ? '已有这个代码的值' : `已有只差大小写的代码 ${twin.value}，请换一个`)
  refuseWrongPlace(rows, id, parentId ?? null, DICT_DEPTH, '字典值')
  const level = rows.filter((row) => row.parent_id === (parentId ?? null))
  if (level.some((row) => row.id !== id && row.label === label)) throw invalidField('label', '同级已有这个名称')
  const stays = old?.parent_id === (parentId ?? null)
  const columns = {
    label,
    remark,
    color,
    parent: rows.find((row) => row.id === parentId)?.value ?? null,
    enabled: enableFlag === 1,
    sort: stays ? old!.sort : Math.max(-1, ...level.map((row) => row.sort)) + 1,
  }
  const saved = old
    ? await db
        .updateTable('dict_value')
        .set((e) => ({ ...columns, version: e('version', '+', 1) }))
        .where('id', '=', id!)
        .where('version', '=', version ?? 0)
        .returning('id')
        .executeTakeFirst()
    : await db
        .insertInto('dict_value')
        .values({ dict_type: dictTypeCode, value, ...columns })
        .returning('id')
        .executeTakeFirst()
  if (!saved) throw conflict()
  const kept = { dict_type: dictTypeCode, value }
  await keepChange(db, call, {
    kind: valueKind(dictTypeCode),
    rowId: saved.id,
    name: label,
    before: old ? valueValues({ ...old, ...kept }) : null,
    after: valueValues({ ...columns, ...kept }),
  })
  await audit(db, call, {
    action: old ? 'dict.value.edit' : 'dict.value.add',
    objectType: 'dict_value',
    objectId: `${dictTypeCode}.${value}`,
    detail: { ...(old ? { before: loggedValue(old) } : {}), after: loggedValue(columns) },
  })
  return saved
}

export const moveValue = (k: Kernel, call: Call, { id, direction }: Parsed<typeof dictValues.move>['body']): Promise<true> =>
  changingDictionaries<true>(k, async (db) => {
    const own = await db.selectFrom('dict_value').select(['dict_type', 'value', 'label', 'parent']).where('id', '=', id).executeTakeFirst()
    if (!own) throw gone()
    if (isSystemDict(own.dict_type)) throw refused(SYSTEM_DICT)
    await alone(db, own.dict_type)
    const before = await levelOf(db, own.dict_type, own.parent)
    const order = moved(before, id, direction)
    await putInOrder(db, order)
    const places = { before: placeIn(before, id), after: placeIn(order, id) }
    if (places.before.place !== places.after.place)
      await keepChange(db, call, { kind: valueKind(own.dict_type), rowId: id, name: own.label, ...places })
    await audit(db, call, {
      action: 'dict.value.move',
      objectType: 'dict_value',
      objectId: `${own.dict_type}.${own.value}`,
      detail: places,
    })
    return true
  })
