import { DEMO_PASSWORD } from '../server/identity/demo-accounts.ts'
import { createUser } from '../server/identity/index.ts'
import { hashPassword } from '../server/kernel/access/password.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { addOnce, giveRights } from './added.ts'
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
const role = ({ db }: Kernel) =>
  db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('role')
      .values({ code: ROLE, name: '培训专员' })
      .onConflict((c) => c.column('code').doUpdateSet({ code: ROLE }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await giveRights(tx, { [ROLE]: ['train:read', 'train:review', 'train:manage'] })
    const menus = await tx
      .selectFrom('menu')
      .select('id')
      .where('url', 'in', [...DESK, ...EVERYBODYS])
      .execute()
    if (menus.length > 0)
      await tx
        .insertInto('role_menu')
        .values(menus.map((menu) => ({ role_id: id, menu_id: menu.id })))
        .onConflict((c) => c.doNothing())
        .execute()
  })

/** Two accounts, because one prepares an activity and the other reviews it. */
const people = [
  { userName: 'train1', name: '培训专员 蓝屿' },
  { userName: 'train2', name: '培训专员 荀舟' },
] as const

async function accounts(k: Kernel): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  for (const { userName, name } of people) {
    if (await k.db.selectFrom('sys_user').select('id').where('user_name', '=', userName).executeTakeFirst()) continue
    const person = { userName, name, type: 'YYF' as const, roles: [ROLE], officeCode: 'qfzx', passwordHash }
    await k.db.transaction().execute((db) => createUser(db, systemCall('seed'), person, k.clock.now()))
  }
}

export const trainRoleSeed: Seed = { name: 'train role', demoOnly: false, run: (k) => seedOnce(k, 'train role', () => role(k)) }
export const trainPeopleSeed: Seed = { name: 'train people', demoOnly: true, run: (k) => seedOnce(k, 'train people', () => accounts(k)) }
