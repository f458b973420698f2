import type { z } from 'zod'
import type { SaveAppealLimit } from '../../contract/appeal/types.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { conflict, invalidField, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

const OBJECT = 'appeal_limit'
const gone = () => notFound('该办理时限不存在或已被删除')
const joined = (db: Db) =>
  db
    .selectFrom('appeal_limit as l')
    .innerJoin('appeal_type as t', 't.id', 'l.type_id')
    .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
const columns = ['l.id', 'l.version', 'l.type_id', 'l.work_days', 'l.warn_days', 't.name', 'big.name as big_name'] as const
interface Row {
  id: number
  version: number
  type_id: number
  work_days: number
  warn_days: number
  name: string
  big_name: string | null
}
const shown = (r: Row) => ({
  id: r.id,
  version: r.version,
  typeId: r.type_id,
  typeName: [r.big_name, r.name].filter(Boolean).join(' / '),
  workDays: r.work_days,
  warnDays: r.warn_days,
})

export async function listLimits(k: Kernel, { keyword, ...part }: { keyword?: string | undefined; page: number; pageSize: number }) {
  let found = joined(k.db)
  if (keyword) found = found.where((e) => e.or([e('t.name', 'ilike', likeText(keyword)), e('big.name', 'ilike', likeText(keyword))]))
  const { total, rows } = await pageOf(
    found,
    part,
    (q) => q.orderBy('t.code'),
    (q) => q.select(columns),
  )
  return { total, list: rows.map(shown) }
}

export async function findLimit(k: Kernel, id: number) {
  const row = await joined(k.db).where('l.id', '=', id).select(columns).executeTakeFirst()
  if (!row) throw gone()
  return shown(row)
}

/** Saves the limit of a type; earlier promises stay unchanged. */
export async function saveLimit(k: Kernel, call: Call, asked: z.output<typeof SaveAppealLimit>): Promise<{ id: number }> {
  return k.db.transaction().execute(async (db) => {
    const type = await db.selectFrom('appeal_type').select('name').where('id', '=', asked.typeId).executeTakeFirst()
    if (!type) throw invalidField('typeId', '请选择诉求类型')
    const same = await db.selectFrom('appeal_limit').select('id').where('type_id', '=', asked.typeId).executeTakeFirst()
    if (same && same.id !== asked.id) throw invalidField('typeId', '该类型已有办理时限，请直接修改')
    const row = { type_id: asked.typeId, work_days: asked.workDays, warn_days: asked.warnDays, updated_at: k.clock.now() }
    const detail = { name: type.name, workDays: asked.workDays, warnDays: asked.warnDays }
    if (asked.id === undefined) {
      const { id } = await db.insertInto('appeal_limit').values(row).returning('id').executeTakeFirstOrThrow()
      await audit(db, call, { action: 'appealLimit.create', objectType: OBJECT, objectId: id, detail })
      return { id }
    }
    const now = await db.selectFrom('appeal_limit').select('version').where('id', '=', asked.id).forUpdate().executeTakeFirst()
    if (!now) throw gone()
    if ((asked.version ?? now.version) !== now.version) throw conflict()
    await db
      .updateTable('appeal_limit')
      .set({ ...row, version: now.version + 1 })
      .where('id', '=', asked.id)
      .execute()
    await audit(db, call, { action: 'appealLimit.change', objectType: OBJECT, objectId: asked.id, detail })
    return { id: asked.id }
  })
}

export async function removeLimit(k: Kernel, call: Call, id: number): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    const row = await db.deleteFrom('appeal_limit').where('id', '=', id).returning('type_id').executeTakeFirst()
    if (!row) throw gone()
    await audit(db, call, { action: 'appealLimit.delete', objectType: OBJECT, objectId: id, detail: { typeId: row.type_id } })
  })
  return true
}
