import type { Data, Parsed } from '../../contract/endpoint.ts'
import { isScreen, NO_SUCH_PAGE } from '../../contract/missing-page.ts'
import { SHARED_MOST, type sharedViews } from '../../contract/shared-view.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, forbidden, invalidField, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { neededBy } from '../identity/index.ts'

const gone = () => notFound('该视图不存在或已被撤回')
/** Companies and individuals have these roles by their user type; staff share nothing with them. */
const OF_OTHERS = ['enterprise', 'individual']

/** 系统管理员 shares with any role and changes what others shared; who manages roles only withdraws (ADR 1008). */
const sharesForAll = (actor: Actor) => actor.permissions.has('user:manage')
const seesAll = (actor: Actor) => sharesForAll(actor) || actor.permissions.has('role:manage')

const rowsFrom = (db: Db) =>
  db
    .selectFrom('shared_view as v')
    .innerJoin('role as r', 'r.id', 'v.role_id')
    .leftJoin('sys_user as u', 'u.id', 'v.shared_by')
    .select(['v.id', 'v.version', 'v.table_name', 'v.page', 'v.name', 'v.filters', 'v.sort', 'v.role_id', 'v.shared_by', 'v.shared_at'])
    .select(['r.code as role_code', 'r.name as role', 'u.name as sharer', 'u.enabled as sharer_enabled'])
    .select((e) => e.selectFrom('menu as m').select('m.name').whereRef('m.url', '=', 'v.page').orderBy('m.id').limit(1).as('page_name'))
type Row = Awaited<ReturnType<ReturnType<typeof rowsFrom>['execute']>>[number]

const isOwn = (actor: Actor, row: Row) => row.shared_by === actor.userId
const sees = (actor: Actor, row: Row) => isOwn(actor, row) || actor.roles.includes(row.role_code) || seesAll(actor)
/** Who has left the role does not decide any more what it sees. */
const mayChange = (actor: Actor, row: Row) => (isOwn(actor, row) && actor.roles.includes(row.role_code)) || sharesForAll(actor)
const mayWithdraw = (actor: Actor, row: Row) => isOwn(actor, row) || seesAll(actor)

const shown = (actor: Actor, row: Row): Data<typeof sharedViews.list>['list'][number] => ({
  id: row.id,
  version: row.version,
  table: row.table_name,
  page: row.page,
  pageName: row.page_name ?? '',
  name: row.name,
  filters: row.filters,
  sort: row.sort,
  roleId: row.role_id,
  role: row.role,
  sharedBy: row.sharer ?? '',
  away: row.sharer_enabled === false,
  sharedAt: row.shared_at,
  mayChange: mayChange(actor, row),
  mayWithdraw: mayWithdraw(actor, row),
})

/** GET /sys/tableView/list: the views of a table that are shared with a role of the caller or by the caller. */
export async function listSharedViews(
  k: Kernel,
  actor: Actor,
  { table, call }: Parsed<typeof sharedViews.list>['query'],
): Promise<Data<typeof sharedViews.list>> {
  const rows = await rowsFrom(k.db).where('v.table_name', '=', table).orderBy('r.id').orderBy('v.name').execute()
  return { roles: await sharableRoles(k, k.db, actor, call), list: rows.filter((row) => sees(actor, row)).map((row) => shown(actor, row)) }
}

/** The roles that the caller may share with, without those whose holders cannot open the list: they would never see the view. */
function sharableRoles(k: Kernel, db: Db, actor: Actor, listCall: string | undefined) {
  const permission = listCall === undefined ? undefined : neededBy(k, listCall)
  return db
    .selectFrom('role as r')
    .select(['r.id', 'r.name'])
    .where('r.code', 'not in', OF_OTHERS)
    .$if(!sharesForAll(actor), (q) => q.where('r.code', 'in', ['', ...actor.roles]))
    .$if(permission !== undefined, (q) =>
      q.where((e) =>
        e.exists(
          e
            .selectFrom('role_permission as p')
            .whereRef('p.role_id', '=', 'r.id')
            .where('p.permission', '=', permission!)
            .select(e.lit(1).as('one')),
        ),
      ),
    )
    .orderBy('r.id')
    .execute()
}

/** GET /sys/tableView/ofRole: what a role has been given on all lists, so that it can be withdrawn by who manages roles. */
export const sharedViewsOfRole = async (k: Kernel, actor: Actor, roleId: number): Promise<Data<typeof sharedViews.ofRole>> =>
  (await rowsFrom(k.db).where('v.role_id', '=', roleId).orderBy('v.page').orderBy('v.name').execute()).map((row) => shown(actor, row))

/** Shares a view with a role, or changes a shared one. Role and table of a shared view stay. */
export const shareView = (k: Kernel, call: Call, { id, version, call: listCall, ...input }: Parsed<typeof sharedViews.save>['body']) =>
  k.db.transaction().execute(async (db): Promise<{ id: number }> => {
    const actor = signedIn(call.actor)
    const before = id === undefined ? undefined : await seen(db, actor, id)
    if (before && !mayChange(actor, before))
      throw forbidden(
        isOwn(actor, before) ? `您已不持有“${before.role}”角色，只能撤回这个视图` : '只有共享的人和系统管理员可以修改这个视图',
      )
    if (before && (before.role_id !== input.roleId || before.table_name !== input.table))
      throw invalidField('roleId', '已共享的视图不能换角色，请撤回后重新共享')
    if (!isScreen(input.page)) throw invalidField('page', NO_SUCH_PAGE)
    const role = (await sharableRoles(k, db, actor, undefined)).find((one) => one.id === input.roleId)
    if (!role) throw invalidField('roleId', '只能共享给本人持有的角色')
    const openers = await sharableRoles(k, db, actor, listCall)
    if (!before && !openers.some((one) => one.id === role.id)) throw invalidField('roleId', `“${role.name}”打不开这个列表，共享了也看不到`)
    if (Object.keys(input.filters).length === 0 && input.sort === null) throw invalidField('filters', '请先选好筛选条件或排序')
    // Of two who share at once the second sees what the first has written, both for the name and for the number of views.
    await db.selectFrom('role').select('id').where('id', '=', role.id).forNoKeyUpdate().execute()
    const others = await db
      .selectFrom('shared_view')
      .select('name')
      .where('role_id', '=', role.id)
      .where('table_name', '=', input.table)
      .where('id', '!=', id ?? 0)
      .execute()
    if (others.some(({ name }) => name === input.name)) throw invalidField('name', `“${role.name}”已有这个名称的视图`)
    if (!before && others.length >= SHARED_MOST) throw refused(`一张表最多给一个角色共享 ${SHARED_MOST} 个视图，请先撤回不用的`, 'TOO_MANY')
    const columns = { name: input.name, page: input.page, filters: JSON.stringify(input.filters), sort: input.sort }
    const saved = before
      ? await db
          .updateTable('shared_view')
          .set((e) => ({ ...columns, version: e('version', '+', 1) }))
          .where('id', '=', before.id)
          .where('version', '=', version ?? 0)
          .returning('id')
          .executeTakeFirst()
      : await db
          .insertInto('shared_view')
          .values({ ...columns, role_id: role.id, table_name: input.table, shared_by: actor.userId, shared_at: k.clock.now() })
          .returning('id')
          .executeTakeFirst()
    if (!saved) throw conflict()
    await logged(db, call, before ? 'edit' : 'share', saved.id, {
      ...(before ? { before: kept(before) } : {}),
      after: kept({ ...input, table_name: input.table, role_id: role.id }),
    })
    return saved
  })

export const withdrawView = (k: Kernel, call: Call, { id, version }: Parsed<typeof sharedViews.withdraw>['body']) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const actor = signedIn(call.actor)
    const row = await seen(db, actor, id)
    if (!mayWithdraw(actor, row)) throw forbidden('只有共享的人、系统管理员和安全管理员可以撤回这个视图')
    const done = await db.deleteFrom('shared_view').where('id', '=', id).where('version', '=', version).returning('id').executeTakeFirst()
    if (!done) throw conflict()
    await logged(db, call, 'withdraw', id, { before: kept(row) })
    return true
  })

/** The view as the caller sees it; one that is not shown to the caller answers as if it did not exist. */
async function seen(db: Db, actor: Actor, id: number): Promise<Row> {
  const row = await rowsFrom(db).where('v.id', '=', id).forUpdate('v').executeTakeFirst()
  if (!row || !sees(actor, row)) throw gone()
  return row
}

/** A filter may hold a name that somebody typed, so the log, which is never changed, keeps which conditions there are and not their values. */
const kept = ({ name, filters, sort, table_name, role_id }: Pick<Row, 'name' | 'filters' | 'sort' | 'table_name' | 'role_id'>) => ({
  name,
  roleId: role_id,
  table: table_name,
  filters: Object.keys(filters).toSorted(),
  sort,
})
const logged = (db: Db, call: Call, verb: 'share' | 'edit' | 'withdraw', id: number, detail: Record<string, unknown>) =>
  audit(db, call, { action: `sharedView.${verb}`, objectType: 'sharedView', objectId: id, detail })
