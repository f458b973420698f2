import type { Db } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { addMenus, addPeople, addRights, addRole } from './added.ts'
import { callScript } from './call-script.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const AGENT = 'agent'
const screens = ['/work/operator', '/ecall', '/work/cal', '/work/EnterprisesList']

/**
 * 坐席 (P044): answers calls, files appeals for companies, reads companies. The first menu entry is the start page, not the call centre
 * (M001).
 */
async function role(db: Db): Promise<void> {
  // The hidden entry existed before the call centre.
  await db.updateTable('menu').set({ hidden: false }).where('url', '=', '/ecall').execute()
  await addRole(db, { code: AGENT, name: '坐席', rights: ['call:agent', 'call:read', 'appeal:enter', 'company:read'], menus: screens })
}

const people = [
  { userName: 'agent1', name: '坐席 温言', roles: [AGENT], officeCode: 'qfzx' },
  { userName: 'agent2', name: '坐席 程朗', roles: [AGENT], officeCode: 'qfzx' },
]

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
      await seedOnce(k, 'agent role', () => k.db.transaction().execute(role))
      await seedOnce(k, 'call script', () => script(k))
    },
  },
  { name: 'agents', demoOnly: true, run: (k) => addPeople(k, 'agents', people) },
]
