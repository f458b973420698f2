import type { Db } from '../../server/kernel/db/index.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

interface Group {
  name: string
  icon: string
  /** the group that its entries leave, and after which it stands */
  from: string
  urls: readonly string[]
}

/** A group of more than seven entries is searched, not read: what belongs together stands in a group of its own. */
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

async function group(db: Db): Promise<void> {
  for (const { name, icon, from, urls } of groups) {
    const folder = await db
      .selectFrom('menu')
      .select(['id', 'sort'])
      .where('name', '=', from)
      .where('url', '=', '')
      .orderBy('id')
      .executeTakeFirst()
    if (!folder) continue
    // What administrators moved elsewhere stays where they put it.
    const entries = await db
      .selectFrom('menu')
      .select('id')
      .where('parent_id', '=', folder.id)
      .where('url', 'in', [...urls])
      .execute()
    if (entries.length === 0) continue
    const { id } = await db
      .insertInto('menu')
      .values({ parent_id: null, name, url: '', icon, sort: folder.sort })
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

/** Behind all seeds that add entries; once, so that administrators may arrange them anew. */
export const menuGroupSeed: Seed = {
  name: 'menu groups',
  demoOnly: false,
  run: (k) => seedOnce(k, 'menu groups', () => k.db.transaction().execute(group)),
}
