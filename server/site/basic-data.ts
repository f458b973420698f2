import type { z } from 'zod'
import type { Parsed } from '../../contract/endpoint.ts'
import type { basicData, BasicDataRow, SaveBasicData } from '../../contract/site/basic-data.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import { nameOf, originOf, refuseUnfilled, withCount } from './bound-figures.ts'
import { conflict, invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { kernelOf } from '../kernel/kernel-of.ts'
import { changesOf, keepChange, only, putBack } from '../kernel/way-back.ts'
import type { Db } from '../kernel/db/index.ts'
import { changingSite } from './changed.ts'
import { takingBack } from '../kernel/taking-back.ts'

const gone = () => notFound('该项数据不存在或已被删除')
const OBJECT = 'basicData' as const
interface Row {
  id: number
  version: number
  block: BasicDataRow['block']
  code: string
  name: string
  value: string
  unit: string
  source: string
  as_of: string | null
  figure: string | null
  sort: number
  enabled: boolean
}
const shown = (r: Row): BasicDataRow => ({
  id: r.id,
  version: r.version,
  block: r.block,
  code: r.code,
  name: r.name,
  value: r.value,
  unit: r.unit,
  source: r.source,
  asOf: r.as_of,
  order: r.sort,
  enableFlag: r.enabled ? 1 : 0,
  figure: r.figure,
  figureLabel: '',
  ownName: r.name,
  ownUnit: r.unit,
  fault: '',
})

/** For everybody, enabled entries; for users who manage them, all. */
export async function listBasicData(k: Kernel, actor: Actor | null, q: Parsed<typeof basicData.list>['query']) {
  let found = k.db.selectFrom('basic_data as d')
  if (q.block) found = found.where('d.block', '=', q.block)
  const isStaff = actor?.permissions.has('site:manage') ?? false
  if (!isStaff) found = found.where('d.enabled', '=', true)
  const { total, rows } = await pageOf(
    found,
    q,
    (p) => p.orderBy('d.block').orderBy('d.sort').orderBy('d.id'),
    (p) => p.selectAll('d'),
  )
  const list = await Promise.all(rows.map((row) => withCount(k, shown(row))))
  if (isStaff) return { total, list }
  // What cannot be counted is not shown.
  const counted = list.filter(({ fault }) => fault === '')
  return { total: total - (list.length - counted.length), list: counted }
}

export async function findBasicData(k: Kernel, id: number): Promise<BasicDataRow> {
  const row = await k.db.selectFrom('basic_data').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  return withCount(k, shown(row))
}

export const saveBasicData = (k: Kernel, call: Call, asked: z.output<typeof SaveBasicData>) =>
  changingSite(k, (db) => putFigure(db, call, asked, today(k.clock)))

/** The same in the transaction of a change that waited for its time; `day` is the day on which it acts. */
export async function putFigure(
  db: Db,
  call: Call,
  asked: z.output<typeof SaveBasicData>,
  day: string,
): Promise<{ id: number; version: number }> {
  const k = kernelOf(db)
  const { clock } = k
  refuseUnfilled(k, asked)
  const { id, version, order, enableFlag, figure: bound, asOf: typedDay, ...typed } = asked
  const figure = bound || null
  // Value, unit, source and date of a bound figure come from its registration.
  const [rest, asOf] = figure ? [{ ...typed, value: '', unit: '', source: '' }, null] : [typed, typedDay]
  const row = { ...rest, figure, as_of: asOf ?? null, sort: order, enabled: enableFlag === 1, updated_at: clock.now() }
  if (asOf && asOf > day) throw invalidField('asOf', day === today(clock) ? '数据日期不能晚于今天' : '数据日期不能晚于生效的那一天')
  if (await isTaken(db, row, id)) throw invalidField('code', '该代码已被使用')
  if (id === undefined) {
    const made = await db.insertInto('basic_data').values(row).returning(['id', 'version']).executeTakeFirstOrThrow()
    await keepChange(db, call, { kind: OBJECT, rowId: made.id, name: nameOf(k, row), before: null, after: valuesOf(row) })
    await audit(db, call, { action: 'basicData.add', objectType: OBJECT, objectId: made.id, detail: { ...rest, figure } })
    return made
  }
  const before = await db.selectFrom('basic_data').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw gone()
  if ((version ?? before.version) !== before.version) throw conflict()
  await db
    .updateTable('basic_data')
    .set({ ...row, version: before.version + 1 })
    .where('id', '=', id)
    .execute()
  await keepChange(db, call, { kind: OBJECT, rowId: id, name: nameOf(k, row), before: valuesOf(before), after: valuesOf(row) })
  const { name, value, unit, source, as_of } = before
  await audit(db, call, {
    action: 'basicData.edit',
    objectType: OBJECT,
    objectId: id,
    detail: { before: { name, value, unit, source, figure: before.figure, asOf: as_of }, after: { ...rest, figure, asOf: asOf ?? null } },
  })
  return { id, version: before.version + 1 }
}

export const removeBasicData = (k: Kernel, call: Call, asked: { id: number; version: number }) =>
  changingSite<true>(k, (db) => takeFigureAway(db, call, asked))

export async function takeFigureAway(db: Db, call: Call, { id, version }: { id: number; version: number }): Promise<true> {
  const row = await db.selectFrom('basic_data').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw gone()
  if (row.version !== version) throw conflict()
  await db.deleteFrom('basic_data').where('id', '=', id).execute()
  const before = { ...valuesOf(row), version }
  await keepChange(db, call, { kind: OBJECT, rowId: id, name: nameOf(kernelOf(db), row), before, after: null })
  await audit(db, call, {
    action: 'basicData.delete',
    objectType: OBJECT,
    objectId: id,
    detail: { name: nameOf(kernelOf(db), row), code: row.code },
  })
  return true
}

type Values = Pick<Row, 'block' | 'code' | 'name' | 'value' | 'unit' | 'source' | 'as_of' | 'figure' | 'sort' | 'enabled'>
const kept = ['block', 'code', 'name', 'value', 'unit', 'source', 'as_of', 'figure', 'sort', 'enabled'] as const
const valuesOf = (row: Values) => only(row, kept)
async function isTaken(db: Db, { block, code }: Pick<Row, 'block' | 'code'>, id: number | undefined): Promise<boolean> {
  const same = await db.selectFrom('basic_data').select('id').where('block', '=', block).where('code', '=', code).executeTakeFirst()
  return same !== undefined && same.id !== id
}

const labels = {
  name: '名称',
  code: '代码',
  value: '数值或内容',
  unit: '单位',
  source: '来源',
  figure: '取自',
  as_of: '数据日期',
  sort: '顺序',
  enabled: '显示',
}
export const figureWords = (k: Kernel) => ({ labels, say: { figure: originOf(k) } })
export const basicDataHistory = (k: Kernel, asked: { page: number; pageSize: number }) =>
  changesOf(k, OBJECT, labels, asked, figureWords(k).say)

export const undoBasicData = takingBack<ReturnType<typeof valuesOf>>({
  kind: OBJECT,
  action: 'basicData.undo',
  objectType: OBJECT,
  changing: changingSite,
  lockRow: (db, id) => db.selectFrom('basic_data').select('id').where('id', '=', id).forUpdate().execute(),
  drop: (db, id) => db.deleteFrom('basic_data').where('id', '=', id).execute(),
  async bring(db, id, values) {
    await refuseTaken(db, values, undefined)
    await putBack(db, 'basic_data', [{ ...values, id }])
  },
  async change(db, id, values, before) {
    await refuseTaken(db, before, id)
    await db
      .updateTable('basic_data')
      .set((e) => ({ ...values, updated_at: kernelOf(db).clock.now(), version: e('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  },
})

async function refuseTaken(db: Db, values: Values, id: number | undefined): Promise<void> {
  if (await isTaken(db, values, id)) throw refused(`代码 ${values.code} 已用于另一项数据，不能恢复`)
}
