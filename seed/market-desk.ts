import { createUser } from '../server/identity/index.ts'
import { DEMO_PASSWORD } from '../server/identity/demo-accounts.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import { hashPassword } from '../server/kernel/access/password.ts'
import type { Db } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { addOnce, giveRights, OWN_SORT } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const ROLE = 'market'
const FOLDER = '供需市场'
const DESK = '要素保障'

/** 要素保障专员: registers state land and stock of parks, reviews items of companies and persons, settles reports. */
async function role(db: Db): Promise<void> {
  await db
    .insertInto('role')
    .values({ code: ROLE, name: '要素保障专员' })
    .onConflict((c) => c.column('code').doNothing())
    .execute()
  await giveRights(db, { [ROLE]: ['market:read', 'market:review', 'market:manage', 'company:read'], leader: ['market:read'] })
  const role = await db.selectFrom('role').select('id').where('code', '=', ROLE).executeTakeFirstOrThrow()
  const menus = await db
    .selectFrom('menu')
    .select('id')
    .where('url', 'in', ['/work/operator', '/work/workbench', '/work/notice', '/work/account'])
    .execute()
  if (menus.length > 0)
    await db
      .insertInto('role_menu')
      .values(menus.map((menu) => ({ role_id: role.id, menu_id: menu.id })))
      .onConflict((c) => c.doNothing())
      .execute()
  await folder(db, FOLDER)
  await folder(db, DESK)
}

/** A folder for the market of companies and persons, and one for the office that reviews it. */
async function folder(db: Db, name: string): Promise<void> {
  if (await db.selectFrom('menu').select('id').where('name', '=', name).where('url', '=', '').executeTakeFirst()) return
  const { last } = await db
    .selectFrom('menu')
    .select((e) => e.fn.coalesce(e.fn.max('sort'), e.lit(0)).as('last'))
    .where('parent_id', 'is', null)
    .where('sort', '<', OWN_SORT)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('menu')
    .values({ parent_id: null, name, url: '', icon: 'company', sort: last + 1 })
    .execute()
}
const desk = [ROLE, 'leader']
const own = ['enterprise', 'individual']
const menus = [
  { name: '厂房供应审核', url: '/work/adminShop', icon: 'check', roles: desk, folder: DESK },
  { name: '土地供应审核', url: '/work/adminLand', icon: 'check', roles: desk, folder: DESK },
  { name: '厂房需求审核', url: '/work/appealShop', icon: 'check', roles: desk, folder: DESK },
  { name: '用地需求审核', url: '/work/MgtDemand', icon: 'check', roles: desk, folder: DESK },
  { name: '我的厂房', url: '/work/myShopWrok', icon: 'company', roles: own, folder: FOLDER },
  { name: '我的土地', url: '/work/myLand', icon: 'company', roles: own, folder: FOLDER },
  { name: '我的厂房需求', url: '/work/myDemandShop', icon: 'company', roles: own, folder: FOLDER },
  { name: '我的用地需求', url: '/work/myDemand', icon: 'company', roles: own, folder: FOLDER },
]

const people = [
  { userName: 'market1', name: '要素专员 池砚', roles: [ROLE], officeCode: 'zgj' },
  { userName: 'market2', name: '要素专员 乔木', roles: [ROLE], officeCode: 'qfzx' },
]
async function accounts(k: Kernel): Promise<void> {
  for (const person of people) {
    if (await k.db.selectFrom('sys_user').select('id').where('user_name', '=', person.userName).executeTakeFirst()) continue
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    await k.db.transaction().execute((db) => createUser(db, systemCall('seed'), { ...person, type: 'YYF', passwordHash }, k.clock.now()))
  }
}

export const marketDeskSeeds: readonly Seed[] = [
  { name: 'market role', demoOnly: false, run: (k) => seedOnce(k, 'market role', () => k.db.transaction().execute(role)) },
  { name: 'market desk', demoOnly: false, run: (k) => addOnce(k, 'market desk', { menus }) },
  { name: 'market people', demoOnly: true, run: (k) => seedOnce(k, 'market people', () => accounts(k)) },
]
