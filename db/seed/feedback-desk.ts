import { addMenus } from './added-menu.ts'
import { addRights } from './added-rights.ts'
import type { Seed } from './index.ts'

const rights: Readonly<Record<string, readonly string[]>> = { front: ['feedback:read', 'feedback:answer'], leader: ['feedback:read'] }

/** Who reads and answers what was written with the feedback dialog: the front desk of the service centre. */
export const feedbackDeskSeed: Seed = {
  name: 'feedback desk',
  demoOnly: false,
  run: async (k) => {
    await addRights(k, 'feedback rights', rights)
    await addMenus(k, 'feedback menu', [{ name: '留言反馈', url: '/work/feedback', icon: 'consult', roles: ['front', 'leader'] }])
  },
}
