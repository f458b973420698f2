import type { Db } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { giveRights } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

/** Permissions for binding, tags, portrait and company code, by role. */
const permissions: Parameters<typeof giveRights>[1] = {
  front: ['binding:examine', 'tag:read', 'companyCode:read'],
  dept: ['tag:read'],
  editor: ['tag:read', 'tag:manage', 'companyCode:read', 'companyCode:manage'],
  leader: ['tag:read', 'companyCode:read'],
}

interface Entry {
  name: string
  url: string
  icon: string
  /** placed right after the entry with this address */
  after: string
  roles: readonly string[]
  below?: readonly Omit<Entry, 'icon' | 'after' | 'below'>[]
}

const staff = ['front', 'dept', 'editor', 'leader']
/** Each stage runs once, under its name, also in older data folders. */
const stages: Readonly<Record<string, readonly Entry[]>> = {
  binding: [
    { name: '绑定企业', url: '/work/personalCompany', icon: 'company', after: '/work/personal', roles: ['individual'] },
    { name: '人员绑定', url: '/work/personalCompany', icon: 'user', after: '/work/enterpriseArchive', roles: ['enterprise'] },
    { name: '绑定审核', url: '/work/personalCompany', icon: 'check', after: '/work/EnterprisesList', roles: ['front'] },
  ],
  portrait: [
    { name: '企业画像', url: '/work/CorporatePortrait', icon: 'company', after: '/work/EnterprisesList', roles: staff },
    { name: '企业码', url: '/work/companyCode', icon: 'archive', after: '/work/EnterprisesList', roles: ['front', 'editor', 'leader'] },
    { name: '企业码', url: '/work/companyCode', icon: 'archive', after: '/work/enterpriseArchive', roles: ['enterprise'] },
  ],
  tags: [
    {
      name: '企业标签',
      url: '',
      icon: 'policy',
      after: '/work/EnterprisesList',
      roles: [],
      below: [
        { name: '标签管理', url: '/work/labmanag', roles: ['editor'] },
        { name: '企业标签', url: '/work/qyLabel', roles: staff },
        { name: '标签导入', url: '/work/labimport', roles: ['editor'] },
      ],
    },
  ],
}

/** Adds missing permissions and menu entries; older data folders get them too. */
export const enterpriseServicesSeed: Seed = {
  name: 'enterprise services',
  demoOnly: false,
  run: async (k: Kernel) => {
    for (const [name, entries] of Object.entries(stages))
      await seedOnce(k, name, () =>
        k.db.transaction().execute(async (db) => {
          await giveRights(db, permissions)
          for (const entry of entries) await addEntry(db, entry)
        }),
      )
  },
}

async function addEntry(db: Db, { below = [], ...entry }: Entry): Promise<void> {
  const before = await db.selectFrom('menu').select(['sort', 'parent_id']).where('url', '=', entry.after).orderBy('id').executeTakeFirst()
  const add = async (
    row: { name: string; url: string; icon: string; sort: number; parent_id: number | null },
    roles: readonly string[],
  ) => {
    const { id } = await db.insertInto('menu').values(row).returning('id').executeTakeFirstOrThrow()
    if (roles.length > 0)
      await db
        .insertInto('role_menu')
        .columns(['role_id', 'menu_id'])
        .expression((e) =>
          e
            .selectFrom('role')
            .select((x) => ['role.id', x.val(id).as('menu_id')])
            .where('code', 'in', [...roles]),
        )
        .execute()
    return id
  }
  const id = await add(
    { name: entry.name, url: entry.url, icon: entry.icon, sort: before?.sort ?? 50, parent_id: before?.parent_id ?? null },
    entry.roles,
  )
  for (const [i, child] of below.entries())
    await add({ name: child.name, url: child.url, icon: '', sort: i + 1, parent_id: id }, child.roles)
}
