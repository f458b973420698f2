import { sql } from 'kysely'
import type { z } from 'zod'
import type { SaveAppealTemplate } from '../../contract/appeal/routes.ts'
import { audit } from '../kernel/audit/audit.ts'
import { likeText } from '../kernel/db/like.ts'
import { conflict, invalidField, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

const OBJECT = 'appeal_template'
const SHOWN = 50
const gone = () => notFound('该答复模板不存在或已被删除')

export async function listTemplates(k: Kernel, { keyword, ...part }: { keyword?: string | undefined; page: number; pageSize: number }) {
  let found = k.db
    .selectFrom('appeal_template as m')
    .leftJoin('appeal_type as t', 't.id', 'm.type_id')
    .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
  if (keyword)
    found = found.where((e) =>
      e.or([e('m.title', 'ilike', likeText(keyword)), e('m.content', 'ilike', likeText(keyword)), e('t.name', 'ilike', likeText(keyword))]),
    )
  const { total, rows } = await pageOf(
    found,
    part,
    (q) =>
      q
        .orderBy(sql`t.code nulls first`)
        .orderBy('m.sort')
        .orderBy('m.id'),
    (q) => q.select(['m.id', 'm.version', 'm.type_id', 'm.title', 'm.content', 't.name', 'big.name as big_name']),
  )
  const list = rows.map((r) => ({
    id: r.id,
    version: r.version,
    typeId: r.type_id,
    typeName: [r.big_name, r.name].filter(Boolean).join(' / ') || '全部类型',
    title: r.title,
    content: r.content,
  }))
  return { total, list }
}

/** Templates for an answer: first those of its subtype, then of its main type, then those for every type. */
export const templateOptions = (k: Kernel, typeId: number | undefined) =>
  k.db
    .selectFrom('appeal_template as m')
    .leftJoin('appeal_type as t', (j) => j.on('t.id', '=', typeId ?? 0))
    .where((e) => e.or([e('m.type_id', 'is', null), e('m.type_id', '=', typeId ?? 0), e('m.type_id', '=', e.ref('t.parent_id'))]))
    .select(['m.id', 'm.title', 'm.content'])
    .orderBy(sql`case when m.type_id = ${typeId ?? 0} then 0 when m.type_id is not null then 1 else 2 end`)
    .orderBy('m.sort')
    .orderBy('m.id')
    .limit(SHOWN)
    .execute()

export async function saveTemplate(k: Kernel, call: Call, asked: z.output<typeof SaveAppealTemplate>): Promise<{ id: number }> {
  return k.db.transaction().execute(async (db) => {
    if (asked.typeId !== undefined && !(await db.selectFrom('appeal_type').select('id').where('id', '=', asked.typeId).executeTakeFirst()))
      throw invalidField('typeId', '请选择诉求类型')
    const row = { type_id: asked.typeId ?? null, title: asked.title, content: asked.content, updated_at: k.clock.now() }
    if (asked.id === undefined) {
      const { id } = await db.insertInto('appeal_template').values(row).returning('id').executeTakeFirstOrThrow()
      await audit(db, call, { action: 'appealTemplate.create', objectType: OBJECT, objectId: id, detail: { title: row.title } })
      return { id }
    }
    const now = await db.selectFrom('appeal_template').select('version').where('id', '=', asked.id).forUpdate().executeTakeFirst()
    if (!now) throw gone()
    if ((asked.version ?? now.version) !== now.version) throw conflict()
    await db
      .updateTable('appeal_template')
      .set({ ...row, version: now.version + 1 })
      .where('id', '=', asked.id)
      .execute()
    await audit(db, call, { action: 'appealTemplate.change', objectType: OBJECT, objectId: asked.id, detail: { title: row.title } })
    return { id: asked.id }
  })
}

export async function removeTemplate(k: Kernel, call: Call, id: number): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    const row = await db.deleteFrom('appeal_template').where('id', '=', id).returning('title').executeTakeFirst()
    if (!row) throw gone()
    await audit(db, call, { action: 'appealTemplate.delete', objectType: OBJECT, objectId: id, detail: { title: row.title } })
  })
  return true
}
