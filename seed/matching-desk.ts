import { addMenus } from './added.ts'
import type { Seed } from './index.ts'

/** Menus for editors of calculator and match forms. */
export const matchingDeskSeed: Seed = {
  name: 'matching desk',
  demoOnly: false,
  run: (k) =>
    addMenus(k, 'matching desk', [
      { name: '政策计算器管理', url: '/work/policyCalcManage', icon: 'policy', roles: ['editor', 'leader'], folder: '政策管理' },
      { name: '政策匹配表单配置', url: '/work/policyMatchFormConfig', icon: 'policy', roles: ['editor', 'leader'], folder: '政策管理' },
    ]),
}
