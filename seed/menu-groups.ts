import type { Db } from '../server/kernel/db/index.ts'
import { OWN_SORT } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

interface Group {
  name: string
  icon: string
  /**
   * the group from which its entries are taken, and after which it is placed; without it they are taken from the top level, and it is
   * placed where the first of them was
   */
  from?: string
  urls: readonly string[]
}

/** A group with more than seven entries is hard to read, so related entries get a group of their own. */
const groups: readonly Group[] = [
  {
    name: '规则与测算',
    icon: 'check',
    from: '政策管理',
    urls: ['/work/policyCalcManage', '/work/policyMatchFormConfig', '/work/ownFields'],
  },
  {
    name: '门户与搜索',
    icon: 'home',
    from: '政策管理',
    urls: [
      '/work/policymarketmanage',
      '/work/policycarousel',
      '/work/policyHomeDataConfig',
      '/work/searchSynonyms',
      '/work/unansweredQuestions',
    ],
  },
  { name: '账号与权限', icon: 'user', from: '系统管理', urls: ['/work/user', '/work/role', '/work/Office'] },
]

/** The desks, which were all at the top level: 25 entries for the staff who receive applications. */
const desks: readonly Group[] = [
  {
    name: '申报与补贴',
    icon: 'check',
    urls: ['/work/checkmanage', '/work/govcheckmanage', '/work/declaremanage', '/work/subsidies', '/work/directLists'],
  },
  {
    name: '咨询与诉求',
    icon: 'consult',
    urls: [
      '/work/policyconsult',
      '/work/adminAppeal',
      '/work/appealsSources',
      '/work/assessAppeal',
      '/work/assessAppealList',
      '/work/feedback',
    ],
  },
  {
    name: '企业管理',
    icon: 'company',
    urls: [
      '/work/EnterprisesList',
      '/work/personalCompany',
      '/work/CorporatePortrait',
      '/work/companyCode',
      '/work/enterpriseArchives',
      '/work/entInfoMaintain',
    ],
  },
  { name: '呼叫与客服', icon: 'phone', urls: ['/ecall', '/work/chatService', '/work/cal'] },
  {
    name: '内容管理',
    icon: 'home',
    urls: ['/work/newsManage', '/work/serviceManage', '/work/staleness', '/work/trainPlan', '/work/trainActive', '/work/assessPropaganda'],
  },
]

/** The menu of companies and persons, which was one column of seventeen. */
const ofCompanies: readonly Group[] = [
  { name: '企业信息', icon: 'archive', urls: ['/work/enterpriseArchive', '/work/personalCompany', '/work/companyCode'] },
  {
    name: '政策与项目',
    icon: 'policy',
    urls: ['/work/mypolicy', '/work/myProject', '/work/mySubsidy', '/work/myDirect', '/work/mycollect'],
  },
  {
    name: '互动与办事',
    icon: 'consult',
    urls: ['/work/myconsult', '/work/myAppeal', '/work/myInvolved', '/work/myRelease', 'https://www.gjzwfw.gov.cn/'],
  },
]

/** Roles that were added after the menus for everybody were given. */
const LATER_ROLES = ['finance', 'appealDesk', 'agent', 'operator']
const EVERYBODYS = ['/work/workbench', '/work/notice', '/work/account']

async function giveToLaterRoles(db: Db): Promise<void> {
  const roles = await db.selectFrom('role').select('id').where('code', 'in', LATER_ROLES).execute()
  const menus = await db.selectFrom('menu').select('id').where('url', 'in', EVERYBODYS).execute()
  const rows = roles.flatMap((role) => menus.map((menu) => ({ role_id: role.id, menu_id: menu.id })))
  if (rows.length === 0) return
  await db
    .insertInto('role_menu')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute()
}

async function ownLast(db: Db): Promise<void> {
  for (const [place, url] of ['/work/notice', '/work/account'].entries())
    await db
      .updateTable('menu')
      .set({ sort: OWN_SORT + place })
      .where('url', '=', url)
      .where('parent_id', 'is', null)
      .execute()
}

async function group(db: Db, wanted: readonly Group[], whose: 'staff' | 'companies' = 'staff'): Promise<void> {
  for (const { name, icon, from, urls } of wanted) {
    const folder = await db
      .selectFrom('menu')
      .select(['id', 'sort'])
      .where('name', '=', from ?? '')
      .where('url', '=', '')
      .orderBy('id')
      .executeTakeFirst()
    if (from !== undefined && !folder) continue
    // Entries that administrators moved stay there; staff and companies have separate entries with the same address.
    const entries = await db
      .selectFrom('menu')
      .select(['id', 'sort'])
      .where('id', whose === 'staff' ? 'not in' : 'in', (q) =>
        q
          .selectFrom('role_menu')
          .innerJoin('role', 'role.id', 'role_menu.role_id')
          .select('menu_id')
          .where('code', 'in', whose === 'staff' ? ['enterprise', 'individual'] : ['enterprise']),
      )
      .where('parent_id', folder ? '=' : 'is', folder?.id ?? null)
      .where('url', 'in', [...urls])
      .orderBy('sort')
      .execute()
    if (entries.length === 0) continue
    const { id } = await db
      .insertInto('menu')
      .values({ parent_id: null, name, url: '', icon, sort: folder?.sort ?? entries[0]!.sort })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('menu')
      .set({ parent_id: id })
      .where(
        'id',
        'in',
        entries.map((entry) => entry.id),
      )
      .execute()
  }
}

/** Runs after all seeds that add entries; only once, so that administrators may rearrange them. */
export const menuGroupSeed: Seed = {
  name: 'menu groups',
  demoOnly: false,
  run: async (k) => {
    await seedOnce(k, 'menu groups', () => k.db.transaction().execute((db) => group(db, groups)))
    await seedOnce(k, 'menu groups of desks', () =>
      k.db.transaction().execute(async (db) => {
        await giveToLaterRoles(db)
        await group(db, desks)
        await ownLast(db)
      }),
    )
    await seedOnce(k, 'menu groups of companies', () => k.db.transaction().execute((db) => group(db, ofCompanies, 'companies')))
  },
}
