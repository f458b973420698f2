import { addMenus } from './added-menu.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const rights: Readonly<Record<string, readonly string[]>> = { front: ['feedback:read', 'feedback:answer'], leader: ['feedback:read'] }

/** Who reads and answers what was written with the feedback dialog: the front desk of the service centre. */
export const feedbackDeskSeed: Seed = {
  name: 'feedback desk',
  demoOnly: false,
  run: async (k) => {
    await seedOnce(k, 'feedback rights', async () => {
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
    await addMenus(k, 'feedback menu', [{ name: '留言反馈', url: '/work/feedback', icon: 'consult', roles: ['front', 'leader'] }])
  },
}
