import { addMenus, addRights } from './added.ts'
import type { Seed } from './index.ts'

const rights = {
  editor: ['direct:read', 'direct:manage'],
  leader: ['direct:read', 'direct:confirm'],
  front: ['direct:read'],
  dept: ['direct:read'],
} as const

/** Roles and menus for making, confirming and reading no-application lists. */
export const directDeskSeed: Seed = {
  name: 'direct desk',
  demoOnly: false,
  run: async (k) => {
    await addRights(k, 'direct rights', rights)
    await addMenus(k, 'direct menus', [
      { name: '免申即享名单', url: '/work/directLists', icon: 'project', roles: ['editor', 'leader', 'front', 'dept'] },
      { name: '免申即享', url: '/work/myDirect', icon: 'project', roles: ['enterprise'] },
    ])
  },
}
