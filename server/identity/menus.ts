import type { MenuEntry, UserInfo } from '../../contract/identity.ts'
import type { Actor } from '../kernel/actor.ts'
import { sessionDead } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskPhone, openPii } from '../kernel/access/pii.ts'
import { companyNameOf } from './companies.ts'

/** The workbench menu of a user: the entries of their roles with their parents, in order. */
export async function menusOf(k: Kernel, actor: Actor): Promise<{ menuList: MenuEntry[]; permissions: string[] }> {
  // The roles of this session: a person who acts for a company sees the menu of companies.
  const roles = ['', ...actor.roles]
  const after = actor.viewer?.change?.menuIds
  const rows = await k.db
    .selectFrom('menu as m')
    .selectAll('m')
    .where((e) =>
      after
        ? e('m.id', 'in', [0, ...after])
        : e.exists(
            e
              .selectFrom('role_menu as rm')
              .innerJoin('role as r', 'r.id', 'rm.role_id')
              .select('rm.menu_id')
              .whereRef('rm.menu_id', '=', 'm.id')
              .where('r.code', 'in', roles),
          ),
    )
    .execute()
  const every = new Map((await k.db.selectFrom('menu').selectAll().execute()).map((row) => [row.id, row]))
  const all = new Map<number, (typeof rows)[number]>()
  for (const own of rows)
    for (let row = every.get(own.id); row && !all.has(row.id); row = every.get(row.parent_id ?? 0)) all.set(row.id, row)
  const below = (parentId: number | null): MenuEntry[] =>
    [...all.values()]
      .filter((row) => row.parent_id === parentId)
      .sort((a, b) => a.sort - b.sort || a.id - b.id)
      .map((row) => ({
        id: row.id,
        order: row.sort,
        name: row.name,
        url: row.url,
        desc: row.description,
        icon: row.icon,
        hidden: row.hidden,
        disabled: row.disabled,
        children: below(row.id),
      }))
  return { menuList: below(null), permissions: [...actor.permissions].sort() }
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
  return rows.map((row) => ({
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
