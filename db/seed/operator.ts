import { createUser } from '../../server/identity/index.ts'
import { DEMO_PASSWORD } from '../../server/identity/demo-accounts.ts'
import { hashPassword } from '../../server/kernel/access/password.ts'
import { systemCall } from '../../server/kernel/audit/audit.ts'
import type { Kernel } from '../../server/kernel/kernel.ts'
import { addOnce, giveRights } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const OPERATOR = 'operator'

/** 运营人员 (P045): text messages and the content of the site; companies and tags only to choose whom a message goes to. */
const role = ({ db }: Kernel) =>
  db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('role')
      .values({ code: OPERATOR, name: '运营人员' })
      .onConflict((c) => c.column('code').doUpdateSet({ code: OPERATOR }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await giveRights(tx, { [OPERATOR]: ['sms:read', 'sms:manage', 'sms:review', 'company:read', 'tag:read'] })
    const start = await tx.selectFrom('menu').select('id').where('url', '=', '/work/operator').executeTakeFirst()
    if (start)
      await tx
        .insertInto('role_menu')
        .values({ role_id: id, menu_id: start.id })
        .onConflict((c) => c.doNothing())
        .execute()
  })

const people = [
  { userName: 'op1', name: '运营员 叶蓁' },
  { userName: 'op2', name: '运营员 宋闻' },
] as const

/** Two, because what one writes the other approves. */
async function accounts(k: Kernel): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  for (const { userName, name } of people) {
    if (await k.db.selectFrom('sys_user').select('id').where('user_name', '=', userName).executeTakeFirst()) continue
    const person = { userName, name, type: 'YYF' as const, roles: [OPERATOR], officeCode: 'qfzx', passwordHash }
    await k.db.transaction().execute((db) => createUser(db, systemCall('seed'), person, k.clock.now()))
  }
}

export const operatorSeeds: readonly Seed[] = [
  { name: 'operator role', demoOnly: false, run: (k) => seedOnce(k, 'operator role', () => role(k)) },
  {
    name: 'text messages',
    demoOnly: false,
    run: (k) =>
      addOnce(k, 'text messages', {
        menus: [
          { name: '短信模板', url: '/work/smsTemp', icon: 'notice', roles: [OPERATOR] },
          { name: '短信发送', url: '/work/smsSend', icon: 'notice', roles: [OPERATOR] },
        ],
      }),
  },
  { name: 'operators', demoOnly: true, run: (k) => seedOnce(k, 'operators', () => accounts(k)) },
]
