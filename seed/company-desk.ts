import { addOnce } from './added.ts'
import type { Seed } from './index.ts'

/** Role and menus for keeping company archives: the front desk of the service centre. */
export const companyDeskSeed: Seed = {
  name: 'company desk',
  demoOnly: false,
  run: (k) =>
    addOnce(k, 'company desk', {
      rights: { front: ['company:manage', 'export:run'] },
      menus: [
        { name: '企业档案管理', url: '/work/enterpriseArchives', icon: 'archive', roles: ['front', 'leader'], sort: 13 },
        { name: '企业信息维护', url: '/work/entInfoMaintain', icon: 'setting', roles: ['front'], sort: 14 },
      ],
    }),
}
