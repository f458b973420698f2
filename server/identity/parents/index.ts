import type { FastifyInstance } from 'fastify'
import { parentLogin } from '../../../contract/identity/parents.ts'
import type { MenuEntry } from '../../../contract/identity.ts'
import type { Actor } from '../../kernel/actor.ts'
import { personalData } from '../../kernel/access/personal-data.ts'
import { implement } from '../../kernel/implement.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { menusOf } from '../menus.ts'
import { logout } from '../sessions.ts'
import { mountDemoParents } from './demo.ts'
import { DEMO_PARENT, parentSettings } from './known.ts'
import { loginByParent } from './login.ts'
import { mountParentEntries } from './mount.ts'

/** Registers log-ins from other platforms (ADR 0470). */
export function joinParents(k: Kernel): void {
  personalData(k, { table: 'parent_ticket', own: { title: '外部平台登录票据', by: 'user_id', copy: {}, end: 'erase', needed: true } })
  let http: FastifyInstance
  k.mounts.push(
    (server) => {
      http = server
    },
    mountParentEntries(k),
    mountDemoParents(k),
  )
  implement(k, 'identity', parentLogin, {
    loginByZzdAccountId: ({ body, call }) =>
      loginByParent(k, http, call, 'zzd', { ticket: body.token, claimed: { accountId: body.accountId, name: body.name } }),
    szjjLogin: ({ body, call }) => loginByParent(k, http, call, 'szjj', { ticket: (body.ticket ?? body.code)!, state: body.state }),
    zmlLogin: ({ query, call }) => loginByParent(k, http, call, 'zml', query),
    zmlLogout: ({ actor, call }) => leaveForZml(k, call, actor),
    getDingMenus: ({ actor }) => dingMenus(k, actor),
  })
}

/**
 * Ends the session here; returns the platform's address from 平台管理, or our home page. In the demo the platform is one of our own pages, and
 * the address in 平台管理 leads nowhere.
 */
async function leaveForZml(k: Kernel, call: Call, actor: Actor): Promise<{ url: string }> {
  await logout(k, call, actor.sessionId)
  if (parentSettings(k, 'zml')?.demo) return { url: `${DEMO_PARENT}/zml` }
  const row = await k.db
    .selectFrom('platform')
    .select(['url', 'hosts'])
    .where('login', '=', 'zml')
    .where('enabled', '=', true)
    .executeTakeFirst()
  return { url: row && URL.canParse(row.url) && row.hosts.includes(new URL(row.url).host) ? row.url : '/' }
}

/** Menu entries for the phone: what a person can open, without folders. */
async function dingMenus(k: Kernel, actor: Actor): Promise<{ menuList: MenuEntry[]; permissions: string[] }> {
  const { menuList, permissions } = await menusOf(k, actor)
  const leaves = (entries: readonly MenuEntry[]): MenuEntry[] =>
    entries
      .filter(({ hidden }) => !hidden)
      .flatMap((entry) => (entry.children.length > 0 ? leaves(entry.children) : entry.url ? [entry] : []))
  return { menuList: leaves(menuList), permissions }
}
