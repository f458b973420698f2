import { sql } from 'kysely'
import { rightAsk } from '../../contract/identity/access.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'

/** A request is repeated only after this time. */
const ONCE_MS = 7 * 86_400_000

/** 申请权限 (ADR 0873). */
export const joinAskedRights = (k: Kernel): void =>
  implement(k, 'account', rightAsk, { ask: ({ body, call, actor }) => askRight(k, call, actor, body) })

/** Tells the security officers, once, which colleague lacks which screen, and which roles open it. */
function askRight(k: Kernel, call: Call, actor: Actor, { path }: Parsed<typeof rightAsk.ask>['body']): Promise<{ again: boolean }> {
  return k.db.transaction().execute(async (db) => {
    const screen = await screenAt(db, path)
    if (!screen) throw invalidField('path', '没有这个页面')
    const roles = await rolesWith(db, screen.id)
    if (roles.length > 0 && roles.every(({ exclusive_group }) => exclusive_group !== null))
      throw refused(`“${screen.name}”只由管理员使用，不能申请`)
    const waitsFor = `right-ask:${actor.userId}:${screen.id}`
    const since = new Date(k.clock.now().getTime() - ONCE_MS).toISOString()
    const isTold = async () =>
      (await db.selectFrom('notice').select('id').where('waits_for', '=', waitsFor).where('created_at', '>', since).executeTakeFirst())
      !== undefined
    if (await isTold()) return { again: true }
    const { user_name, office } = await db
      .selectFrom('sys_user as u')
      .leftJoin('office as o', 'o.id', 'u.office_id')
      .select(['u.user_name', 'o.name as office'])
      .where('u.id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    const names = roles.filter(({ exclusive_group }) => exclusive_group === null).map(({ name }) => `“${name}”`)
    const told = await notify(db, k, {
      to: { permission: 'role:manage' },
      except: actor.userId,
      kind: 'work',
      title: `${actor.name}（${office ?? '未分配部门'}）申请打开“${screen.name}”`,
      body: `用户名 ${user_name}，页面 ${screen.url}。${names.length === 0 ? '还没有角色含这个菜单。' : `含这个菜单的角色：${names.join('')}。`}`,
      link: `/work/user?name=${encodeURIComponent(user_name)}`,
      // Two clicks at once pass the question above together; the key of the day lets one of them tell.
      key: `${waitsFor}:${today(k.clock)}`,
      waitsFor,
    })
    if (told === 0) {
      if (await isTold()) return { again: true }
      throw refused('现在没有安全管理员能收到申请，请直接联系')
    }
    await audit(db, call, {
      action: 'rightsChange.ask',
      objectType: 'menu',
      objectId: screen.id,
      detail: { name: screen.name, url: screen.url },
    })
    return { again: false }
  })
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
