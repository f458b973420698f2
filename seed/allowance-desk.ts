import { addMenus, addRights } from './added.ts'
import type { Seed } from './index.ts'

const rights = {
  front: ['allowance:read', 'allowance:manage', 'export:run'],
  dept: ['allowance:read', 'allowance:review'],
  leader: ['allowance:read'],
} as const

/** Roles and menus for keeping, reviewing and reading allowances. */
export const allowanceDeskSeed: Seed = {
  name: 'allowance desk',
  demoOnly: false,
  run: async (k) => {
    await addRights(k, 'allowance rights', rights)
    await addMenus(k, 'allowance menus', [
      { name: '补贴管理', url: '/work/subsidies', icon: 'project', roles: ['front', 'dept', 'leader'] },
      { name: '我的补贴', url: '/work/mySubsidy', icon: 'project', roles: ['enterprise'] },
    ])
  },
}

/** Individuals may object too, so they get the page of published allowances. */
export const allowancePublicitySeed: Seed = {
  name: 'allowance publicity',
  demoOnly: false,
  run: (k) =>
    addMenus(k, 'allowance publicity menu', [{ name: '补贴公示', url: '/work/subsidyPublicity', icon: 'project', roles: ['individual'] }]),
}
