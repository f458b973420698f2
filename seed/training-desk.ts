import type { Db } from '../server/kernel/db/index.ts'
import { addOnce, addPeople, addRole } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

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

const ROLE = 'train'
const DESK = ['/work/trainPlan', '/work/trainActive', '/work/assessPropaganda', '/work/live']
const EVERYBODYS = ['/work/operator', '/work/workbench', '/work/notice', '/work/account']

/**
 * 培训专员 (ports.md §6): plans, runs and reviews activities; one's own are reviewed by another. Runs after the desk, whose entries it gets,
 * and after the rules of rows, so that the role has its rule at once, in older data folders too.
 */
const role = (db: Db) =>
  addRole(db, { code: ROLE, name: '培训专员', rights: ['train:read', 'train:review', 'train:manage'], menus: [...DESK, ...EVERYBODYS] })

/** Two accounts, because one prepares an activity and the other reviews it. */
const people = [
  { userName: 'train1', name: '培训专员 蓝屿', roles: [ROLE], officeCode: 'qfzx' },
  { userName: 'train2', name: '培训专员 荀舟', roles: [ROLE], officeCode: 'qfzx' },
]

export const trainRoleSeed: Seed = {
  name: 'train role',
  demoOnly: false,
  run: (k) => seedOnce(k, 'train role', () => k.db.transaction().execute(role)),
}
export const trainPeopleSeed: Seed = { name: 'train people', demoOnly: true, run: (k) => addPeople(k, 'train people', people) }
