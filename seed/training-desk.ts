import { addOnce } from './added.ts'
import type { Seed } from './index.ts'

/** Roles and menus for planning, publishing and reviewing activities. */
export const trainingDeskSeed: Seed = {
  name: 'training desk',
  demoOnly: false,
  run: (k) =>
    addOnce(k, 'training desk', {
      rights: {
        editor: ['train:read', 'train:manage'],
        operator: ['train:read', 'train:manage'],
        leader: ['train:read', 'train:review'],
      },
      menus: [
        { name: '培训计划', url: '/work/trainPlan', icon: 'project', roles: ['editor', 'operator', 'leader'], folder: '内容管理' },
        { name: '培训活动', url: '/work/trainActive', icon: 'project', roles: ['editor', 'operator', 'leader'], folder: '内容管理' },
        { name: '活动评价', url: '/work/assessPropaganda', icon: 'project', roles: ['editor', 'operator', 'leader'], folder: '内容管理' },
        { name: '我参与的活动', url: '/work/myInvolved', icon: 'project', roles: ['enterprise', 'individual'] },
        { name: '我发布的活动', url: '/work/myRelease', icon: 'project', roles: ['enterprise'] },
      ],
    }),
}
