import { sql } from 'kysely'
import { rightAsk } from '../../contract/identity/access.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { hearsGrants } from '../identity/index.ts'
import { handled, notify } from '../system/index.ts'

/** A request is repeated only after this time. */
const ONCE_MS = 7 * 86_400_000

/** 申请权限 (ADR 0873). */
export function joinAskedRights(k: Kernel): void {
  implement(k, 'account', rightAsk, { ask: ({ body, call, actor }) => askRight(k, call, actor, body) })
  hearsGrants(k, (db, userId) => settle(k, db, userId))
}

const waitOf = (userId: number, menuId: number) => `right-ask:${userId}:${menuId}`

/** Tells the security officers, once, which colleague lacks which screen, and which roles open it. */
function askRight(k: Kernel, call: Call, actor: Actor, { path }: Parsed<typeof rightAsk.ask>['body']): Promise<{ again: boolean }> {
  return k.db.transaction().execute(async (db) => {
    const screen = await screenAt(db, path)
    if (!screen) throw invalidField('path', '没有这个页面')
    const roles = await rolesWith(db, screen.id)
    if (roles.length > 0 && roles.every(({ exclusive_group }) => exclusive_group !== null))
      throw refused(`“${screen.name}”只由管理员使用，不能申请`)
    if (await isAdministrator(db, actor)) throw refused('系统、安全、审计管理员不兼任其他角色，不能申请')
    const waitsFor = waitOf(actor.userId, screen.id)
    // Two clicks at once: the second one waits here, and finds what the first one told.
    await sql`select pg_advisory_xact_lock(hashtextextended(${waitsFor}, 0))`.execute(db)
    const since = new Date(k.clock.now().getTime() - ONCE_MS).toISOString()
    const told = db.selectFrom('notice').select('id').where('waits_for', '=', waitsFor).where('created_at', '>', since)
    if (await told.limit(1).executeTakeFirst()) return { again: true }
    const { user_name, office } = await db
      .selectFrom('sys_user as u')
      .leftJoin('office as o', 'o.id', 'u.office_id')
      .select(['u.user_name', 'o.name as office'])
      .where('u.id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    const names = roles.filter(({ exclusive_group }) => exclusive_group === null).map(({ name }) => `“${name}”`)
    const officers = await notify(db, k, {
      to: { permission: 'role:manage' },
      except: actor.userId,
      kind: 'work',
      title: `${actor.name}（${office ?? '未分配部门'}）申请打开“${screen.name}”`,
      body: `用户名 ${user_name}，页面 ${screen.url}。${names.length === 0 ? '还没有角色含这个菜单。' : `含这个菜单的角色：${names.join('')}。`}`,
      link: `/work/user?name=${encodeURIComponent(user_name)}`,
      waitsFor,
    })
    if (officers === 0) throw refused('现在没有安全管理员能收到申请，请联系系统管理员')
    await audit(db, call, {
      action: 'rightsChange.ask',
      objectType: 'menu',
      objectId: screen.id,
      detail: { name: screen.name, url: screen.url },
    })
    return { again: false }
  })
}

const isAdministrator = async (db: Db, { roles }: Actor) =>
  (await db
    .selectFrom('role')
    .select('id')
    .where('code', 'in', ['', ...roles])
    .where('exclusive_group', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Whose roles open the requested screen now waits for no officer any more. */
async function settle(k: Kernel, db: Db, userId: number): Promise<void> {
  const menus = await db
    .selectFrom('role_menu as rm')
    .innerJoin('user_role as ur', 'ur.role_id', 'rm.role_id')
    .where('ur.user_id', '=', userId)
    .select('rm.menu_id')
    .distinct()
    .execute()
  await handled(db, k, ...menus.map(({ menu_id }) => waitOf(userId, menu_id)))
}

/** The menu entry of an address, or of the nearest address above it. */
const screenAt = (db: Db, path: string) => {
  const parts = path.split('/').filter(Boolean)
  const above = parts.map((_, i) => `/${parts.slice(0, parts.length - i).join('/')}`)
  return db
    .selectFrom('menu')
    .select(['id', 'name', 'url'])
    .where('url', 'in', ['', ...above])
    .where('url', '!=', '')
    .orderBy(sql`length(url)`, 'desc')
    .orderBy('id')
    .executeTakeFirst()
}

const rolesWith = (db: Db, menuId: number) =>
  db
    .selectFrom('role_menu as rm')
    .innerJoin('role as r', 'r.id', 'rm.role_id')
    .where('rm.menu_id', '=', menuId)
    .where('r.code', 'not in', ['enterprise', 'individual'])
    .select(['r.name', 'r.exclusive_group'])
    .orderBy('r.id')
    .execute()
