import type { BatchResult } from '../../contract/batch.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { fill, messages } from '../../contract/messages.ts'
import type { tag as endpoints, TagRow } from '../../contract/tag.ts'
import { audit } from '../kernel/audit/audit.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { batchOfIds } from '../kernel/jobs/batch.ts'
import { readTask } from '../kernel/jobs/task.ts'
import { conditionInWords } from '../matching/index.ts'
import { requireTags, tagNames } from './access.ts'
import { tellTags } from './tell.ts'
import { countsSeen } from './member-queries.ts'
import { selectOptions, selectTags, tagRows, type TagRecord } from './queries.ts'

type Body = Parsed<typeof endpoints.save>['body']

export const shownTag = (r: TagRecord, companyCount = r.company_count): TagRow => ({
  id: r.id,
  tagName: r.name,
  parentId: r.parent_id,
  parentName: r.parent_name,
  colour: r.colour,
  description: r.description,
  sort: r.sort,
  enabled: r.enabled,
  visible: r.visible,
  smartFlag: r.smart ? 1 : 0,
  companyCount,
  refreshTime: r.refreshed_at,
  updateTime: r.updated_at,
  version: r.version,
})

export async function listTags(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.list>['query']) {
  const { total, rows } = await selectTags(k.db, actor, q)
  const carried = await countsSeen(k.db, actor, rows)
  return { total, list: rows.map((row) => shownTag(row, carried(row))) }
}

export async function tagOptions(k: Kernel, actor: Actor) {
  const rows = await selectOptions(k.db, actor)
  const carried = await countsSeen(k.db, actor, rows)
  return rows.map((row) => ({ id: row.id, tagName: row.tagName, parentName: row.parentName, companyCount: carried(row) }))
}

export async function findTag(k: Kernel, actor: Actor, id: number) {
  await requireTags(k.db, actor, [id])
  const row = await tagRows(k.db).where('t.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('标签不存在')
  const task = row.refresh_task ? await readTask(k.db, row.refresh_task) : undefined
  const result = task?.result as { joined?: number; left?: number } | null | undefined
  return {
    ...shownTag(row, (await countsSeen(k.db, actor, [row]))(row)),
    rules: row.rules,
    words: row.rules ? conditionInWords(row.rules) : null,
    refresh: task ? { state: task.state, joined: result?.joined ?? null, left: result?.left ?? null } : null,
  }
}

/** Checks that tags have two levels: a tag below another has none below it, and a tag that companies have cannot become a heading. */
async function checkParent(db: Db, id: number | undefined, parentId: number | null | undefined): Promise<void> {
  if (!parentId) return
  if (parentId === id) throw invalidField('parentId', '不能选择自己作为上级')
  const parent = await db
    .selectFrom('tag')
    .select(['name', 'parent_id', 'smart', 'company_count'])
    .where('id', '=', parentId)
    .executeTakeFirst()
  if (!parent) throw invalidField('parentId', '上级标签不存在')
  if (parent.parent_id !== null) throw invalidField('parentId', '标签最多两级')
  if (parent.smart || parent.company_count > 0) throw invalidField('parentId', `“${parent.name}”已挂企业，不能作为上级标签`)
  if (id !== undefined && (await db.selectFrom('tag').select('id').where('parent_id', '=', id).executeTakeFirst()))
    throw invalidField('parentId', '该标签下还有标签，不能再归入其他标签')
}

/** Adds or changes a tag; `smart` also changes its rule. Names are unique. Returns the id. */
export async function writeTag(db: Db, call: Call, body: Body, now: Date, smart?: { rules: object }): Promise<number> {
  await requireTags(
    db,
    call.actor,
    [body.id, body.parentId].filter((id) => typeof id === 'number'),
  )
  await checkParent(db, body.id, body.parentId)
  const values = {
    name: body.tagName,
    parent_id: body.parentId ?? null,
    colour: body.colour,
    description: body.description,
    sort: body.sort,
    enabled: body.enabled,
    visible: body.visible,
    updated_at: now,
    ...(smart ? { smart: true, rules: JSON.stringify(smart.rules) } : {}),
  }
  const taken = await db
    .selectFrom('tag')
    .select('id')
    .where('name', '=', body.tagName)
    .$if(body.id !== undefined, (q) => q.where('id', '<>', body.id!))
    .executeTakeFirst()
  if (taken) throw invalidField('tagName', '已有同名标签')
  if (body.id === undefined) {
    const { id } = await db
      .insertInto('tag')
      .values({ ...values, created_by: call.actor?.userId ?? null, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(db, call, { action: 'tag.create', objectType: 'tag', objectId: id, detail: { name: body.tagName, smart: Boolean(smart) } })
    return id
  }
  const old = await db
    .selectFrom('tag')
    .select(['smart', 'version', 'company_count'])
    .where('id', '=', body.id)
    .forUpdate()
    .executeTakeFirst()
  if (!old) throw notFound('标签不存在')
  if (old.version !== body.version) throw conflict()
  if (smart && !old.smart && old.company_count > 0) throw refused('该标签已由人工挂在企业上，不能改为智能标签，请另建一个', 'HAS_MEMBERS')
  await db
    .updateTable('tag')
    .set((e) => ({ ...values, version: e('version', '+', 1) }))
    .where('id', '=', body.id)
    .execute()
  await audit(db, call, {
    action: 'tag.change',
    objectType: 'tag',
    objectId: body.id,
    detail: { name: body.tagName, smart: Boolean(smart) },
  })
  return body.id
}

export const saveTag = (k: Kernel, call: Call, body: Body): Promise<{ id: number }> =>
  k.db.transaction().execute(async (db) => ({ id: await writeTag(db, call, body, k.clock.now()) }))

/** Deletes a tag with its members and their history; a heading only when no tag is below it. */
export const removeTag = (k: Kernel, call: Call, id: number): Promise<true> =>
  k.db.transaction().execute(async (db) => {
    await requireTags(db, call.actor, [id])
    const row = await db.selectFrom('tag').select(['name', 'company_count']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw notFound('标签不存在')
    if (await db.selectFrom('tag').select('id').where('parent_id', '=', id).executeTakeFirst())
      throw refused(`“${row.name}”下还有标签，请先删除或移走`, 'HAS_CHILDREN')
    const worn = await db.selectFrom('tag_company').select('company_id').where('tag_id', '=', id).execute()
    await tellTags(db, k, { left: worn.map((r) => ({ tagId: id, companyId: r.company_id })) })
    await db.deleteFrom('tag').where('id', '=', id).execute()
    await audit(db, call, {
      action: 'tag.remove',
      objectType: 'tag',
      objectId: id,
      detail: { name: row.name, companies: row.company_count },
    })
    return true as const
  })

/** Deletes tags one by one; one that cannot be deleted does not stop the others. */
export const removeTags = (k: Kernel, call: Call, ids: readonly number[]): Promise<BatchResult> =>
  batchOfIds(
    ids,
    (all) => tagNames(k.db, signedIn(call.actor), all),
    (id) => removeTag(k, call, id),
  )

/** Throws for headings, with the words of the specification (M053, M054), and for tags that are disabled or smart. */
export async function carriedByHand(db: Db, actor: Actor | null, ids: readonly number[]): Promise<void> {
  await requireTags(db, actor, ids)
  const rows = await db
    .selectFrom('tag as t')
    .select([
      't.id',
      't.name',
      't.enabled',
      't.smart',
      (e) => e.selectFrom('tag as c').whereRef('c.parent_id', '=', 't.id').select('c.id').limit(1).as('child'),
    ])
    .where('t.id', 'in', [...ids])
    .forUpdate('t')
    .execute()
  if (rows.length !== new Set(ids).size) throw notFound('标签不存在')
  for (const row of rows) {
    if (row.child !== null) throw refused(`${fill(messages.treeRootRefused, { label: row.name })}${messages.treeLeafOnly}`, 'TAG_HEADING')
    if (!row.enabled) throw refused(`标签“${row.name}”已停用`, 'TAG_DISABLED')
    if (row.smart) throw refused(`“${row.name}”是智能标签，由规则确定哪些企业具有，不能手工调整`, 'TAG_SMART')
  }
}
