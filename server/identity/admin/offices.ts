import { sql } from 'kysely'
import { OFFICE_DEPTH, type OfficeNode, type offices, type OfficeRow } from '../../../contract/identity/offices.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { quoted } from '../../../contract/quoted.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { likeText } from '../../kernel/db/like.ts'
import { conflict, fromDatabase, invalidField, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { moved, placeIn, refuseWrongPlace, treeOf, withBelow } from '../../kernel/trees.ts'
import { officeChanged } from './office-changed.ts'

const gone = () => notFound('该部门不存在或已被删除')
/** Changes of the tree's shape run one after another; otherwise two moves could create a circle. */
const alone = (db: Db) => sql`select pg_advisory_xact_lock(740430)`.execute(db)
const people = sql<number>`(select count(*)::int from sys_user u where u.office_id = o.id and u.enabled)`

const columns = (db: Db) => db.selectFrom('office as o').leftJoin('office as up', 'up.id', 'o.parent_id')
const asRow = (row: {
  id: number
  code: string
  name: string
  parent_id: number | null
  parent_name: string | null
  sort: number
  enabled: boolean
  user_num: number
  version: number
}): OfficeRow => ({
  id: row.id,
  code: row.code,
  name: row.name,
  parentId: row.parent_id,
  parentName: row.parent_name,
  order: row.sort,
  enableFlag: row.enabled ? 1 : 0,
  userNum: row.user_num,
  version: row.version,
})
const SHOWN = ['o.id', 'o.code', 'o.name', 'o.parent_id', 'up.name as parent_name', 'o.sort', 'o.enabled', 'o.version'] as const

export async function listOffices(k: Kernel, { name, enableFlag, page, pageSize }: Parsed<typeof offices.list>['query']) {
  const { total, rows } = await pageOf(
    columns(k.db)
      .$if(Boolean(name), (q) => q.where((e) => e.or([e('o.name', 'ilike', likeText(name!)), e('o.code', 'ilike', likeText(name!))])))
      .$if(enableFlag !== undefined, (q) => q.where('o.enabled', '=', enableFlag === 1)),
    { page, pageSize },
    (q) => q.orderBy('o.sort').orderBy('o.id'),
    (q) => q.select(SHOWN).select(people.as('user_num')),
  )
  return { total, list: rows.map(asRow) }
}

export async function officeById(k: Kernel, id: number): Promise<OfficeRow> {
  const row = await columns(k.db).where('o.id', '=', id).select(SHOWN).select(people.as('user_num')).executeTakeFirst()
  if (!row) throw gone()
  return asRow(row)
}

export async function officeTree(k: Kernel): Promise<OfficeNode[]> {
  const rows = await k.db
    .selectFrom('office as o')
    .select(['o.id', 'o.code', 'o.name', 'o.parent_id', 'o.enabled', people.as('user_num')])
    .orderBy('o.sort')
    .orderBy('o.id')
    .execute()
  return treeOf<(typeof rows)[number], OfficeNode>(rows, (row, children) => ({
    id: row.id,
    name: row.name,
    code: row.code,
    enableFlag: row.enabled ? 1 : 0,
    userNum: row.user_num + children.reduce((sum, child) => sum + child.userNum, 0),
    children,
  }))
}

/** The office and all offices below it, for a filter of people. */
export const officeAndBelow = async (db: Db, id: number): Promise<number[]> =>
  withBelow(await db.selectFrom('office').select(['id', 'parent_id']).execute(), id)

export const saveOffice = (
  k: Kernel,
  call: Call,
  { id, version, confirmed, ...input }: Parsed<typeof offices.save>['body'],
): Promise<{ id: number }> =>
  k.db.transaction().execute(async (db) => {
    await alone(db)
    const parentId = input.parentId ?? null
    const rows = await db.selectFrom('office').select(['id', 'parent_id', 'name', 'code']).execute()
    refuseWrongPlace(rows, id, parentId, OFFICE_DEPTH, '部门')
    const others = rows.filter((row) => row.id !== id)
    if (others.some((row) => row.code === input.code)) throw invalidField('code', '已有这个代码的部门')
    if (others.some((row) => row.name === input.name && row.parent_id === parentId)) throw invalidField('name', '同级已有这个部门')
    const columns = { name: input.name, code: input.code, parent_id: parentId, sort: input.order, enabled: input.enableFlag === 1 }
    const before = id === undefined ? undefined : await officeBefore(db, id)
    if (before?.enabled && !columns.enabled && !confirmed) await askBeforeDisabling(db, id!, before.name)
    const saved = before
      ? await db
          .updateTable('office')
          .set((e) => ({ ...columns, version: e('version', '+', 1) }))
          .where('id', '=', id!)
          .where('version', '=', version ?? 0)
          .returning('id')
          .executeTakeFirst()
      : await db.insertInto('office').values(columns).returning('id').executeTakeFirst()
    if (!saved) throw conflict()
    if (before)
      await officeChanged(k, db, call, { what: `部门${quoted(input.name)}`, userName: null, from: before.parent_id, to: parentId })
    await audit(db, call, {
      action: before ? 'office.edit' : 'office.add',
      objectType: 'office',
      objectId: saved.id,
      detail: { ...(before ? { before: logged(before) } : {}), after: logged(columns) },
    })
    return { id: saved.id }
  })

/** What happens to the people of an office is said before it is disabled. */
async function askBeforeDisabling(db: Db, id: number, name: string): Promise<void> {
  const { num } = await db.selectFrom('office as o').where('o.id', '=', id).select(people.as('num')).executeTakeFirstOrThrow()
  if (num > 0) throw refused(`“${name}”还有 ${num} 个在用账号：停用后他们仍能登录和办理，但不能再有人员调入这个部门`, 'CONFIRM')
}

type Office = { name: string; code: string; parent_id: number | null; sort: number; enabled: boolean }
const logged = ({ parent_id: parentOfficeId, ...own }: Office) => ({ ...own, parentOfficeId })

async function officeBefore(db: Db, id: number) {
  const row = await db.selectFrom('office').select(['name', 'code', 'parent_id', 'sort', 'enabled']).where('id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  return row
}

/** Deletes an office without references; one with people or records can be disabled instead. */
export async function removeOffice(k: Kernel, call: Call, id: number): Promise<true> {
  try {
    return await k.db.transaction().execute(async (db): Promise<true> => {
      await alone(db)
      const before = await officeBefore(db, id)
      if (await db.selectFrom('office').select('id').where('parent_id', '=', id).limit(1).executeTakeFirst())
        throw refused('请先删除或移走下级部门', 'IN_USE')
      if (await db.selectFrom('sys_user').select('id').where('office_id', '=', id).limit(1).executeTakeFirst())
        throw refused('该部门还有人员，请先调整他们的部门', 'IN_USE')
      await db.deleteFrom('office').where('id', '=', id).execute()
      await audit(db, call, { action: 'office.delete', objectType: 'office', objectId: id, detail: { before: logged(before) } })
      return true
    })
  } catch (error) {
    if (fromDatabase(error)?.code === 'IN_USE') throw refused('该部门已有业务记录，不能删除，可以停用', 'IN_USE')
    throw error
  }
}

export const moveOffice = (k: Kernel, call: Call, { id, direction }: Parsed<typeof offices.move>['body']) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    await alone(db)
    const own = await db.selectFrom('office').select('parent_id').where('id', '=', id).executeTakeFirst()
    if (!own) throw gone()
    const level = await db
      .selectFrom('office')
      .select('id')
      .where('parent_id', 'is not distinct from', own.parent_id)
      .orderBy('sort')
      .orderBy('id')
      .execute()
    const order = level.map((row) => row.id)
    const after = moved(order, id, direction)
    for (const [sort, next] of after.entries()) await db.updateTable('office').set({ sort }).where('id', '=', next).execute()
    await audit(db, call, {
      action: 'office.move',
      objectType: 'office',
      objectId: id,
      detail: { before: placeIn(order, id), after: placeIn(after, id) },
    })
    return true
  })
