import { sql } from 'kysely'
import type { Kernel } from '../server/kernel/kernel.ts'
import { addMenus, addOnce, addPeople, addRights } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

/** Both administrators see all accounts; there is a second security officer, because nobody gives roles to themselves. */
export const administrationSeeds: readonly Seed[] = [
  {
    name: 'administration rights',
    demoOnly: false,
    run: (k) => addRights(k, 'administration rights', { sysadmin: ['user:read'], secadmin: ['user:read'] }),
  },
  {
    name: 'work calendar',
    demoOnly: false,
    run: (k) =>
      addOnce(k, 'work calendar', {
        rights: { sysadmin: ['calendar:manage'] },
        menus: [{ name: '工作日历', url: '/work/workCalendar', icon: 'setting', roles: ['sysadmin'], folder: '系统管理' }],
      }),
  },
  {
    name: 'platform operations',
    demoOnly: false,
    run: (k) =>
      addOnce(k, 'platform operations', {
        rights: { sysadmin: ['operation:manage'] },
        menus: [{ name: '运行监控', url: '/work/operations', icon: 'setting', roles: ['sysadmin'], folder: '系统管理' }],
      }),
  },
  {
    name: 'workbench of an office',
    demoOnly: false,
    run: (k) =>
      addMenus(k, 'workbench of an office', [
        { name: '综合工作台', url: '/work/workbench', icon: 'home', roles: ['front', 'dept', 'editor', 'leader', 'finance'], sort: 3 },
      ]),
  },
  {
    name: 'keys of platforms',
    demoOnly: false,
    run: (k) => seedOnce(k, 'keys of platforms', () => openKeys(k)),
  },
  {
    name: 'limits of text messages',
    demoOnly: false,
    run: (k) =>
      addMenus(k, 'limits of text messages', [
        { name: '短信限额', url: '/work/smsLimits', icon: 'chat', roles: ['secadmin'], folder: '系统管理' },
      ]),
  },
  {
    name: 'second security officer',
    demoOnly: true,
    run: (k) =>
      addPeople(k, 'second security officer', [
        { userName: 'security2', name: '安全管理员 乔安', roles: ['secadmin'], officeCode: 'qfzx' },
      ]),
  },
]

/** Hosts of signed links become platforms, as in the migration; the security officer gets the page of their keys. */
async function openKeys(k: Kernel): Promise<void> {
  await sql`insert into platform (name, url, protocol, hosts)
    select max(name), max(url), 'signed', array[host] from (select name, url, split_part(split_part(url, '://', 2), '/', 1) as host from link
      where signed and url like 'http%') l
    where not exists (select from platform p where l.host = any(p.hosts)) group by host
    on conflict do nothing`.execute(k.db)
  await sql`insert into role_menu (role_id, menu_id) select r.id, m.id from role r join menu m on m.url = '/work/platform'
    where r.code = 'secadmin' on conflict do nothing`.execute(k.db)
}
