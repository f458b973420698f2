import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const clock = movableClock('2026-10-12T02:00:00Z')
let t: TestApp
const office: Record<string, number> = {}
beforeAll(async () => {
  t = await testApp({ clock })
  await t.kernel.db.deleteFrom('appeal').execute()
  for (const row of await t.kernel.db.selectFrom('office').select(['id', 'code']).execute()) office[row.code] = row.id
})
let n = 0
const file = async (who: string) => {
  const body = {
    typeId: 1601,
    title: `限电影响排产 ${++n}`,
    content: '每周限电两天',
    contact: '林小满',
    phone: '13812345678',
    submit: true,
  }
  return { title: body.title, ...((await t.as(who).post('/appeal/info/save', body)).body.data as { id: number; deadline: string }) }
}
const doing = async (who: string, what: string, body: object) => {
  const answered = (await t.as(who).post(`/appeal/info/${what}`, body)).body
  expect(answered.success, JSON.stringify(answered)).toBe(true)
  return answered.data
}
interface Notice {
  title: string
  body: string
  link: string
  waits: boolean
}
/** The titles of a user's notices about an appeal, the oldest first. */
const told = async (who: string, about: string): Promise<string[]> =>
  ((await t.as(who).get('/sys/notice/list', { pageSize: 100 })).body.data.list as Notice[])
    .filter((one) => one.title.includes(about))
    .map((one) => one.title)
    .toReversed()
const waiting = async (about: string) =>
  (await t.kernel.db.selectFrom('notice').select('id').where('title', 'like', `%${about}%`).where('waits_for', 'is not', null).execute())
    .length

describe('the sender is notified', () => {
  it('of every step, including returned answers', async () => {
    const { id, title } = await file('qy1')
    await doing('front1', 'transfer', { id, officeId: office.kjj })
    await doing('dept2', 'back', { id, reason: '不属本单位职责' })
    await doing('front1', 'transfer', { id, officeId: office.jxj })
    const deal = { id, dealContent: '已协调错峰。', result: 'solved' }
    await doing('dept1', 'deal', deal)
    await doing('front1', 'examine', { id, examineState: 2, opinion: '请写明时间' })
    await doing('dept1', 'deal', deal)
    await doing('front1', 'examine', { id, examineState: 1 })
    await doing('qy1', 'evaluate', { id, score: 5 })
    expect((await t.as('front1').form('/appeal/info/archive', { id: String(id) })).body.data).toBe(true)
    expect((await told('qy1', title)).map((words) => words.replace(`您的诉求“${title}”`, ''))).toEqual([
      '已转县科技局办理',
      '由服务中心另行确定办理部门',
      '已转县经济和信息化局办理',
      '已有答复，正在审核',
      '答复还要修改，继续办理',
      '已有答复，正在审核',
      '已办结，请评价',
      '已归档',
    ])
  })
  it('of the reason for a deletion, and the open notices are settled', async () => {
    const { id, title } = await file('gr1')
    expect(await waiting(title)).toBeGreaterThan(0)
    await t.as('front1').form('/appeal/info/delete', { id: String(id), reason: '内容为广告' })
    const [last] = (await t.as('gr1').get('/sys/notice/list', { pageSize: 100 })).body.data.list as Notice[]
    expect(last).toMatchObject({ title: `您的诉求“${title}”已作为无效内容删除`, body: '内容为广告', link: '/work/myAppeal' })
    expect(await waiting(title)).toBe(0)
  })
  it('and so is the office that handles an appeal when it is withdrawn', async () => {
    const { id, title } = await file('qy1')
    await doing('front1', 'transfer', { id, officeId: office.jxj })
    await doing('qy1', 'withdraw', { id })
    expect((await told('dept1', title)).map((words) => words.split('：')[0])).toEqual(['转来待办理的诉求', '提出人撤回了诉求'])
    expect(await told('dept2', title)).toEqual([])
    expect(await waiting(title)).toBe(0)
  })
  it('of nothing when they delete their own appeal, and no notice stays open', async () => {
    const { id, title } = await file('gr1')
    await doing('front1', 'back', { id, reason: '请写明厂址' })
    expect(await waiting(title)).toBe(1)
    const before = await told('gr1', title)
    await t.as('gr1').form('/appeal/info/delete', { id: String(id) })
    expect(await waiting(title)).toBe(0)
    expect(await told('gr1', title)).toEqual(before)
  })
})

describe('deadlines', () => {
  it('a pause ends when its thirty working days are used up; the promised date moves by exactly these days', async () => {
    clock.set('2026-10-12T02:00:00Z')
    const { id, title, deadline } = await file('qy1')
    expect(new Date(deadline).toISOString()).toBe('2026-10-19T15:59:59.000Z')
    await doing('front1', 'transfer', { id, officeId: office.jxj })
    await doing('dept1', 'pause', { id, kind: 'company', reason: '请补充用电合同' })
    const state = async () => (await t.as('front1').get('/appeal/info/findById', { id })).body.data
    clock.set('2026-11-20T00:40:00Z')
    await runRecurring(t.kernel, 'appeal.clock')
    expect((await state()).pause).not.toBeNull()
    clock.set('2026-11-23T00:40:00Z')
    for (const _again of [1, 2]) await runRecurring(t.kernel, 'appeal.clock')
    const after = await state()
    expect(after).toMatchObject({ pause: null, pausedDays: 30, overdue: false })
    expect(new Date(after.deadline).toISOString()).toBe('2026-11-30T15:59:59.000Z')
    expect(await told('qy1', title)).toContain(`您的诉求“${title}”恢复计时`)
    expect((await told('dept1', title)).at(-1)).toMatch(/^暂停期满/)
    expect((await t.as('dept1').post('/appeal/info/pause', { id, kind: 'asked', reason: '再停' })).body.msg).toBe(
      '暂停累计已满 30 个工作日，不能再暂停',
    )
  })
  it('the responsible office is reminded one working day before the promised date and on it, once each', async () => {
    clock.set('2026-10-12T02:00:00Z')
    const { id, title } = await file('qy1')
    await doing('front1', 'transfer', { id, officeId: office.jxj })
    const reminded = async (day: string) => {
      clock.set(`${day}T00:40:00Z`)
      for (const _again of [1, 2]) await runRecurring(t.kernel, 'appeal.clock')
      return (await told('dept1', title)).filter((words) => words.includes('到期')).map((words) => words.split('：')[0])
    }
    expect(await reminded('2026-10-15')).toEqual([])
    const before = ['诉求将于 2026-10-19 到期']
    expect(await reminded('2026-10-16')).toEqual(before)
    expect(await reminded('2026-10-18')).toEqual(before)
    expect(await reminded('2026-10-19')).toEqual([...before, '诉求今天（2026-10-19）到期'])
  })
  it('the first reply has its own deadline of three working days, which transfers between offices do not change', async () => {
    clock.set('2026-10-12T02:00:00Z')
    const { id, title } = await file('qy1')
    const first = async (who = 'qy1') => (await t.as(who).get('/appeal/info/findById', { id })).body.data.firstReply
    const at = async (day: string) => {
      clock.set(`${day}T00:40:00Z`)
      for (const _again of [1, 2]) await runRecurring(t.kernel, 'appeal.clock')
    }
    const reminded = async (who: string) =>
      (await told(who, title)).filter((words) => words.includes('首次答复')).map((words) => words.split('：')[0])
    expect(await first()).toEqual({ due: '2026-10-15T23:59:59+08:00', at: null })
    await doing('front1', 'transfer', { id, officeId: office.kjj })
    await at('2026-10-14')
    await doing('dept2', 'back', { id, reason: '不属本单位职责' })
    await doing('front1', 'transfer', { id, officeId: office.jxj })
    expect(await reminded('dept1')).toEqual([])
    await at('2026-10-15')
    expect(await reminded('dept1')).toEqual(['诉求今天应首次答复'])
    expect(await reminded('dept2')).toEqual([])
    expect(await reminded('front1')).toEqual([])
    await at('2026-10-16')
    await at('2026-10-17')
    expect(await reminded('dept1')).toEqual(['诉求今天应首次答复', '诉求已过首次答复期限 2026-10-15'])
    expect(await reminded('front1')).toEqual(['诉求已过首次答复期限 2026-10-15'])
    expect(await first()).toEqual({ due: '2026-10-15T23:59:59+08:00', at: null })
    await doing('dept1', 'pause', { id, kind: 'company', reason: '请补充用电合同' })
    expect(new Date((await first()).at).toISOString()).toBe(clock.now().toISOString())
  })
  it('there is no reminder of a first reply that was given', async () => {
    clock.set('2026-10-12T02:00:00Z')
    const { id, title } = await file('qy1')
    await doing('front1', 'transfer', { id, officeId: office.jxj })
    clock.set('2026-10-13T02:00:00Z')
    await doing('dept1', 'deal', { id, dealContent: '已协调错峰。', result: 'solved' })
    await doing('front1', 'examine', { id, examineState: 2, opinion: '请写明时间' })
    for (const day of ['2026-10-15', '2026-10-16']) {
      clock.set(`${day}T00:40:00Z`)
      await runRecurring(t.kernel, 'appeal.clock')
    }
    expect((await told('dept1', title)).filter((words) => words.includes('首次答复'))).toEqual([])
  })
  it('the service centre is reminded once of an appeal that it has not accepted within a working day', async () => {
    clock.set('2026-10-12T02:00:00Z')
    const { title } = await file('qy1')
    const late = async () => (await told('front1', title)).filter((words) => words.includes('未受理'))
    clock.set('2026-10-13T00:40:00Z')
    await runRecurring(t.kernel, 'appeal.clock')
    expect(await late()).toEqual([])
    clock.set('2026-10-14T00:40:00Z')
    for (const _again of [1, 2]) await runRecurring(t.kernel, 'appeal.clock')
    expect(await late()).toEqual([expect.stringMatching(/^诉求超过 1 个工作日未受理/)])
  })
  it('a leader whose rules open only a part is reminded of that part', async () => {
    clock.set('2026-10-12T02:00:00Z')
    const [mine, other] = [await file('qy1'), await file('qy2')]
    await doing('front1', 'transfer', { id: mine.id, officeId: office.jxj })
    await doing('front1', 'transfer', { id: other.id, officeId: office.kjj })
    const opens = (scope: 'office' | 'all') =>
      t.kernel.db
        .updateTable('row_rule')
        .set({ scope })
        .where('resource', '=', 'appeal')
        .where('role_id', '=', (e) => e.selectFrom('role').select('id').where('code', '=', 'leader'))
        .execute()
    await opens('office')
    clock.set('2026-10-22T00:40:00Z')
    for (const _again of [1, 2]) await runRecurring(t.kernel, 'appeal.clock')
    await opens('all')
    const late = async (who: string, about: string) => (await told(who, about)).map((words) => words.split('：')[0])
    expect(await late('leader1', mine.title)).toEqual(['提级督办的诉求', '诉求超期 3 个工作日'])
    expect(await late('leader1', other.title)).toEqual([])
    for (const { title } of [mine, other]) expect(await late('front1', title)).toContain('诉求超期 3 个工作日')
    expect((await t.as('front1').get('/appeal/info/findById', { id: other.id })).body.data.level).toBe(2)
  })
  it('an appeal shows the working days that are left, across holidays, and none during a pause', async () => {
    clock.set('2026-09-28T02:00:00Z')
    const { id } = await file('qy1')
    await doing('front1', 'transfer', { id, officeId: office.jxj })
    const left = async (day: string) => {
      clock.set(`${day}T02:00:00Z`)
      const [mine] = (await t.as('qy1').get('/appeal/info/listMy')).body.data.list
      const desk = (await t.as('dept1').get('/appeal/info/findById', { id })).body.data
      expect(desk.workdaysLeft).toBe(mine.workdaysLeft)
      return [mine.workdaysLeft, mine.overdue]
    }
    // The promised day is Saturday, 10 October, which is a working day.
    expect(await left('2026-09-28')).toEqual([5, false])
    expect(await left('2026-10-03')).toEqual([3, false])
    expect(await left('2026-10-10')).toEqual([0, false])
    expect(await left('2026-10-11')).toEqual([0, true])
    expect(await left('2026-10-13')).toEqual([-2, true])
    await doing('dept1', 'pause', { id, kind: 'asked', reason: '企业要求暂缓' })
    expect(await left('2026-10-14')).toEqual([null, false])
  })
  it('an office with a pending extension request is reminded only after the promised day, and a new office of an expired day', async () => {
    clock.set('2026-10-12T02:00:00Z')
    const { id, title } = await file('qy1')
    await doing('front1', 'transfer', { id, officeId: office.kjj })
    await doing('dept2', 'extend', { id, days: 5, reason: '须现场勘查' })
    const reminded = async (who: string, day: string) => {
      clock.set(`${day}T00:40:00Z`)
      for (const _again of [1, 2]) await runRecurring(t.kernel, 'appeal.clock')
      return (await told(who, title)).filter((words) => /到期|超过承诺日/.test(words)).map((words) => words.split('：')[0])
    }
    expect(await reminded('dept2', '2026-10-16')).toEqual([])
    expect(await reminded('dept2', '2026-10-19')).toEqual([])
    expect(await reminded('dept2', '2026-10-20')).toEqual(['诉求已超过承诺日 2026-10-19'])
    await doing('dept2', 'transfer', { id, officeId: office.jxj })
    expect(await reminded('dept1', '2026-10-21')).toEqual(['诉求已超过承诺日 2026-10-19'])
    expect(await reminded('dept2', '2026-10-21')).toEqual(['诉求已超过承诺日 2026-10-19'])
  })
  it('leaves out who gave an opinion on the leading appeal, also for those that are merged into it', async () => {
    clock.set('2026-10-12T02:00:00Z')
    const [lead, second] = [await file('qy1'), await file('qy2')]
    await doing('front1', 'merge', { ids: [second.id], leadId: lead.id })
    await doing('front1', 'transfer', { id: lead.id, officeId: office.jxj, assistOfficeIds: [office.kjj] })
    await doing('dept2', 'assist', { id: lead.id, content: '线路由我办协调' })
    clock.set('2026-10-19T00:40:00Z')
    await runRecurring(t.kernel, 'appeal.clock')
    const due = async (who: string, title: string) => (await told(who, title)).filter((words) => words.startsWith('诉求今天（'))
    for (const { title } of [lead, second]) {
      expect(await due('dept1', title)).toHaveLength(1)
      expect(await due('dept2', title)).toEqual([])
    }
  })
  it('reminds the office that has it now, though another one had asked for more time, and lets it ask by itself', async () => {
    clock.set('2026-10-12T02:00:00Z')
    const { id, title } = await file('qy1')
    await doing('front1', 'transfer', { id, officeId: office.kjj })
    const extension = async () => (await t.as('front1').get('/appeal/info/findById', { id })).body.data.extension
    await doing('dept2', 'extend', { id, days: 5, reason: '须现场勘查' })
    expect(await extension()).toMatchObject({ days: 5 })
    await doing('dept2', 'transfer', { id, officeId: office.jxj })
    expect(await extension()).toBeNull()
    clock.set('2026-10-19T00:40:00Z')
    await runRecurring(t.kernel, 'appeal.clock')
    expect((await told('dept1', title)).filter((words) => words.startsWith('诉求今天（2026-10-19）到期'))).toHaveLength(1)
    await doing('dept1', 'extend', { id, days: 2, reason: '刚刚接手' })
    await doing('dept1', 'back', { id, reason: '不属本单位职责' })
    expect(await extension()).toBeNull()
  })
})
