import { hashPassword } from '../server/kernel/access/password.ts'
import { DEMO_PASSWORD, DEMO_SUBJECT } from '../server/identity/demo-accounts.ts'
import { createUser } from '../server/identity/index.ts'
import { mobileColumns } from '../server/identity/mobile.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import type { Db } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { addPeople } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

/** Code of the street in the region tree, codes and names of the office and of its role. */
const towns = [
  { street: '339999001', office: ['zj-yx', '云溪街道办事处'], role: ['town-yunxi', '云溪街道专员'] },
  { street: '339999100', office: ['zj-sl', '松岭镇人民政府'], role: ['town-songling', '松岭镇专员'] },
  { street: '339999101', office: ['zj-st', '石塘镇人民政府'], role: ['town-shitang', '石塘镇专员'] },
] as const
const RIGHTS = ['company:read', 'declaration:read'] as const
const MENUS = ['/work/workbench', '/work/checkmanage', '/work/EnterprisesList']

/** A town sees the companies of its street and their declarations, and nothing else. */
async function addTown(db: Db, bureau: number, { street, office, role }: (typeof towns)[number], sort: number): Promise<void> {
  await db
    .insertInto('office')
    .values({ code: office[0], name: office[1], parent_id: bureau, sort })
    .onConflict((c) => c.doNothing())
    .execute()
  const made = await db
    .insertInto('role')
    .values({ code: role[0], name: role[1], description: '只看本镇街的企业及其申报' })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  await db
    .insertInto('role_permission')
    .values(RIGHTS.map((permission) => ({ role_id: made.id, permission })))
    .execute()
  const lines = JSON.stringify([{ field: 'street', op: 'in', values: [street] }])
  await db
    .insertInto('row_rule')
    .values((['company', 'declaration'] as const).map((resource) => ({ role_id: made.id, resource, scope: 'all' as const, lines })))
    .execute()
  const menus = await db.selectFrom('menu').select('id').where('url', 'in', MENUS).execute()
  if (menus.length > 0)
    await db
      .insertInto('role_menu')
      .values(menus.map(({ id }) => ({ role_id: made.id, menu_id: id })))
      .execute()
}

const WANG_FANG_MOBILE = '15420000201'

/** Two roles with different scopes: declarations with a step of her own office, and those of one street. */
const wangFang = {
  userName: 'dept5',
  name: '王芳（示例）',
  type: 'YYF' as const,
  roles: ['dept', towns[0].role[0]],
  officeCode: 'kjj',
  accountId: `${DEMO_SUBJECT}zzd-dept5`,
}

async function addTowns(k: Kernel): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await k.db.transaction().execute(async (db) => {
    const bureau = await db.selectFrom('office').select('id').where('code', '=', 'jxj').executeTakeFirst()
    if (!bureau) return
    for (const [n, town] of towns.entries()) await addTown(db, bureau.id, town, 100 + n)
    if (await db.selectFrom('sys_user').select('id').where('user_name', '=', wangFang.userName).executeTakeFirst()) return
    await createUser(db, systemCall('seed'), { ...wangFang, passwordHash }, k.clock.now())
  })
}

/** Her number; in older data folders she was with another bureau. What somebody changed since stays. */
const settle = (k: Kernel) =>
  k.db.transaction().execute(async (db) => {
    const officeOf = (code: string) => db.selectFrom('office').select('id').where('code', '=', code).executeTakeFirst()
    const [former, office] = [await officeOf('scj'), await officeOf(wangFang.officeCode)]
    const her = await db
      .selectFrom('sys_user')
      .select(['id', 'office_id', 'mobile'])
      .where('user_name', '=', wangFang.userName)
      .where('account_id', '=', wangFang.accountId)
      .executeTakeFirst()
    if (!her) return
    await db
      .updateTable('sys_user')
      .set({
        ...(her.mobile === null ? mobileColumns(k, WANG_FANG_MOBILE) : {}),
        office_id: office && her.office_id === former?.id ? office.id : her.office_id,
      })
      .where('id', '=', her.id)
      .execute()
  })

/** 王芳’s former bureau still gets appeals (seed/appeal-rules.ts), so somebody answers them there. */
const successor = { userName: 'dept6', name: '审核员 苏棠', roles: ['dept'], officeCode: 'scj' }

export const townSeed: Seed = {
  name: 'towns',
  demoOnly: true,
  run: async (k) => {
    await seedOnce(k, 'towns', () => addTowns(k))
    await seedOnce(k, 'number of a reviewer', () => settle(k))
    await addPeople(k, 'reviewer of the market bureau', [successor])
  },
}
