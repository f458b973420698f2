import { ANSWER_COLUMN, HOME_COLUMNS, type HomeColumn } from '../contract/content/states.ts'
import type { Db } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { addOnce } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

/** 国办发〔2017〕47号: news within two weeks, notices within half a year. */
const fresh: Readonly<Record<HomeColumn, number>> = { news: 14, notice: 180 }
/** Words that an editor checks before publication. */
const words = ['最大力度', '全国第一', '唯一', '绝对', '百分之百', '保证获批', '包过']

/** The two columns of the home page, and the watched words. */
async function base(k: Kernel, db: Db): Promise<void> {
  for (const [i, code] of (Object.keys(HOME_COLUMNS) as HomeColumn[]).entries())
    await db
      .insertInto('news_column')
      .values({
        code,
        name: HOME_COLUMNS[code],
        state: 1,
        shown: true,
        sort: i + 1,
        fresh_days: fresh[code],
        publish_time: k.clock.now(),
        created_at: k.clock.now(),
        updated_at: k.clock.now(),
      })
      .onConflict((c) => c.doNothing())
      .execute()
  const made = await db
    .insertInto('dict_type')
    .values({ code: 'contentWord', name: '资讯留意用语', built_in: true, remark: '发布前检查时提示的用语，每行一个' })
    .onConflict((c) => c.doNothing())
    .returning('code')
    .executeTakeFirst()
  if (!made) return
  await db
    .insertInto('dict_value')
    .values(words.map((label, sort) => ({ dict_type: 'contentWord', value: String(sort + 1).padStart(2, '0'), label, sort })))
    .execute()
}

/** The column for answers to searches without results (ADR 0571). */
async function answerColumn(k: Kernel): Promise<void> {
  const now = k.clock.now()
  const summary = '大家搜索过、政策里没有直接写到的问题'
  await k.db
    .insertInto('news_column')
    .values({
      code: ANSWER_COLUMN,
      name: '常见问答',
      summary,
      state: 1,
      shown: true,
      sort: 9,
      publish_time: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.doNothing())
    .execute()
}

export const contentDeskSeed: Seed = {
  name: 'content desk',
  demoOnly: false,
  run: async (k) => {
    await seedOnce(k, 'content columns', () => k.db.transaction().execute((db) => base(k, db)))
    await seedOnce(k, 'answer column', () => answerColumn(k))
    await addOnce(k, 'content desk', {
      rights: { editor: ['news:manage', 'service:manage'], leader: ['news:review'], operator: ['news:manage', 'service:manage'] },
      menus: [
        { name: '资讯管理', url: '/work/newsManage', icon: 'home', roles: ['editor', 'operator', 'leader'] },
        { name: '服务内容管理', url: '/work/serviceManage', icon: 'home', roles: ['editor', 'operator'] },
      ],
    })
  },
}
