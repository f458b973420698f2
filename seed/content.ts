import type { Db } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { searchColumns } from '../server/content/index.ts'
import { articles, type DemoArticle } from './content-articles.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const DAY = 86_400_000
type ColumnKey = DemoArticle['column']
/** Further columns of the demo county, below and beside the two of the platform. */
const more: readonly [key: ColumnKey, name: string, parent: ColumnKey | null, state: number, days: number][] = [
  ['reading', '政策解读', 'news', 1, 30],
  // Overdue: the demo shows what a column looks like whose owner has forgotten it.
  ['park', '园区动态', 'news', 1, 14],
  ['review', '往年回顾', null, 2, 365],
]

async function columns(k: Kernel, db: Db, owner: number): Promise<Map<ColumnKey, number>> {
  const base = await db.selectFrom('news_column').select(['id', 'code']).where('code', 'in', ['news', 'notice']).execute()
  const ids = new Map(base.map(({ id, code }) => [code as ColumnKey, id]))
  await db.updateTable('news_column').set({ owner_id: owner }).where('code', 'in', ['news', 'notice']).execute()
  for (const [i, [key, name, parent, state, fresh_days]] of more.entries()) {
    const { id } = await db
      .insertInto('news_column')
      .values({
        name,
        parent_id: parent === null ? null : (ids.get(parent) ?? null),
        state,
        shown: state === 1,
        sort: i + 3,
        fresh_days,
        owner_id: owner,
        publish_time: k.clock.now(),
        created_at: k.clock.now(),
        updated_at: k.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(key, id)
  }
  return ids
}

const states = { draft: 0, pending: 3, scheduled: 1, down: 2 } as const

async function enter(k: Kernel, db: Db): Promise<void> {
  const people = await db.selectFrom('sys_user').select(['id', 'user_name']).where('user_name', 'in', ['editor1', 'leader1']).execute()
  const [editor, leader] = ['editor1', 'leader1'].map((name) => people.find((p) => p.user_name === name)?.id)
  if (editor === undefined || leader === undefined) return
  const ids = await columns(k, db, editor)
  const policies = await db
    .selectFrom('policy')
    .select(['id', 'title'])
    .where('state', '=', 2)
    .where('deleted', '=', false)
    .where('repealed_on', 'is', null)
    .orderBy('id')
    .execute()
  for (const [i, one] of articles.entries()) await enterOne(k, db, one, i, { editor, leader, ids, policies })
}

interface Around {
  editor: number
  leader: number
  ids: ReadonlyMap<ColumnKey, number>
  policies: readonly { id: number; title: string }[]
}
async function enterOne(k: Kernel, db: Db, one: DemoArticle, i: number, { editor, leader, ids, policies }: Around): Promise<void> {
  const column = ids.get(one.column)
  if (column === undefined) return
  const at = new Date(k.clock.now().getTime() - one.back * DAY - i * 60_000)
  const policy = one.policy && policies.find((p) => p.title.includes(one.policy!))
  const words = { title: one.title, summary: one.summary, content: one.body.map((text) => `<p>${text}</p>`).join('') }
  const went = one.state === undefined || one.state === 'scheduled' || one.state === 'down'
  const { id } = await db
    .insertInto('news')
    .values({
      ...words,
      ...searchColumns(words),
      column_id: column,
      source: ['企业综合服务中心', '县经济和信息化局', '县人力资源和社会保障局'][i % 3]!,
      author: '编辑部',
      state: one.state === undefined ? 1 : states[one.state],
      shown: one.state === undefined && one.column !== 'review',
      top_flag: one.top === true,
      sort: Math.floor(at.getTime() / 1000),
      publish_time: went ? at : null,
      publish_at: one.state === 'scheduled' ? at : null,
      created_by: editor,
      submitted_by: went || one.state === 'pending' ? editor : null,
      reviewed_by: went ? leader : null,
      created_at: one.state === 'scheduled' ? k.clock.now() : at,
      updated_at: one.state === 'scheduled' ? k.clock.now() : at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (policy) await db.insertInto('news_policy').values({ news_id: id, policy_id: policy.id, policy_version: 1 }).execute()
}

export const contentSeed: Seed = {
  name: 'content',
  demoOnly: true,
  run: (k) => seedOnce(k, 'content', () => k.db.transaction().execute((db) => enter(k, db))),
}
