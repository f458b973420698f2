import { addMenus } from './added-menu.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const rights: Readonly<Record<string, readonly string[]>> = {
  front: ['allowance:read', 'allowance:manage', 'export:run'],
  dept: ['allowance:read', 'allowance:review'],
  leader: ['allowance:read'],
}

/** Who keeps, reviews and reads allowances, and where. */
export const allowanceDeskSeed: Seed = {
  name: 'allowance desk',
  demoOnly: false,
  run: async (k) => {
    await seedOnce(k, 'allowance rights', async () => {
      for (const [code, permissions] of Object.entries(rights)) {
        const role = await k.db.selectFrom('role').select('id').where('code', '=', code).executeTakeFirst()
        if (!role) continue
        await k.db
          .insertInto('role_permission')
          .values(permissions.map((permission) => ({ role_id: role.id, permission })))
          .onConflict((c) => c.doNothing())
          .execute()
      }
    })
    await addMenus(k, 'allowance menus', [
      { name: '补贴管理', url: '/work/subsidies', icon: 'project', roles: ['front', 'dept', 'leader'] },
      { name: '我的补贴', url: '/work/mySubsidy', icon: 'project', roles: ['enterprise'] },
    ])
  },
}
