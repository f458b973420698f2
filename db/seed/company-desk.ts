import type { Kernel } from '../../server/kernel/kernel.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const rights: Record<string, string[]> = { front: ['company:manage', 'export:run'] }
const entries = [
  { name: '企业档案管理', url: '/work/enterpriseArchives', icon: 'archive', roles: ['front', 'leader'], sort: 13 },
  { name: '企业信息维护', url: '/work/entInfoMaintain', icon: 'setting', roles: ['front'], sort: 14 },
]

/** Who keeps the companies' archives: the front desk of the service centre. Added to what stands, so that older databases get it too. */
export const companyDeskSeed: Seed = { name: 'company desk', demoOnly: false, run: (k) => seedOnce(k, 'company desk', () => add(k)) }

const add = (k: Kernel): Promise<void> =>
  k.db.transaction().execute(async (db) => {
    const roles = await db.selectFrom('role').select(['id', 'code']).execute()
    const idOf = (code: string) => roles.find((r) => r.code === code)?.id
    for (const [code, permissions] of Object.entries(rights)) {
      const role_id = idOf(code)
      if (role_id === undefined) continue
      await db
        .insertInto('role_permission')
        .values(permissions.map((permission) => ({ role_id, permission })))
        .onConflict((c) => c.doNothing())
        .execute()
    }
    for (const { roles: codes, ...entry } of entries) {
      if (await db.selectFrom('menu').select('id').where('url', '=', entry.url).executeTakeFirst()) continue
      const { id } = await db
        .insertInto('menu')
        .values({ ...entry, parent_id: null, description: '', hidden: false, disabled: false })
        .returning('id')
        .executeTakeFirstOrThrow()
      const ids = codes.flatMap((code) => idOf(code) ?? [])
      if (ids.length > 0)
        await db
          .insertInto('role_menu')
          .values(ids.map((role_id) => ({ role_id, menu_id: id })))
          .execute()
    }
  })
