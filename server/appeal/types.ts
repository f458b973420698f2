import { sql } from 'kysely'
import type { z } from 'zod'
import type { SaveAppealType } from '../../contract/appeal/types.ts'
import type { DomainNode } from '../../contract/domain-tree.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { conflict, invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { orderEndsOf } from '../kernel/lists/order-ends.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

const OBJECT = 'appeal_type'
const gone = () => notFound('该诉求类型不存在或已被删除')

/** The enabled types: main types with their subtypes. */
export async function typeTree(k: Kernel) {
  const rows = await k.db
    .selectFrom('appeal_type')
    .select(['id', 'parent_id', 'name', 'code'])
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const below = Map.groupBy(rows, (row) => row.parent_id)
  const plain = ({ id, name, code }: (typeof rows)[number]) => ({ id, name, code })
  return (below.get(null) ?? []).map((big) => ({ ...plain(big), children: (below.get(big.id) ?? []).map(plain) }))
}

/** The same as a tree of codes, for the calls that answer for any dictionary. */
export const typesAsDomain = async (k: Kernel): Promise<DomainNode[]> =>
  (await typeTree(k)).map(({ name, code, children }) => ({
    id: code,
    name,
    code,
    ...(children.length > 0 ? { children: children.map((small) => ({ id: small.code, name: small.name, code: small.code })) } : {}),
  }))

export async function typeOptions(k: Kernel, kind: 'big' | 'small') {
  const tree = await typeTree(k)
  return kind === 'big'
    ? tree.map(({ id, name }) => ({ id, label: name }))
    : tree.flatMap((big) => big.children.map(({ id, name }) => ({ id, label: `${big.name} / ${name}` })))
}

export async function listTypes(
  k: Kernel,
  { keyword, parentId, ...part }: { keyword?: string | undefined; parentId?: number | undefined; page: number; pageSize: number },
) {
  let found = k.db
    .selectFrom('appeal_type as t')
    .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
    .leftJoin('office as o', 'o.id', 't.office_id')
  if (keyword) found = found.where((e) => e.or([e('t.name', 'ilike', likeText(keyword)), e('t.code', 'ilike', likeText(keyword))]))
  if (parentId !== undefined) found = found.where((e) => e.or([e('t.parent_id', '=', parentId), e('t.id', '=', parentId)]))
  const { total, rows } = await pageOf(
    found,
    part,
    (q) =>
      q
        .orderBy(sql`coalesce(big.sort, t.sort)`)
        .orderBy(sql`coalesce(t.parent_id, t.id)`)
        .orderBy(sql`t.parent_id is not null`)
        .orderBy('t.sort')
        .orderBy('t.id'),
    (q) =>
      q
        .select([
          't.id',
          't.version',
          't.parent_id',
          'big.name as parent_name',
          't.name',
          't.code',
          't.office_id',
          'o.name as office_name',
          't.enabled',
        ])
        .select(sql<number>`(select count(*) from appeal a where a.type_id = t.id and not a.deleted and a.state > 0)`.as('count')),
  )
  const ends = await orderEndsOf(k.db, { table: 'appeal_type', parent: 'parent_id' }, rows)
  const list = rows.map((r) => ({
    id: r.id,
    version: r.version,
    parentId: r.parent_id,
    parentName: r.parent_name,
    name: r.name,
    code: r.code,
    officeId: r.office_id,
    officeName: r.office_name,
    enabled: r.enabled,
    count: Number(r.count),
    ends: ends.get(r.id)!,
  }))
  return { total, list }
}

const lockType = (db: Db, id: number) => db.selectFrom('appeal_type').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** A subtype is below a main type, and a type with subtypes stays a main type. */
async function checkPlace(db: Db, id: number | undefined, parentId: number | undefined): Promise<void> {
  if (parentId === undefined) return
  const parent = await db.selectFrom('appeal_type').select(['id', 'parent_id']).where('id', '=', parentId).executeTakeFirst()
  if (!parent || parent.parent_id !== null || parentId === id) throw invalidField('parentId', '请选择一个大类')
  const below =
    id === undefined ? undefined : await db.selectFrom('appeal_type').select('id').where('parent_id', '=', id).executeTakeFirst()
  if (below) throw invalidField('parentId', '该大类下还有小类，不能改为小类')
}

export async function saveType(k: Kernel, call: Call, asked: z.output<typeof SaveAppealType>): Promise<{ id: number }> {
  return k.db.transaction().execute(async (db) => {
    await checkPlace(db, asked.id, asked.parentId)
    const same = await db.selectFrom('appeal_type').select('id').where('code', '=', asked.code).executeTakeFirst()
    if (same && same.id !== asked.id) throw invalidField('code', '该编码已被使用')
    const office =
      asked.officeId === undefined
        ? null
        : await db.selectFrom('office').select('id').where('id', '=', asked.officeId).where('enabled', '=', true).executeTakeFirst()
    if (office === undefined) throw invalidField('officeId', '该部门不存在或已停用，请另选')
    const row = {
      parent_id: asked.parentId ?? null,
      name: asked.name,
      code: asked.code,
      office_id: office?.id ?? null,
      enabled: asked.enabled,
    }
    if (asked.id === undefined) {
      const { last } = await db
        .selectFrom('appeal_type')
        .select((e) => e.fn.coalesce(e.fn.max('sort'), e.lit(0)).as('last'))
        .where('parent_id', row.parent_id === null ? 'is' : '=', row.parent_id)
        .executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('appeal_type')
        .values({ ...row, sort: last + 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await audit(db, call, { action: 'appealType.create', objectType: OBJECT, objectId: id, detail: { name: row.name } })
      return { id }
    }
    const now = await lockType(db, asked.id)
    if (!now) throw gone()
    if ((asked.version ?? now.version) !== now.version) throw conflict()
    await db
      .updateTable('appeal_type')
      .set({ ...row, version: now.version + 1 })
      .where('id', '=', asked.id)
      .execute()
    await audit(db, call, {
      action: 'appealType.change',
      objectType: OBJECT,
      objectId: asked.id,
      detail: { name: row.name, enabled: row.enabled },
    })
    return { id: asked.id }
  })
}

/** A type that appeals use cannot be deleted; it can be disabled. */
export async function removeType(k: Kernel, call: Call, id: number): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    const row = await lockType(db, id)
    if (!row) throw gone()
    if (await db.selectFrom('appeal_type').select('id').where('parent_id', '=', id).executeTakeFirst())
      throw refused('该大类下还有小类，请先删除小类', 'IN_USE')
    if (await db.selectFrom('appeal').select('id').where('type_id', '=', id).executeTakeFirst())
      throw refused('已有诉求使用该类型，可以停用，不能删除', 'IN_USE')
    await db.deleteFrom('appeal_type').where('id', '=', id).execute()
    await audit(db, call, { action: 'appealType.delete', objectType: OBJECT, objectId: id, detail: { name: row.name } })
  })
  return true
}

/** Swaps a type with its neighbour; at either end nothing changes. */
export async function moveType(k: Kernel, call: Call, { id, direction }: { id: number; direction: 'up' | 'down' }): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    const row = await lockType(db, id)
    if (!row) throw gone()
    const order = await db
      .selectFrom('appeal_type')
      .select('id')
      .where('parent_id', row.parent_id === null ? 'is' : '=', row.parent_id)
      .orderBy('sort')
      .orderBy('id')
      .forUpdate()
      .execute()
    const ids = order.map((one) => one.id)
    const [at, to] = [ids.indexOf(id), ids.indexOf(id) + (direction === 'up' ? -1 : 1)]
    if (to < 0 || to >= ids.length) return
    ;[ids[at], ids[to]] = [ids[to]!, ids[at]!]
    await sql`update appeal_type t set sort = o.place from unnest(${ids}::bigint[]) with ordinality as o(id, place) where t.id = o.id`.execute(
      db,
    )
    await audit(db, call, { action: 'appealType.order', objectType: OBJECT, objectId: id, detail: { direction } })
  })
  return true
}

/**
 * The type under which another domain files an appeal: the one with the code `sub`, such as 1301. When staff disabled, deleted or
 * renumbered it, the first enabled type beside it or below the main type `main`, because the service centre reads every appeal and hands it
 * on. Undefined when there is none.
 */
export async function appealTypeOf(db: Db, sub: string, main: string): Promise<number | undefined> {
  const isSub = sql<boolean>`t.code = ${sub}`
  const row = await db
    .selectFrom('appeal_type as t')
    .innerJoin('appeal_type as big', 'big.id', 't.parent_id')
    .select('t.id')
    .where('t.enabled', '=', true)
    .where('big.enabled', '=', true)
    .where(
      sql<boolean>`(${isSub} or big.code = ${main} or big.id in (select named.parent_id from appeal_type as named where named.code = ${sub}))`,
    )
    .orderBy(isSub, 'desc')
    .orderBy('t.sort')
    .orderBy('t.id')
    .executeTakeFirst()
  return row?.id
}
