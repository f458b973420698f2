import type { Db } from '../server/kernel/db/index.ts'
import { addOnce, addPeople, addRole, giveRights, OWN_SORT } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const ROLE = 'market'
const FOLDER = '供需市场'
const DESK = '要素保障'

/** 要素保障专员: registers state land and stock of parks, reviews items of companies and persons, settles reports. */
async function role(db: Db): Promise<void> {
  await addRole(db, {
    code: ROLE,
    name: '要素保障专员',
    rights: ['market:read', 'market:review', 'market:manage', 'company:read'],
    menus: ['/work/operator', '/work/workbench', '/work/notice', '/work/account'],
  })
  await giveRights(db, { leader: ['market:read'] })
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

export const marketDeskSeeds: readonly Seed[] = [
  { name: 'market role', demoOnly: false, run: (k) => seedOnce(k, 'market role', () => k.db.transaction().execute(role)) },
  { name: 'market desk', demoOnly: false, run: (k) => addOnce(k, 'market desk', { menus }) },
  { name: 'market people', demoOnly: true, run: (k) => addPeople(k, 'market people', people) },
]
