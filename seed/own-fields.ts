import { addMenus } from './added.ts'
import type { Seed } from './index.ts'

/** Menus for editors who define fields of companies, and leaders who approve them. */
export const ownFieldSeed: Seed = {
  name: 'own fields',
  demoOnly: false,
  run: (k) =>
    addMenus(k, 'own fields', [
      { name: '自定义企业信息', url: '/work/ownFields', icon: 'policy', roles: ['editor', 'leader'], folder: '政策管理' },
    ]),
}
