import { sql } from 'kysely'
import { rightAsk } from '../../contract/identity/access.ts'
import { isReserved, permissions } from '../../contract/permissions.ts'
import type { Data, Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { askedByPage, hearsGrants, neededBy, pagesOpenTo, rolesOpening } from '../identity/index.ts'
import { handled, notify } from '../system/index.ts'

/** A request is repeated only after this time. */
const ONCE_MS = 7 * 86_400_000

/** 申请权限 (ADR 0873). */
export function joinAskedRights(k: Kernel): void {
  implement(k, 'account', rightAsk, {
    ask: ({ body, call, actor }) => askRight(k, call, actor, body),
    lack: ({ query, actor }) => lackedBy(k, actor, query.path),
  })
  hearsGrants(k, (db, userId) => settle(k, db, userId))
}

/** What is asked for; the request waits under `key`. */
interface Wanted {
  key: string
  /** such as 打开“政策审核” */
  words: string
  /** such as 页面 /work/policy */
  where: string
  /** such as 这个菜单 */
  what: string
  roles: { name: string; exclusive_group: string | null }[]
  object: { objectType: string; objectId: number | string; detail: Record<string, string> }
}
const waitOf = (userId: number, key: number | string) => `right-ask:${userId}:${key}`

async function wantedBy(k: Kernel, db: Db, actor: Actor, { path, call }: Parsed<typeof rightAsk.ask>['body']): Promise<Wanted> {
  const screen = await screenAt(db, path)
  if (call !== undefined) {
    const permission = neededBy(k, call)
    if (permission === undefined) throw invalidField('call', '没有这个操作，或不需要专门的权限')
    const { name } = permissions[permission]
    if (isReserved(permission)) throw refused(`“${name}”只由管理员使用，不能申请`)
    if (actor.permissions.has(permission)) throw refused(`您已有“${name}”权限，请刷新页面`)
    const where = screen ? `在“${screen.name}”（${screen.url}）` : `页面 ${path}`
    const object = { objectType: 'permission', objectId: permission, detail: { name, url: screen?.url ?? path } }
    return { key: permission, words: `“${name}”权限`, where, what: '这项权限', roles: await rolesOpening(db, { permission }), object }
  }
  if (!screen) throw invalidField('path', '没有这个页面')
  const { id, name, url } = screen
  if ((await pagesOpenTo(db, actor, [url])).has(url)) throw refused('您已有这个页面的权限，请刷新页面')
  const roles = await rolesOpening(db, { menuId: id })
  if (ofAdministrators(roles)) throw refused(`“${name}”只由管理员使用，不能申请`)
  const object = { objectType: 'menu', objectId: id, detail: { name, url } }
  return { key: String(id), words: `打开“${name}”`, where: `页面 ${url}`, what: '这个菜单', roles, object }
}

/** Whether administrators alone open it. */
const ofAdministrators = (roles: Wanted['roles']): boolean =>
  roles.length > 0 && roles.every(({ exclusive_group }) => exclusive_group !== null)

/** What is missing for a page, in the words of the menu: behind 无权限 it says what to ask for. */
async function lackedBy(k: Kernel, actor: Actor, path: string): Promise<Data<typeof rightAsk.lack>> {
  const screen = await screenAt(k.db, path)
  const asked = screen ? askedByPage(k, screen.url) : null
  return {
    name: screen?.name ?? null,
    permission: asked === null || actor.permissions.has(asked) ? null : permissions[asked].name,
    askable:
      screen !== undefined && !ofAdministrators(await rolesOpening(k.db, { menuId: screen.id })) && !(await isAdministrator(k.db, actor)),
  }
}

/** Tells the security officers, once, which colleague lacks which screen or permission, and which roles open it. */
function askRight(k: Kernel, call: Call, actor: Actor, asked: Parsed<typeof rightAsk.ask>['body']): Promise<{ again: boolean }> {
  return k.db.transaction().execute(async (db) => {
    const { key, words, where, what, roles, object } = await wantedBy(k, db, actor, asked)
    if (await isAdministrator(db, actor)) throw refused('系统、安全、审计管理员不兼任其他角色，不能申请')
    const waitsFor = waitOf(actor.userId, key)
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
      title: `${actor.name}（${office ?? '未分配部门'}）申请${words}`,
      body: `用户名 ${user_name}，${where}。${names.length === 0 ? `还没有角色含${what}。` : `含${what}的角色：${names.join('')}。`}`,
      link: `/work/user?name=${encodeURIComponent(user_name)}`,
      waitsFor,
    })
    if (officers === 0) throw refused('现在没有安全管理员能收到申请，请联系系统管理员')
    await audit(db, call, { action: 'rightsChange.ask', ...object })
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

/** Whose roles open the requested screen or permission now waits for no officer any more. */
async function settle(k: Kernel, db: Db, userId: number): Promise<void> {
  const held = db.selectFrom('user_role as ur').where('ur.user_id', '=', userId)
  const menus = await held.innerJoin('role_menu as rm', 'rm.role_id', 'ur.role_id').select('rm.menu_id').distinct().execute()
  const codes = await held.innerJoin('role_permission as p', 'p.role_id', 'ur.role_id').select('p.permission').distinct().execute()
  const keys = [...menus.map(({ menu_id }) => menu_id), ...codes.map(({ permission }) => permission)]
  await handled(db, k, ...keys.map((key) => waitOf(userId, key)))
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
