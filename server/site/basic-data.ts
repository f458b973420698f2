import type { z } from 'zod'
import type { Parsed } from '../../contract/endpoint.ts'
import type { basicData, BasicDataRow, SaveBasicData } from '../../contract/site/basic-data.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { conflict, invalidField, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { changingSite } from './changed.ts'

const gone = () => notFound('该项数据不存在或已被删除')
const OBJECT = 'basicData'
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
})

/** For everybody, enabled entries; for users who manage them, all. */
export async function listBasicData(k: Kernel, actor: Actor | null, q: Parsed<typeof basicData.list>['query']) {
  let found = k.db.selectFrom('basic_data as d')
  if (q.block) found = found.where('d.block', '=', q.block)
  if (!actor?.permissions.has('site:manage')) found = found.where('d.enabled', '=', true)
  const { total, rows } = await pageOf(
    found,
    q,
    (p) => p.orderBy('d.block').orderBy('d.sort').orderBy('d.id'),
    (p) => p.selectAll('d'),
  )
  return { total, list: rows.map(shown) }
}

export async function findBasicData(k: Kernel, id: number): Promise<BasicDataRow> {
  const row = await k.db.selectFrom('basic_data').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  return shown(row)
}

export const saveBasicData = (k: Kernel, call: Call, asked: z.output<typeof SaveBasicData>) =>
  changingSite(k, async (db) => {
    const { id, version, asOf, order, enableFlag, ...rest } = asked
    const row = { ...rest, as_of: asOf ?? null, sort: order, enabled: enableFlag === 1, updated_at: k.clock.now() }
    const same = await db
      .selectFrom('basic_data')
      .select('id')
      .where('block', '=', row.block)
      .where('code', '=', row.code)
      .executeTakeFirst()
    if (same && same.id !== id) throw invalidField('code', '该代码已被使用')
    if (id === undefined) {
      const made = await db.insertInto('basic_data').values(row).returning(['id', 'version']).executeTakeFirstOrThrow()
      await audit(db, call, { action: 'basicData.add', objectType: OBJECT, objectId: made.id, detail: { ...rest } })
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
    const { name, value, unit, source, as_of } = before
    await audit(db, call, {
      action: 'basicData.edit',
      objectType: OBJECT,
      objectId: id,
      detail: { before: { name, value, unit, source, asOf: as_of }, after: { ...rest, asOf: asOf ?? null } },
    })
    return { id, version: before.version + 1 }
  })

export const removeBasicData = (k: Kernel, call: Call, { id, version }: { id: number; version: number }) =>
  changingSite<true>(k, async (db) => {
    const row = await db.selectFrom('basic_data').select(['name', 'code', 'version']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw gone()
    if (row.version !== version) throw conflict()
    await db.deleteFrom('basic_data').where('id', '=', id).execute()
    await audit(db, call, { action: 'basicData.delete', objectType: OBJECT, objectId: id, detail: { name: row.name, code: row.code } })
    return true
  })
