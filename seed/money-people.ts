import { createUser } from '../server/identity/index.ts'
import { DEMO_PASSWORD } from '../server/identity/demo-accounts.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { hashPassword } from '../server/kernel/access/password.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const FINANCE = 'finance'

/** 财政: pays allowances that others entered, reviewed and published; the front desk does not pay. Its menus are the start page and 补贴管理. */
async function role({ db }: Kernel): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('role')
      .values({ code: FINANCE, name: '财政人员' })
      .onConflict((c) => c.column('code').doUpdateSet({ code: FINANCE }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('role_permission')
      .values(['allowance:read', 'allowance:pay', 'export:run'].map((permission) => ({ role_id: id, permission })))
      .onConflict((c) => c.doNothing())
      .execute()
    const menus = await tx.selectFrom('menu').select('id').where('url', 'in', ['/work/operator', '/work/subsidies']).execute()
    if (menus.length > 0)
      await tx
        .insertInto('role_menu')
        .values(menus.map((menu) => ({ role_id: id, menu_id: menu.id })))
        .onConflict((c) => c.doNothing())
        .execute()
  })
}

/** A user who pays, and a second reviewer in each deciding office, so that two persons can sign. */
const people = [
  { userName: 'dept3', name: '审核员 沈川', roles: ['dept'], officeCode: 'jxj' },
  { userName: 'dept4', name: '审核员 陆遥', roles: ['dept'], officeCode: 'kjj' },
  { userName: 'fin1', name: '财政 秦越', roles: [FINANCE], officeCode: 'czj' },
]

async function accounts(k: Kernel): Promise<void> {
  for (const person of people) {
    if (await k.db.selectFrom('sys_user').select('id').where('user_name', '=', person.userName).executeTakeFirst()) continue
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    await k.db.transaction().execute((db) => createUser(db, systemCall('seed'), { ...person, type: 'YYF', passwordHash }, k.clock.now()))
  }
}

export const moneyPeopleSeeds: readonly Seed[] = [
  { name: 'finance role', demoOnly: false, run: (k) => seedOnce(k, 'finance role', () => role(k)) },
  { name: 'second reviewers', demoOnly: true, run: (k) => seedOnce(k, 'second reviewers', () => accounts(k)) },
]
