import { createUser } from '../server/identity/index.ts'
import { DEMO_PASSWORD } from '../server/identity/demo-accounts.ts'
import { hashPassword } from '../server/kernel/access/password.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { addMenus, addRights, giveRights } from './added.ts'
import { callScript } from './call-script.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const AGENT = 'agent'
const screens = ['/work/operator', '/ecall', '/work/cal', '/work/EnterprisesList']

/**
 * 坐席 (P044): answers calls, files appeals for companies, reads companies. The first menu entry is the start page, not the call centre
 * (M001).
 */
const role = ({ db }: Kernel) =>
  db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('role')
      .values({ code: AGENT, name: '坐席' })
      .onConflict((c) => c.column('code').doUpdateSet({ code: AGENT }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await giveRights(tx, { [AGENT]: ['call:agent', 'call:read', 'appeal:enter', 'company:read'] })
    // The hidden entry existed before the call centre.
    await tx.updateTable('menu').set({ hidden: false }).where('url', '=', '/ecall').execute()
    const menus = await tx.selectFrom('menu').select('id').where('url', 'in', screens).execute()
    if (menus.length > 0)
      await tx
        .insertInto('role_menu')
        .values(menus.map((menu) => ({ role_id: id, menu_id: menu.id })))
        .onConflict((c) => c.doNothing())
        .execute()
  })

const people = [
  { userName: 'agent1', name: '坐席 温言' },
  { userName: 'agent2', name: '坐席 程朗' },
] as const

async function accounts(k: Kernel): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  for (const { userName, name } of people) {
    if (await k.db.selectFrom('sys_user').select('id').where('user_name', '=', userName).executeTakeFirst()) continue
    const person = { userName, name, type: 'YYF' as const, roles: [AGENT], officeCode: 'qfzx', passwordHash }
    await k.db.transaction().execute((db) => createUser(db, systemCall('seed'), person, k.clock.now()))
  }
}

const script = async ({ db }: Kernel) =>
  void (await db
    .insertInto('call_script')
    .values(callScript.map(([section, ask, say], sort) => ({ section, ask, say, sort })))
    .execute())

export const callDeskSeeds: readonly Seed[] = [
  {
    name: 'call centre',
    demoOnly: false,
    run: async (k) => {
      await addMenus(k, 'call menus', [{ name: '呼叫统计', url: '/work/cal', icon: 'phone', roles: ['front', 'leader'] }])
      await addRights(k, 'call rights', {
        front: ['call:read', 'appeal:enter'],
        leader: ['call:read'],
        appealDesk: ['appeal:enter'],
      })
      await seedOnce(k, 'agent role', () => role(k))
      await seedOnce(k, 'call script', () => script(k))
    },
  },
  { name: 'agents', demoOnly: true, run: (k) => seedOnce(k, 'agents', () => accounts(k)) },
]
