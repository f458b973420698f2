import type { MenuEntry, UserInfo } from '../../contract/identity.ts'
import type { Actor } from '../kernel/actor.ts'
import { sessionDead } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskPhone, openPii } from '../kernel/access/pii.ts'
import { treeOf } from '../kernel/trees.ts'
import { companyNameOf } from './companies.ts'
import { platformMarks } from './platform-marks.ts'

/** The workbench menu of a user: the entries of their roles with their parents, in order. */
export async function menusOf(k: Kernel, actor: Actor): Promise<{ menuList: MenuEntry[]; permissions: string[] }> {
  // The roles of this session: a person who acts for a company sees the menu of companies.
  const roles = ['', ...actor.roles]
  const after = actor.viewer?.change?.menuIds
  const [every, given] = await Promise.all([
    k.db.selectFrom('menu').selectAll().orderBy('sort').orderBy('id').execute(),
    after
      ?? k.db
        .selectFrom('role_menu as rm')
        .innerJoin('role as r', 'r.id', 'rm.role_id')
        .select('rm.menu_id')
        .where('r.code', 'in', roles)
        .execute()
        .then((rows) => rows.map((row) => row.menu_id)),
  ])
  const byId = new Map(every.map((row) => [row.id, row]))
  const shown = new Set<number>()
  for (const id of given) for (let row = byId.get(id); row && !shown.has(row.id); row = byId.get(row.parent_id ?? 0)) shown.add(row.id)
  const menuList = treeOf(
    every.filter((row) => shown.has(row.id)),
    (row, children: MenuEntry[]): MenuEntry => ({
      id: row.id,
      order: row.sort,
      name: row.name,
      url: row.url,
      desc: row.description,
      icon: row.icon,
      hidden: row.hidden,
      disabled: row.disabled,
      children,
    }),
  )
  return { menuList, permissions: [...actor.permissions].sort() }
}

export async function infoOf(k: Kernel, actor: Actor): Promise<UserInfo> {
  const row = await k.db
    .selectFrom('sys_user as u')
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .leftJoin('session as s', (j) => j.on('s.id', '=', actor.sessionId))
    .select(['u.id', 'u.user_name', 'u.name', 'u.type', 'u.mobile', 'u.account_id', 'u.office_id', 'u.display', 'o.name as office_name'])
    .select('s.variant')
    .where('u.id', '=', actor.userId)
    .executeTakeFirst()
  if (!row) throw sessionDead()
  return {
    id: row.id,
    userName: row.user_name,
    name: row.name,
    type: actor.type,
    oldType: row.type,
    mobile: row.mobile ? maskPhone(openPii(k, row.mobile)) : '',
    // A viewer does not see the person's account at the identity provider.
    accountId: actor.viewer ? '' : (row.account_id ?? ''),
    companyId: actor.companyId,
    companyName: await companyNameOf(k, actor.companyId),
    officeId: row.office_id,
    officeName: row.office_name ?? '',
    loginWay: row.variant ?? '',
    display: row.display,
    passwordGiven: actor.givenPassword === true,
    viewing: actor.viewer ? { by: actor.viewer.name, until: actor.viewer.until, change: actor.viewer.change?.title ?? null } : null,
  }
}

export async function saveDisplay(k: Kernel, actor: Actor, display: NonNullable<UserInfo['display']>): Promise<true> {
  await k.db
    .updateTable('sys_user')
    .set({ display: JSON.stringify(display) })
    .where('id', '=', actor.userId)
    .execute()
  return true
}

export async function listLinks(k: Kernel, position?: 'menu' | 'quick' | 'gov') {
  const rows = await k.db
    .selectFrom('link')
    .selectAll()
    .$if(position !== undefined, (q) => q.where('position', '=', position!))
    .orderBy('position')
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const marks = await platformMarks(k.db)
  return rows.map((row) => ({
    ...marks(row.url),
    id: row.id,
    position: row.position,
    name: row.name,
    url: row.url,
    desc: row.description,
    signed: row.signed,
    hidden: row.hidden,
    disabled: row.disabled,
    eventLabel: row.event_label,
    order: row.sort,
    version: row.version,
  }))
}
