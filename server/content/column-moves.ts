import { sql } from 'kysely'
import type { z } from 'zod'
import { contentCodes, COLUMN_LEVELS, COLUMNS_MAX, type ShelfMove } from '../../contract/content/states.ts'
import type { SaveColumn } from '../../contract/content/columns.ts'
import { signedIn } from '../kernel/actor.ts'
import { lockColleagues } from '../kernel/access/colleagues.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { refuseWrongPlace, withBelow } from '../kernel/trees.ts'
import { allColumns, beside, columnGone, pathOf, type Column } from './columns.ts'
import { refuseWrongOwner, tellOwner } from './column-owners.ts'
import { columnFlow, type ShelfStanding } from './flow.ts'
import { orderedIds } from './order.ts'
import { changing, reshow } from './visible.ts'

const OBJECT = 'newsColumn'

/** A change of the tree locks all columns; a change of an article locks only its own column (`lockColumns`). */
async function lockTree(db: Db): Promise<Column[]> {
  await sql`select 1 from news_column order by id for update`.execute(db)
  return allColumns(db)
}

function found(columns: readonly Column[], id: number): Column & ShelfStanding {
  const column = columns.find((c) => c.id === id)
  if (!column) throw columnGone()
  return { ...column, state: column.state as ShelfStanding['state'] }
}

/**
 * Brings `shown` of every column up to date (it and all columns above are published), then `shown` of the articles in the changed columns.
 */
async function reshowColumns(db: Db): Promise<void> {
  const columns = await allColumns(db)
  const changed = columns.filter((c) => c.shown !== pathOf(columns, c.id).every(({ state }) => state === contentCodes.code.published))
  for (const c of changed) await db.updateTable('news_column').set({ shown: !c.shown }).where('id', '=', c.id).execute()
  if (changed.length > 0) await reshow(db, sql`p.column_id = any(${changed.map(({ id }) => id)}::bigint[])`)
}

export const saveColumn = (k: Kernel, call: Call, asked: z.output<typeof SaveColumn>) =>
  changing(k, async (db) => {
    const actor = signedIn(call.actor)
    if (asked.ownerId != null) await lockColleagues(db, [asked.ownerId])
    const columns = await lockTree(db)
    const old = asked.id === undefined ? undefined : found(columns, asked.id)
    const parentId = asked.parentId ?? null
    refuseWrongPlace(columns, asked.id, parentId, COLUMN_LEVELS, '栏目')
    if (!old && columns.length >= COLUMNS_MAX) throw refused(`栏目最多 ${COLUMNS_MAX} 个`)
    if (columns.some((c) => c.id !== asked.id && c.parent_id === parentId && c.name === asked.name))
      throw invalidField('name', '同一级已有这个名称的栏目')
    const owner = asked.ownerId ?? old?.owner_id ?? actor.userId
    if (owner !== old?.owner_id && owner !== actor.userId) {
      await refuseWrongOwner(db, owner)
      await tellOwner(k, db, owner, `资讯栏目“${asked.name}”由您负责更新`)
    }
    const set = { parent_id: parentId, name: asked.name, summary: asked.summary, fresh_days: asked.freshDays ?? null, owner_id: owner }
    if (old) {
      const { version } = await move(db, call, columnFlow, old, {
        move: 'edit',
        version: asked.version ?? old.version,
        set,
        detail: { name: asked.name },
      })
      await reshowColumns(db)
      return { id: old.id, version }
    }
    const sort = Math.max(0, ...columns.filter((c) => c.parent_id === parentId).map((c) => c.sort)) + 1
    const row = await db
      .insertInto('news_column')
      .values({ ...set, sort, created_by: actor.userId, created_at: k.clock.now(), updated_at: k.clock.now() })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    await note(db, call, columnFlow, { id: row.id, version: row.version, move: 'create', from: null, to: 0 })
    await audit(db, call, { action: 'newsColumn.add', objectType: OBJECT, objectId: row.id, detail: { name: asked.name } })
    return row
  })

/** Makes one move of one column. The articles and columns in it become visible or hidden with it. */
export const moveColumn = (
  k: Kernel,
  call: Call,
  name: Exclude<ShelfMove, 'edit'>,
  { id, version }: { id: number; version?: number | undefined },
) =>
  changing(k, async (db) => {
    const columns = await lockTree(db)
    const row = found(columns, id)
    if (name === 'delete') await refuseInUse(db, columns, id)
    const moved = await move(db, call, columnFlow, row, {
      move: name,
      version: version ?? row.version,
      set: name === 'publish' ? { publish_time: row.publish_time ?? k.clock.now() } : name === 'delete' ? { code: null } : {},
      detail: { name: row.name },
    })
    await reshowColumns(db)
    return { id, ...moved }
  })

async function refuseInUse(db: Db, columns: readonly Column[], id: number): Promise<void> {
  if (withBelow(columns, id).length > 1) throw refused('该栏目下还有子栏目，不能删除', 'IN_USE')
  const held = await db.selectFrom('news').select('id').where('column_id', '=', id).where('deleted', '=', false).executeTakeFirst()
  if (held) throw refused('该栏目下还有资讯，不能删除', 'IN_USE')
}

/** Moves a column one place up or down among its neighbours, or to a place counted from 1. */
export const orderColumn = (
  k: Kernel,
  call: Call,
  { id, ...to }: { id: number; direction?: 'up' | 'down' | undefined; order?: number | undefined },
) =>
  changing<true>(k, async (db) => {
    const columns = await lockTree(db)
    for (const [place, at] of orderedIds(beside(columns, found(columns, id)), id, to).entries())
      await db
        .updateTable('news_column')
        .set({ sort: place + 1 })
        .where('id', '=', at)
        .execute()
    await audit(db, call, { action: 'newsColumn.order', objectType: OBJECT, objectId: id })
    return true
  })

export const pinColumn = (k: Kernel, call: Call, { id, topFlag }: { id: number; topFlag: number }) =>
  changing<true>(k, async (db) => {
    const row = found(await lockTree(db), id)
    await db
      .updateTable('news_column')
      .set({ top_flag: topFlag === 1, version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    await audit(db, call, { action: 'newsColumn.setTop', objectType: OBJECT, objectId: id, detail: { topFlag } })
    return true
  })

/**
 * Locks the columns of an article against changes until the transaction ends; call it before locking the article. Throws at `columnId` when
 * a column is missing.
 */
export async function lockColumns(db: Db, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const rows = await db
    .selectFrom('news_column')
    .select('id')
    .where('id', 'in', wanted)
    .where('deleted', '=', false)
    .orderBy('id')
    .forShare()
    .execute()
  if (rows.length < wanted.length) throw invalidField('columnId', '该栏目不存在或已被删除')
}
