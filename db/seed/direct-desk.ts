import { addMenus } from './added-menu.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const rights: Readonly<Record<string, readonly string[]>> = {
  editor: ['direct:read', 'direct:manage'],
  leader: ['direct:read', 'direct:confirm'],
  front: ['direct:read'],
  dept: ['direct:read'],
}

/** Who makes, confirms and reads no-application lists, and where. */
export const directDeskSeed: Seed = {
  name: 'direct desk',
  demoOnly: false,
  run: async (k) => {
    await seedOnce(k, 'direct rights', async () => {
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
    await addMenus(k, 'direct menus', [
      { name: '免申即享名单', url: '/work/directLists', icon: 'project', roles: ['editor', 'leader', 'front', 'dept'] },
      { name: '免申即享', url: '/work/myDirect', icon: 'project', roles: ['enterprise'] },
    ])
  },
}
