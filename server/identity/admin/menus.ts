import { sql } from 'kysely'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { menuDesk, MenuNode, MenuRow } from '../../../contract/identity/menus.ts'
import { isMissingPage, NO_SUCH_PAGE } from '../../../contract/missing-page.ts'
import { permissions, type PermissionCode } from '../../../contract/permissions.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { likeText } from '../../kernel/db/like.ts'
import { conflict, invalidField, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { forget } from '../authenticate.ts'
import { askBeforeClosing, openedPages } from './closed-pages.ts'
import { raiseRights } from '../users.ts'
import { changedBeforeMove, moved, placeIn, refuseStaleOrder, treeOf, withBelow } from '../../kernel/trees.ts'
import { keepChange } from '../../kernel/way-back.ts'
import { askedByPage, rolesOfOthers } from './screen-rights.ts'
import { levelOf, loggedMenu, MENU, refuseMenu, rolesOf, setLevel, valuesOf } from './menu-state.ts'

const gone = () => notFound('该菜单不存在或已被删除')
/** Changes of the tree's shape run one after another. */
const alone = (db: Db) => sql`select pg_advisory_xact_lock(740431)`.execute(db)
const roleNames = sql<
  string[]
>`coalesce((select json_agg(r.name order by r.id) from role_menu rm join role r on r.id = rm.role_id where rm.menu_id = m.id), '[]')`
/** A page of the platform, the telephone bar, or a page elsewhere over https, without a user name that looks like the host. */
const ADDRESS = /^(?:\/(?:work|page|zzd)\/[A-Za-z0-9/_-]{1,100}|\/ecall|https:\/\/(?![^/?#]*@)[^\s"'<>\\]{1,280})$/

const rowsFrom = (db: Db) =>
  db
    .selectFrom('menu as m')
    .leftJoin('menu as up', 'up.id', 'm.parent_id')
    .select([
      'm.id',
      'm.parent_id',
      'up.name as parent_name',
      'm.name',
      'm.url',
      'm.description',
      'm.icon',
      'm.sort',
      'm.hidden',
      'm.disabled',
    ])
    .select(['m.version', roleNames.as('roles')])
type Read = Awaited<ReturnType<ReturnType<typeof rowsFrom>['execute']>>[number]
const asRow = (row: Read, asks: PermissionCode | null, giving: readonly string[]): MenuRow => ({
  id: row.id,
  parentId: row.parent_id,
  parentName: row.parent_name,
  name: row.name,
  url: row.url,
  desc: row.description,
  icon: row.icon,
  order: row.sort,
  hidden: row.hidden,
  disabled: row.disabled,
  roles: row.roles,
  asks: asks && permissions[asks].name,
  lacking: asks ? row.roles.filter((name) => !giving.includes(name)) : [],
  version: row.version,
})

/** Adds the permission that each page asks for, and which of its roles do not give it. */
async function asRows(k: Kernel, rows: readonly Read[]): Promise<MenuRow[]> {
  const givers = await k.db
    .selectFrom('role as r')
    .leftJoin('role_permission as p', 'p.role_id', 'r.id')
    .select(['r.name', 'r.code', 'p.permission'])
    .execute()
  const giving = Map.groupBy(givers, ({ permission }) => permission)
  const others = givers.filter(({ code }) => rolesOfOthers.includes(code)).map(({ name }) => name)
  return rows.map((row) => {
    // A page of companies asks them for no permission.
    const isForOthers = row.roles.length > 0 && row.roles.every((name) => others.includes(name))
    const asks = isForOthers ? null : askedByPage(k, row.url)
    return asRow(row, asks, [...others, ...(giving.get(asks) ?? []).map(({ name }) => name)])
  })
}

/** The whole menu has a few hundred rows: all are read and then paged in the order of the tree. */
export async function listMenus(k: Kernel, { name, page, pageSize }: Parsed<typeof menuDesk.list>['query']) {
  const rows = await asRows(
    k,
    await rowsFrom(k.db)
      .$if(Boolean(name), (q) => q.where((e) => e.or([e('m.name', 'ilike', likeText(name!)), e('m.url', 'ilike', likeText(name!))])))
      .orderBy('m.sort')
      .orderBy('m.id')
      .execute(),
  )
  const list = name ? rows : inTreeOrder(rows, null)
  return { total: list.length, list: list.slice((page - 1) * pageSize, page * pageSize) }
}
const inTreeOrder = (rows: readonly MenuRow[], parentId: number | null): MenuRow[] =>
  rows.filter((row) => row.parentId === parentId).flatMap((row) => [row, ...inTreeOrder(rows, row.id)])

export async function menuTree(k: Kernel): Promise<MenuNode[]> {
  const rows = await k.db
    .selectFrom('menu')
    .select(['id', 'parent_id', 'name', 'url', 'hidden', 'disabled'])
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return treeOf<(typeof rows)[number], MenuNode>(rows, ({ parent_id: _, ...row }, children) => ({ ...row, children }))
}

export async function menuById(k: Kernel, id: number): Promise<MenuRow> {
  const row = await rowsFrom(k.db).where('m.id', '=', id).executeTakeFirst()
  if (!row) throw gone()
  return (await asRows(k, [row]))[0]!
}

/** Entries that may be parents: folders. */
export const menuOptions = (k: Kernel) =>
  k.db
    .selectFrom('menu')
    .select(['id', 'name as label', 'parent_id as parentId'])
    .where('url', '=', '')
    .orderBy('sort')
    .orderBy('id')
    .execute()

export async function saveMenu(
  k: Kernel,
  call: Call,
  { id, version, confirmed, ...input }: Parsed<typeof menuDesk.save>['body'],
): Promise<{ id: number }> {
  if (input.url !== '' && !ADDRESS.test(input.url)) throw invalidField('url', '请选择平台的页面，或填写 https:// 开头的地址')
  if (isMissingPage(input.url)) throw invalidField('url', NO_SUCH_PAGE)
  const parentId = input.parentId ?? null
  return changing(
    k,
    call,
    async (db) => {
      await refuseMenu(db, id, { parent_id: parentId, name: input.name, url: input.url })
      const columns = {
        parent_id: parentId,
        name: input.name,
        url: input.url,
        description: input.desc,
        icon: input.icon,
        sort: input.order,
        hidden: input.hidden,
        disabled: input.disabled,
      }
      const before = id === undefined ? undefined : await db.selectFrom('menu').selectAll().where('id', '=', id).executeTakeFirst()
      if (id !== undefined && !before) throw gone()
      const saved = before
        ? await db
            .updateTable('menu')
            .set((e) => ({ ...columns, version: e('version', '+', 1) }))
            .where('id', '=', before.id)
            .where('version', '=', version ?? 0)
            .returning('id')
            .executeTakeFirst()
        : await db.insertInto('menu').values(columns).returning('id').executeTakeFirst()
      if (!saved) throw conflict()
      const kept = { kind: MENU, rowId: saved.id, name: columns.name, before: before ? valuesOf(before) : null, after: columns }
      await keepChange(db, call, kept)
      await audit(db, call, {
        action: before ? 'menu.edit' : 'menu.add',
        objectType: 'menu',
        objectId: saved.id,
        detail: { ...(before ? { before: loggedMenu(before) } : {}), after: loggedMenu(columns) },
      })
      return { result: { id: saved.id }, seen: await seenBy(db, [saved.id]) }
    },
    confirmed,
  )
}

export const removeMenu = (k: Kernel, call: Call, { id, confirmed }: Parsed<typeof menuDesk.remove>['body']): Promise<true> =>
  changing(
    k,
    call,
    async (db) => {
      const row = await db.selectFrom('menu').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) throw gone()
      if (await db.selectFrom('menu').select('id').where('parent_id', '=', id).limit(1).executeTakeFirst())
        throw refused('请先删除或移走下级菜单', 'IN_USE')
      const seen = await seenBy(db, [id])
      const before = { ...valuesOf(row), roles: await rolesOf(db, id) }
      await keepChange(db, call, { kind: MENU, rowId: id, name: row.name, before, after: null })
      await db.deleteFrom('menu').where('id', '=', id).execute()
      await audit(db, call, { action: 'menu.delete', objectType: 'menu', objectId: id, detail: { before: loggedMenu(before) } })
      return { result: true, seen }
    },
    confirmed,
  )

export const moveMenu = (k: Kernel, call: Call, { id, version, seen, direction }: Parsed<typeof menuDesk.move>['body']): Promise<true> =>
  changing(
    k,
    call,
    async (db) => {
      const own = await db.selectFrom('menu').select(['parent_id', 'name', 'version']).where('id', '=', id).executeTakeFirst()
      if (!own) throw gone()
      if ((version ?? own.version) !== own.version) throw changedBeforeMove(seen)
      const order = await levelOf(db, own.parent_id)
      refuseStaleOrder(order, seen)
      const after = moved(order, id, direction)
      await setLevel(db, after)
      const places = { before: placeIn(order, id), after: placeIn(after, id) }
      await keepChange(db, call, { kind: MENU, rowId: id, name: own.name, ...places })
      await audit(db, call, { action: 'menu.move', objectType: 'menu', objectId: id, detail: places })
      return { result: true, seen: await seenBy(db, [id]) }
    },
    true,
  )

/** Users who see one of these entries, or something below: their pages get the new menu with the next call (spec §4). */
export async function seenBy(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('menu').select(['id', 'parent_id']).execute()
  const all = ids.flatMap((id) => withBelow(rows, id))
  const users = await db
    .selectFrom('role_menu as rm')
    .innerJoin('user_role as ur', 'ur.role_id', 'rm.role_id')
    .where('rm.menu_id', 'in', [0, ...all])
    .select('ur.user_id')
    .distinct()
    .execute()
  return users.map((row) => row.user_id)
}

/**
 * Changes the menu. Unless `confirmed`, a change that closes a page to somebody is refused with the number of people. The pages of those who
 * see it follow; the page of who changes it asks for its menu itself: it would have to wait a minute after the second of two changes (S-03).
 */
export async function changing<T>(
  k: Kernel,
  call: Call,
  work: (db: Db) => Promise<{ result: T; seen: number[] }>,
  confirmed: boolean,
): Promise<T> {
  const { result, others } = await k.db.transaction().execute(async (db) => {
    await alone(db)
    const opened = await openedPages(db)
    const done = await work(db)
    await askBeforeClosing(db, opened, confirmed)
    const others = done.seen.filter((id) => id !== call.actor?.userId)
    await raiseRights(db, others)
    return { result: done.result, others }
  })
  forget(k, { users: others })
  return result
}
