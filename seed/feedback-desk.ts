import { addMenus, addRights } from './added.ts'
import type { Seed } from './index.ts'

const rights = { front: ['feedback:read', 'feedback:answer'], leader: ['feedback:read'] } as const

/** Role and menu for feedback messages: the front desk of the service centre. */
export const feedbackDeskSeed: Seed = {
  name: 'feedback desk',
  demoOnly: false,
  run: async (k) => {
    await addRights(k, 'feedback rights', rights)
    await addMenus(k, 'feedback menu', [{ name: '留言反馈', url: '/work/feedback', icon: 'consult', roles: ['front', 'leader'] }])
  },
}
