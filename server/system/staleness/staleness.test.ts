import { beforeAll, describe, expect, it } from 'vitest'
import type { StaleItem } from '../../../contract/staleness.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { watchStale } from '../../kernel/offers/staleness.ts'
import { testApp, testEngine, type TestApp } from '../../kernel/testing/harness.ts'
import { statementsOf } from '../../kernel/testing/statements.ts'

let t: TestApp
let now = new Date('2026-11-25T02:00:00Z')
/** Content of a test domain: last updated on these days, by the office of editor1 or any office. */
let kept: { id: number; title: string; lastDay: string | null; officeId: number | null }[] = []
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } })
  watchStale(t.kernel, {
    kind: 'column',
    name: '栏目更新',
    limitDays: 14,
    limit: '2 周内更新',
    keeper: 'policy:publish',
    rows: async (_, until) =>
      kept.filter(({ lastDay }) => lastDay === null || lastDay <= until).map((row) => ({ ...row, to: '/work/policyserveradmin' })),
  })
})
interface Found {
  total: number
  list: StaleItem[]
  kinds: { kind: string; due: number; soon: number }[]
}
const seen = async (who: string, query = {}) => (await t.as(who).get<Found>('/sys/staleness/list', { kind: 'column', ...query })).body.data
const officeOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('office_id').where('user_name', '=', name).executeTakeFirstOrThrow()).office_id!
const told = async (who: string) =>
  (await t.as(who).get<{ list: { title: string; link: string }[] }>('/sys/notice/list', { kind: 'work', pageSize: 50 })).body.data.list
    .filter(({ link }) => link === '/work/staleness')
    .map(({ title }) => title)

describe('overdue content', () => {
  it('is only for staff', async () => {
    expect((await t.as(null).get('/sys/staleness/list')).status).toBe(401)
    expect((await t.as('qy1').get('/sys/staleness/list')).body.code).toBe('FORBIDDEN')
    expect((await t.as('op1').get('/sys/staleness/list', { state: 'old' })).body.fields?.[0]?.path).toBe('state')
  })

  it('is listed with the longest overdue first; leaders see all, keepers their own, other staff nothing', async () => {
    const office = await officeOf('editor1')
    kept = [
      { id: 1, title: '五个工作日后', lastDay: '2026-11-18', officeId: null }, // due on 2 December, a Wednesday
      { id: 2, title: '今天', lastDay: '2026-11-11', officeId: office },
      { id: 3, title: '早过了', lastDay: '2026-10-01', officeId: null },
      { id: 4, title: '还早', lastDay: '2026-11-20', officeId: null },
      { id: 5, title: '别的部门的', lastDay: '2026-11-01', officeId: await officeOf('fin1') },
      { id: 6, title: '从未', lastDay: null, officeId: null },
    ]
    const all = await seen('op1')
    expect(all.list.map(({ title, state, overdueDays }) => [title, state, overdueDays])).toEqual([
      ['早过了', 'due', 41],
      ['别的部门的', 'due', 10],
      ['今天', 'due', 0],
      ['从未', 'due', 0],
      ['五个工作日后', 'soon', -7],
    ])
    expect(all.kinds.find(({ kind }) => kind === 'column')).toMatchObject({ due: 4, soon: 1 })
    expect((await seen('leader1')).total).toBe(5)
    expect((await seen('editor1')).list.map(({ title }) => title)).toEqual(['早过了', '今天', '从未', '五个工作日后'])
    expect((await seen('fin1')).total).toBe(0)
    const second = await seen('op1', { state: 'due', page: 2, pageSize: 3 })
    expect([second.total, second.list.map(({ title }) => title)]).toEqual([4, ['从未']])
  })

  it.runIf(testEngine === 'postgres')('asks the database as often for things that are due on five days as on one', async () => {
    const lastOn = (days: readonly number[]) =>
      days.map((day) => ({ id: day, title: `第 ${day} 项`, lastDay: `2026-11-${day}`, officeId: null }))
    kept = lastOn([12])
    const one = await statementsOf(() => seen('op1'))
    kept = lastOn([12, 13, 16, 17, 18])
    expect((await seen('op1')).total).toBe(5)
    expect(await statementsOf(() => seen('op1'))).toEqual(one)
  })

  it('keepers are notified five working days before and on the day, once, and on Monday of all items', async () => {
    kept = [{ id: 7, title: '首页栏目', lastDay: '2026-11-18', officeId: null }]
    await runRecurring(t.kernel, 'stale.tell')
    await runRecurring(t.kernel, 'stale.tell')
    expect((await told('editor1')).filter((title) => title.includes('首页栏目'))).toEqual(['栏目更新将在 5 个工作日内到期：“首页栏目”'])
    now = new Date('2026-11-26T02:00:00Z')
    await runRecurring(t.kernel, 'stale.tell')
    expect((await told('editor1')).filter((title) => title.includes('首页栏目'))).toHaveLength(1)
    now = new Date('2026-12-02T02:00:00Z')
    await runRecurring(t.kernel, 'stale.tell')
    expect((await told('editor1')).filter((title) => title.includes('首页栏目'))[0]).toBe('栏目更新今天到期：“首页栏目”')
    now = new Date('2026-12-07T02:00:00Z')
    await runRecurring(t.kernel, 'stale.tell')
    expect((await told('editor1'))[0]).toMatch(/^本周需要更新的内容：已到期 \d+ 项，即将到期 \d+ 项$/)
    expect((await told('fin1')).filter((title) => title.includes('首页栏目'))).toEqual([])
  })
})

describe('overdue content of the domains', () => {
  it('finds a policy that is shown after its end, a broken link in a policy, and an unanswered message', async () => {
    now = new Date('2026-11-25T02:00:00Z')
    const { db } = t.kernel
    const [over, broken] = await db.selectFrom('policy').select(['id', 'title']).where('state', '=', 2).orderBy('id').limit(2).execute()
    await db.updateTable('policy_version').set({ effective_to: '2026-11-20' }).where('policy_id', '=', over!.id).execute()
    await db
      .insertInto('policy_link_check')
      .values({
        policy_id: broken!.id,
        target: 'https://gone.example.gov.cn/a',
        kind: 'link',
        ok: false,
        reason: '对方网站返回 404',
        checked_at: now,
      })
      .execute()
    const note = { name: '没人理', textarea: '等了很久。', othervalue: '个人', namevalue: '周小溪', phonevalue: '15412345678' }
    expect((await t.as('gr1').post('/sys/feedback/save', note)).body.success).toBe(true)
    await db
      .updateTable('feedback')
      .set({ at: new Date('2026-07-01T02:00:00Z') })
      .where('title', '=', '没人理')
      .execute()
    await db
      .updateTable('link')
      .set({ fault: '对方网站返回 404', fault_since: '2026-11-23' })
      .where('url', 'like', 'http%')
      .where('hidden', '=', false)
      .execute()
    const of = async (kind: string) => (await t.as('leader1').get<Found>('/sys/staleness/list', { kind, pageSize: 100 })).body.data.list
    expect(await of('policy')).toContainEqual(
      expect.objectContaining({ title: over!.title, dueDay: '2026-11-20', state: 'due', overdueDays: 5 }),
    )
    expect(await of('policy-links')).toContainEqual(expect.objectContaining({ title: broken!.title, note: '1 处：对方网站返回 404' }))
    expect(await of('feedback')).toContainEqual(expect.objectContaining({ title: '没人理', state: 'due' }))
    expect((await of('links'))[0]).toMatchObject({ state: 'due', to: '/work/homemenu' })
    const { list } = (await t.as('front1').get<{ list: { kind: string; count: number }[] }>('/work/list')).body.data
    expect(list.find(({ kind }) => kind === 'staleness')?.count).toBeGreaterThan(0)
  })

  it('a corrected address is checked again', async () => {
    const { db } = t.kernel
    const link = await db.selectFrom('link').selectAll().where('fault', 'is not', null).orderBy('id').executeTakeFirstOrThrow()
    const { id, version, position, name } = link
    const changed = { id, version, position, name, url: 'https://www.example.gov.cn/new' }
    expect((await t.as('admin1').post('/sys/link/saveOrUpdate', changed)).body.success).toBe(true)
    expect(await db.selectFrom('link').select('fault').where('id', '=', id).executeTakeFirst()).toEqual({ fault: null })
  })
})
