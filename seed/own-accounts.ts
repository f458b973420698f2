import { DEMO_PASSWORD, DEMO_SUBJECT } from '../server/identity/demo-accounts.ts'
import { bindCompany, createUser } from '../server/identity/index.ts'
import type { NewUser } from '../server/identity/users.ts'
import { hashPassword } from '../server/kernel/access/password.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { seedCompany, type DemoCompany } from './company.ts'
import companies from './data/companies.json' with { type: 'json' }
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

/** An institute that offers what it knows to companies; invented, like the thirty companies of the county. */
const institute: DemoCompany = {
  id: 'I01',
  companyName: '云溪县智造研究院（示例）',
  creditCode: '12339999MAEF121014',
  registeredDate: '2019-09-12',
  regionCode: '339999001',
  street: '云溪街道',
  countyRegistered: true,
  industryCode: '7320',
  mainProduct: '智能制造共性技术研发与检测',
  listed: false,
  employees: 46,
  address: '云溪县云溪街道智造路8号',
}
const C26 = (companies as { id: string; companyName: string; creditCode: string }[]).find(({ id }) => id === 'C26')!

type Own = Pick<NewUser, 'userName' | 'name' | 'type' | 'roles'> & { creditCode?: string }
/** A third company, a second individual, an institute and an expert of science and technology (ports.md §6). */
const people: readonly Own[] = [
  { userName: 'qy3', name: C26.companyName, type: 'QY', roles: ['enterprise'], creditCode: C26.creditCode },
  { userName: 'inst1', name: institute.companyName, type: 'QY', roles: ['enterprise'], creditCode: institute.creditCode },
  { userName: 'gr2', name: '何青禾（示例）', type: 'GR', roles: ['individual'] },
  { userName: 'expert1', name: '沈知行（示例）', type: 'GR', roles: ['individual'] },
]

async function accounts(k: Kernel): Promise<void> {
  await seedCompany(k, institute)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  for (const { creditCode, ...person } of people) {
    if (await k.db.selectFrom('sys_user').select('id').where('user_name', '=', person.userName).executeTakeFirst()) continue
    const company = creditCode
      ? await k.db.selectFrom('company').select('id').where('credit_code', '=', creditCode).executeTakeFirst()
      : undefined
    await k.db.transaction().execute(async (db) => {
      await createUser(db, systemCall('seed'), { ...person, accountId: `${DEMO_SUBJECT}${person.userName}`, passwordHash }, k.clock.now())
      if (company) await bindCompany(db, person.userName, company.id)
    })
  }
}

export const ownAccountSeed: Seed = {
  name: 'more companies and individuals',
  demoOnly: true,
  run: (k) => seedOnce(k, 'more companies and individuals', () => accounts(k)),
}
