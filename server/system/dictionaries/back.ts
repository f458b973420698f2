import { sql } from 'kysely'
import { dictColors, type DictColor, DICT_DEPTH } from '../../../contract/dictionary.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { takingBack } from '../../kernel/taking-back.ts'
import { refuseWrongPlace } from '../../kernel/trees.ts'
import { changesOf, only, putBack } from '../../kernel/way-back.ts'
import { changingDictionaries } from './changed.ts'
import { refuseUsed } from './uses.ts'

/** 修改记录 of dictionaries and of the values of one dictionary, and the way back (ADR 0993). */
export const TYPE_KIND = 'dictType'
export const valueKind = (type: string): string => `dictValue:${type}`

export const keptType = ['code', 'name', 'remark', 'enabled'] as const
export const keptValue = ['dict_type', 'value', 'label', 'parent', 'sort', 'enabled', 'remark', 'color'] as const
interface TypeValues extends Record<string, unknown> {
  code: string
  name: string
  remark: string
  enabled: boolean
}
interface ValueValues extends Record<string, unknown> {
  dict_type: string
  value: string
  label: string
  parent: string | null
  sort: number
  enabled: boolean
  remark: string
  color: DictColor
}
/** A deleted dictionary is kept with its values. */
type DeletedType = TypeValues & { values?: (ValueValues & { id: number })[] }

export const valueValues = (row: ValueValues): ValueValues => only(row, keptValue)
/** Locks a dictionary while the places of its values change, because two parallel moves could form a circle. */
export const alone = (db: Db, type: string) => sql`select pg_advisory_xact_lock(740431, hashtext(${type}))`.execute(db)

/** The values of a dictionary as they are kept when it is deleted. */
export const valuesOfType = (db: Db, code: string) =>
  db
    .selectFrom('dict_value')
    .select(['id', 'version', ...keptValue])
    .where('dict_type', '=', code)
    .orderBy('sort')
    .execute()

const onOff = (value: unknown): string => (value ? '启用' : '停用')
const typeLabels = { name: '名称', enabled: '状态', remark: '备注' }
const valueLabels = { label: '名称', parent: '上级代码', enabled: '状态', color: '颜色', remark: '备注', place: '位置' }
const colorWord = (value: unknown): string => dictColors[value as DictColor] || '不设'

export const typeWords = { labels: typeLabels, say: { enabled: onOff } }
export const valueWords = { labels: valueLabels, say: { enabled: onOff, color: colorWord } }

export const typeHistory = (k: Kernel, asked: { page: number; pageSize: number }) =>
  changesOf(k, TYPE_KIND, typeLabels, asked, typeWords.say)
export const valueHistory = (k: Kernel, { dictTypeCode, ...asked }: { dictTypeCode: string; page: number; pageSize: number }) =>
  changesOf(k, valueKind(dictTypeCode), valueLabels, asked, valueWords.say)

export const undoType = takingBack<DeletedType>({
  kind: TYPE_KIND,
  action: 'dict.undo',
  objectType: 'dict_type',
  changing: changingDictionaries,
  lockRow: (db, id) => db.selectFrom('dict_type').select('id').where('id', '=', id).forUpdate().execute(),
  async drop(db, id, _call, k) {
    const { code } = await db.selectFrom('dict_type').select('code').where('id', '=', id).executeTakeFirstOrThrow()
    await refuseUsed(k, db, code, '这个字典')
    if ((await valuesOfType(db, code)).length > 0) throw refused('这个字典里已有值，请先删除它们', 'IN_USE')
    await db.deleteFrom('dict_type').where('id', '=', id).execute()
  },
  async bring(db, id, { values = [], ...type }) {
    const twin = await db
      .selectFrom('dict_type')
      .select('code')
      .where(sql`lower(code)`, '=', type.code.toLowerCase())
      .executeTakeFirst()
    if (twin) throw refused(`已有代码为 ${twin.code} 的字典，不能恢复`)
    await putBack(db, 'dict_type', [{ ...type, id }])
    // One statement, so that a value may stand before its parent.
    await putBack(db, 'dict_value', values)
  },
  change: (db, id, values) =>
    db
      .updateTable('dict_type')
      .set((e) => ({ ...values, version: e('version', '+', 1) }))
      .where('id', '=', id)
      .execute(),
})

/** What restoring a value must not break: its parent is there and not below it, and no other of the level has its name. */
async function refuseUnfit(db: Db, values: ValueValues, id: number | undefined): Promise<void> {
  const rows = await db
    .selectFrom('dict_value as v')
    .leftJoin('dict_value as up', (j) => j.onRef('up.dict_type', '=', 'v.dict_type').onRef('up.value', '=', 'v.parent'))
    .select(['v.id', 'v.value', 'v.label', 'v.parent', 'up.id as parent_id'])
    .where('v.dict_type', '=', values.dict_type)
    .execute()
  if (rows.some((row) => row.id !== id && row.value === values.value)) throw refused(`已有代码为 ${values.value} 的值，不能恢复`)
  const parent = values.parent === null ? null : (rows.find((row) => row.value === values.parent)?.id ?? -1)
  refuseWrongPlace(rows, id, parent, DICT_DEPTH, '字典值')
  if (rows.some((row) => row.id !== id && row.parent === values.parent && row.label === values.label))
    throw refused(`同级已有名称“${values.label}”，不能恢复`)
}

const undoOf = (type: string) =>
  takingBack<ValueValues>({
    kind: valueKind(type),
    action: 'dict.value.undo',
    objectType: 'dict_value',
    changing: changingDictionaries,
    lockRow: async (db, id) => {
      await alone(db, type)
      await db.selectFrom('dict_value').select('id').where('id', '=', id).forUpdate().execute()
    },
    async drop(db, id, _call, k) {
      const row = await db.selectFrom('dict_value').select(['value', 'label']).where('id', '=', id).executeTakeFirstOrThrow()
      await refuseUsed(k, db, type, `“${row.label}”`, [row.value])
      const below = await db
        .selectFrom('dict_value')
        .select('label')
        .where('dict_type', '=', type)
        .where('parent', '=', row.value)
        .executeTakeFirst()
      if (below) throw refused(`请先删除或移走下级“${below.label}”`, 'IN_USE')
      await db.deleteFrom('dict_value').where('id', '=', id).execute()
    },
    async bring(db, id, values) {
      await refuseUnfit(db, values, undefined)
      await putBack(db, 'dict_value', [{ ...values, id }])
    },
    async change(db, id, values, before) {
      await refuseUnfit(db, before, id)
      await db
        .updateTable('dict_value')
        .set((e) => ({ ...values, version: e('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },
    async place(db, id, place) {
      const { parent } = await db.selectFrom('dict_value').select('parent').where('id', '=', id).executeTakeFirstOrThrow()
      const others = (await levelOf(db, type, parent)).filter((one) => one !== id)
      await putInOrder(db, others.toSpliced(place - 1, 0, id))
    },
  })
export const undoValue = async (k: Kernel, call: Call, { id, dictTypeCode }: { id: number; dictTypeCode: string }): Promise<true> => {
  const type = await k.db.selectFrom('dict_type').select('code').where('code', '=', dictTypeCode).executeTakeFirst()
  if (!type) throw notFound('该字典不存在或已被删除')
  return undoOf(dictTypeCode)(k, call, id)
}

/** The ids of one level in their order. */
export const levelOf = async (db: Db, type: string, parent: string | null): Promise<number[]> =>
  (
    await db
      .selectFrom('dict_value')
      .select('id')
      .where('dict_type', '=', type)
      .where('parent', 'is not distinct from', parent)
      .orderBy('sort')
      .orderBy('id')
      .execute()
  ).map((row) => row.id)
export const putInOrder = (db: Db, order: readonly number[]) =>
  sql`update dict_value v set sort = o.sort from unnest(${[...order]}::bigint[]) with ordinality o(id, sort) where v.id = o.id`.execute(db)
