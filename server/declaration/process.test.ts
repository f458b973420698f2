import { beforeAll, describe, expect, it } from 'vitest'
import { dateOf, movableClock } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { addWorkdays } from '../kernel/offers/workdays.ts'
import { shanghaiDay, shanghaiTime } from '../../contract/shanghai.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, pdf } from '../kernel/testing/samples.ts'
import { declarationTests } from './test-project.ts'

let t: TestApp
const { as, one, officeId, staff, firm, project, draft, sent, mine, desk, versionOf, decide } = declarationTests(() => t)
let [jxj, kjj, czj] = [0, 0, 0]
beforeAll(async () => {
  t = await testApp()
  ;[jxj, kjj, czj] = [await officeId('jxj'), await officeId('kjj'), await officeId('czj')]
  await staff('czj1', 'dept', 'czj')
  await staff('jxj2', 'dept', 'jxj')
  await staff('rsj1', 'dept', 'rsj')
})
const signedBy = (mode: string, officeIds: number[], more: Record<string, unknown> = {}) => ({
  steps: [{ step: 'review', permission: 'declaration:review', officeId: null, mode, officeIds, ...more }],
})
const waiting = async (who: string, projectId: number) =>
  (await as(who).get('/dec/declare/list', { todo: 'true', projectId })).body.data.total as number
const notices = async (userName: string, title: string) =>
  (
    await one<{ n: number }>(
      `select count(*)::int n from notice x join sys_user u on u.id = x.user_id where u.user_name = $1 and x.title like $2`,
      [userName, `%${title}%`],
    )
  ).n
const unread = async (userName: string, title: string) =>
  (
    await one<{ n: number }>(
      `select count(*)::int n from notice x join sys_user u on u.id = x.user_id
        where u.user_name = $1 and x.title like $2 and x.read_at is null`,
      [userName, `${title}%`],
    )
  ).n
const upload = async (who: string, name = '材料.pdf') =>
  (await as(who).send({ method: 'POST', url: '/files/upload', ...multipart({ name, content: pdf() }, {}) })).body.data.filePath as string

describe('同事', () => {
  it('are listed by office, those without an office under 0', async () => {
    const all = (await t.as('dept1').get('/dec/delegation/colleagues')).body.data as { id: number; officeName: string | null }[]
    const offices = (await t.as(null).get('/sys/office/options')).body.data as { id: number; label: string }[]
    const office = offices.find((o) => all.some((p) => p.officeName === o.label))!
    const of = async (officeId: number) => (await t.as('dept1').get('/dec/delegation/colleagues', { officeId })).body.data as typeof all
    expect((await of(office.id)).map((p) => p.id)).toEqual(all.filter((p) => p.officeName === office.label).map((p) => p.id))
    expect((await of(0)).map((p) => p.id)).toEqual(all.filter((p) => p.officeName === null).map((p) => p.id))
  })
})

describe('会签、依次会签、或签', () => {
  it('refuses a form without offices, or with offices where one signs', async () => {
    const faults = async (steps: unknown[]) =>
      (
        await as('editor1').post('/gov/policy/doc/saveProject', {
          policyId: 1,
          examineDep: jxj,
          applyStartTime: '2026-01-01',
          applyEndTime: '2026-02-01',
          examineStartTime: '2026-01-01',
          examineEndTime: '2026-03-01',
          template: { name: '甲', sections: [{ key: 's', title: '甲', fields: [{ key: 'a', label: '甲', type: 'text' }] }], steps },
        })
      ).body.fields?.map((f) => f.message)
    expect(await faults([{ step: 'review', permission: 'declaration:review', mode: 'all' }])).toEqual(['请选择至少两个部门'])
    expect(await faults([{ step: 'review', permission: 'declaration:review', mode: 'any', officeIds: [jxj, jxj] }])).toEqual([
      '部门不能重复',
    ])
    expect(await faults([{ step: 'review', permission: 'declaration:review', mode: 'one', officeIds: [jxj, kjj] }])).toEqual([
      '只有会签和或签可以选择多个部门',
    ])
    expect(await faults([{ step: 'review', permission: 'declaration:review', mode: 'all', officeIds: [jxj, 99999] }])).toEqual([
      '审核环节的部门不存在',
    ])
  })

  it('会签: every office passes once, in any order, and nobody else', async () => {
    const p = await project(signedBy('all', [jxj, kjj, czj]))
    const { id } = await sent(p.id)
    expect(await waiting('dept1', p.id)).toBe(1)
    expect((await decide('rsj1', id)).code).toBe('NOT_FOUND')
    expect(await decide('dept2', id)).toMatchObject({ success: true, data: { state: 2 } })
    expect((await decide('dept2', id)).msg).toBe('您所在的部门已会签')
    expect(await waiting('dept2', p.id)).toBe(0)
    expect((await decide('czj1', id)).data.state).toBe(2)
    expect((await decide('jxj2', id)).data.state).toBe(3)
    expect((await desk('dept1', id)).data.timeline.filter((x) => x.action === 'countersign')).toHaveLength(2)
  })

  it('依次会签: in the order of the list', async () => {
    const p = await project(signedBy('ordered', [kjj, jxj]))
    const { id } = await sent(p.id)
    const told = await one<{ body: string }>(
      `select x.body from notice x join sys_user u on u.id = x.user_id where u.user_name = 'dept2' order by x.id desc limit 1`,
    )
    expect(told.body).toContain(`受理号 ${(await desk('dept2', id)).data.declareNo}。`)
    expect(await waiting('dept1', p.id)).toBe(0)
    expect((await decide('dept1', id)).msg).toBe('依次会签：尚未轮到您所在的部门')
    expect((await desk('dept1', id)).data).toMatchObject({
      allowed: [],
      signing: {
        mode: 'ordered',
        behalf: null,
        last: false,
        offices: [
          { id: kjj, name: '县科技局', signed: false, due: true },
          { id: jxj, name: '县经济和信息化局', signed: false, due: false },
        ],
      },
    })
    expect((await desk('dept2', id)).data.signing?.last).toBe(false)
    expect((await decide('dept2', id)).data.state).toBe(2)
    expect((await desk('dept1', id)).data.signing).toMatchObject({ last: true, offices: [{ signed: true }, { signed: false, due: true }] })
    expect(await waiting('dept1', p.id)).toBe(1)
    expect((await decide('dept1', id)).data.state).toBe(3)
  })

  it('或签: the first one decides', async () => {
    const p = await project(signedBy('any', [jxj, kjj, czj]))
    const { id, version } = await sent(p.id)
    expect((await decide('dept2', id)).data.state).toBe(3)
    expect((await as('dept1').post('/dec/declare/updateReviewState', { id, version, reviewState: 'pass' })).body.code).toBe('CONFLICT')
  })
})

describe('委托', () => {
  const period = (from: number, to: number) => ({
    startTime: new Date(Date.now() + from * 3600_000).toISOString(),
    endTime: new Date(Date.now() + to * 3600_000).toISOString(),
  })
  const shanghaiSecond = (at: string) => shanghaiTime(Date.parse(at))
  const userId = async (name: string) => (await one<{ id: number }>('select id from sys_user where user_name = $1', [name])).id
  const give = async (from: string, to: string, p = period(-1, 24)) =>
    (await as(from).post('/dec/delegation/save', { delegateId: await userId(to), reason: '出差', ...p })).body

  const lastNotice = async (name: string, title: string) =>
    (
      await one<{ body: string }>(
        `select n.body from notice n join sys_user u on u.id = n.user_id where u.user_name = $1 and n.title like $2 order by n.id desc limit 1`,
        [name, `%${title}%`],
      )
    ).body

  it('is given by reviewers to staff, for a valid period', async () => {
    expect((await give('leader1', 'dept1')).msg).toBe('只有审核人员可以委托')
    expect((await give('dept1', 'dept1')).fields).toEqual([{ path: 'delegateId', message: '不能委托给自己' }])
    expect((await give('dept1', 'qy1')).fields).toEqual([{ path: 'delegateId', message: '该人员不存在或不能查看申报' }])
    expect((await give('dept1', 'dept2', period(5, 4))).fields?.[0]?.path).toBe('endTime')
    expect((await give('dept1', 'dept2', period(-5, -4))).fields).toEqual([{ path: 'endTime', message: '结束时间应晚于现在' }])
    expect((await give('dept1', 'dept2', period(0, 24 * 200))).fields).toEqual([{ path: 'endTime', message: '一次委托最长 180 天' }])
    expect((await as('qy1').get('/dec/delegation/list', {})).body.code).toBe('FORBIDDEN')
  })

  // Before: the period ended when its last day began, and a single day was refused.
  it('given as days lasts until the end of the last day; a single day can be given', async () => {
    const day = shanghaiDay(Date.now() + 86_400_000)
    const later = shanghaiDay(Date.now() + 3 * 86_400_000)
    const fault = async (startTime: string, endTime: string) => (await give('dept1', 'leader1', { startTime, endTime })).fields
    expect(await fault(later, day)).toEqual([{ path: 'endTime', message: '结束时间不能早于开始时间' }])
    expect(await fault(`${day} 10:00`, `${day} 10:00`)).toEqual([{ path: 'endTime', message: '开始时间和结束时间不能相等' }])
    for (const last of [later, day]) {
      const given = await give('dept1', 'leader1', { startTime: day, endTime: last })
      expect(given.success, JSON.stringify(given)).toBe(true)
      const [shown] = (await as('dept1').get('/dec/delegation/list', {})).body.data.list
      expect([shown.startTime, shown.endTime].map(shanghaiSecond)).toEqual([`${day}T00:00:00`, `${last}T23:59:59`])
      expect(await lastNotice('leader1', '委托您代为审核')).toContain(`期限：${day} 至 ${last}。`)
      await as('dept1').form('/dec/delegation/revoke', { id: given.data.id })
    }
  })

  it('leads a delegate whose roles do not open 申报管理 to the desk where the work waits', async () => {
    const link = async () =>
      (
        await t.database.pool.query(
          "select link from notice n join sys_user u on u.id = n.user_id where u.user_name = 'leader1' and n.title like '%委托您代为审核%' order by n.id desc limit 1",
        )
      ).rows[0].link
    const given = async () => {
      const { data } = await give('dept1', 'leader1')
      const to = await link()
      await as('dept1').form('/dec/delegation/revoke', { id: data.id })
      return to
    }
    const menus =
      "from role_menu rm using user_role ur, sys_user u, menu m where ur.role_id = rm.role_id and u.id = ur.user_id and u.user_name = 'leader1' and m.id = rm.menu_id"
    await t.database.pool.query(`delete ${menus} and m.url like '/work/%manage'`)
    const role = "(select ur.role_id from user_role ur join sys_user u on u.id = ur.user_id where u.user_name = 'leader1' limit 1)"
    const open = (url: string) =>
      t.database.pool.query(`insert into role_menu (role_id, menu_id) select ${role}, id from menu where url = $1`, [url])
    await open('/work/checkmanage')
    expect(await given()).toBe('/work/checkmanage')
    await open('/work/declaremanage')
    expect(await given()).toBe('/work/declaremanage?tab=delegation')
    // An entry that cannot be clicked opens no page.
    const clickable = (is: boolean) => t.database.pool.query("update menu set disabled = $1 where url = '/work/declaremanage'", [!is])
    await clickable(false)
    expect(await given()).toBe('/work/checkmanage')
    await clickable(true)
    expect(await given()).toBe('/work/declaremanage?tab=delegation')
  })

  it('tells the minute of its period; whoever did not end it early hears of the end', async () => {
    const told = ['撤销了对您的审核委托', '不再代您审核申报'] as const
    const minutes = `${shanghaiDay(Date.now() + 86_400_000)} 09:30 至 ${shanghaiDay(Date.now() + 86_400_000)} 17:45`
    const [startTime, endTime] = minutes.split(' 至 ') as [string, string]
    const before = [await notices('leader1', told[0]), await notices('dept1', told[1])]
    const first = await give('dept1', 'leader1', { startTime, endTime })
    expect(first.success, JSON.stringify(first)).toBe(true)
    expect(await lastNotice('leader1', '委托您代为审核')).toContain(`期限：${minutes}。`)
    expect((await as('czj1').form('/dec/delegation/revoke', { id: first.data.id })).body.code).toBe('NOT_FOUND')
    expect([await notices('leader1', told[0]), await notices('dept1', told[1])]).toEqual(before)
    const newest = async (who: string) => (await as(who).get('/dec/delegation/list', {})).body.data.list[0]
    expect(await newest('leader1')).toMatchObject({ id: first.data.id, endedAt: null, endedBy: null, endReason: null })
    await as('dept1').form('/dec/delegation/revoke', { id: first.data.id })
    expect((await as('dept1').form('/dec/delegation/revoke', { id: first.data.id })).body.code).toBe('CONFLICT')
    const ended = { id: first.data.id, state: 3, endedAt: expect.any(String), endedBy: '审核员 江诚', endReason: null }
    for (const who of ['dept1', 'leader1']) expect(await newest(who)).toMatchObject(ended)
    expect([await notices('leader1', told[0]), await notices('dept1', told[1])]).toEqual([before[0]! + 1, before[1]])
    expect(await lastNotice('leader1', told[0])).toContain(minutes)
    const second = await give('dept1', 'leader1', { startTime, endTime })
    const tooLong = { id: second.data.id, reason: '忙'.repeat(201) }
    expect((await as('leader1').form('/dec/delegation/revoke', tooLong)).body.fields).toEqual([
      { path: 'reason', message: '最多 200 个字' },
    ])
    await as('leader1').form('/dec/delegation/revoke', { id: second.data.id, reason: '同期出差' })
    const declined = { id: second.data.id, state: 4, endedAt: expect.any(String), endedBy: '领导 于川', endReason: '同期出差' }
    for (const who of ['dept1', 'leader1']) expect(await newest(who)).toMatchObject(declined)
    expect(await lastNotice('dept1', told[1])).toBe(`原定期限：${minutes}。原因：同期出差。您的申报待审事项由您本人办理，或另行委托。`)
    // What is over asks for nothing.
    expect(
      await one(
        `select n.kind from notice n join sys_user u on u.id = n.user_id where u.user_name = 'dept1' and n.title like $1 order by n.id desc limit 1`,
        [`%${told[1]}`],
      ),
    ).toEqual({ kind: 'declaration' })
    expect([await notices('leader1', told[0]), await notices('dept1', told[1])]).toEqual([before[0]! + 1, before[1]! + 1])
  })

  // Before: a reader of the newest fifty did not find an older one that still ran.
  it('lists, when asked, only what the reader received, and of that only what runs or will run', async () => {
    const listed = async (who: string, more: Record<string, string>) =>
      ((await as(who).get('/dec/delegation/list', { pageSize: 50, ...more })).body.data.list as { id: number }[]).map(({ id }) => id)
    expect((await as('leader1').get('/dec/delegation/list', { open: 'yes' })).body.fields?.[0]).toMatchObject({ path: 'open' })
    const running = (await give('dept1', 'leader1')).data.id as number
    const coming = (await give('dept1', 'leader1', period(30, 40))).data.id as number
    const revoked = (await give('dept1', 'leader1', period(50, 60))).data.id as number
    await as('dept1').form('/dec/delegation/revoke', { id: String(revoked) })
    await t.database.pool.query(
      `insert into declaration_delegation (user_id, delegate_id, starts_at, ends_at, reason)
        select $1, $2, now() - interval '3 days', now() - interval '2 days', '已经过去' from generate_series(1, 51)`,
      [await userId('dept1'), await userId('leader1')],
    )
    expect(await listed('leader1', {})).not.toContain(running)
    expect(await listed('leader1', { received: 'true', open: 'true' })).toEqual([coming, running])
    expect(await listed('dept1', { received: 'false', open: 'true' })).toEqual([coming, running])
    expect(await listed('dept1', { received: 'true' })).toEqual([])
    expect(await listed('leader1', { received: 'false' })).toEqual([])
    const over = (await as('leader1').get('/dec/delegation/list', { pageSize: 100, received: 'true', open: 'false' })).body.data.list
    expect(new Set(over.map((one: { state: number }) => one.state))).toEqual(new Set([2, 3, 4]))
    for (const id of [running, coming]) await as('dept1').form('/dec/delegation/revoke', { id: String(id) })
    await t.database.pool.query(`delete from declaration_delegation where reason = '已经过去'`)
  })

  it('refuses whoever has no right to review with that, and not with the department', async () => {
    const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: jxj, mode: 'one' }] })
    const { id } = await sent(p.id)
    expect(await decide('leader1', id)).toMatchObject({ code: 'FORBIDDEN', msg: '您没有审核权限（或者权限已被收回），不能审核这份申报' })
  })

  it('applies in its period, is signed as a delegation, and ends when revoked', async () => {
    const p = await project(signedBy('all', [jxj, kjj]))
    const first = await sent(p.id)
    const later = await sent(p.id)
    const { data } = await give('dept1', 'dept2')
    expect((await give('dept1', 'czj1')).fields).toEqual([{ path: 'startTime', message: '该期间已有委托，请先撤销' }])
    expect(await notices('dept2', '委托您代为审核')).toBe(1)
    // First for the own office, then in the name of the other.
    expect((await decide('dept2', first.id)).data.state).toBe(2)
    expect(await waiting('dept2', p.id), 'both still wait for the signature in the other office’s name').toBe(2)
    expect((await desk('dept2', first.id)).data.signing).toMatchObject({ behalf: '审核员 江诚', last: true })
    expect((await decide('dept2', first.id)).data.state).toBe(3)
    expect((await desk('dept2', first.id)).data.signing).toBeNull()
    const who = (await desk('dept1', first.id)).data.timeline.map((x) => x.who)
    expect(who.at(-1)).toContain('代 审核员 江诚')
    expect((await as('czj1').form('/dec/delegation/revoke', { id: data.id })).body.code).toBe('NOT_FOUND')
    expect((await as('dept1').form('/dec/delegation/revoke', { id: data.id })).body.success).toBe(true)
    expect((await decide('dept2', later.id)).data.state).toBe(2)
    expect((await decide('dept2', later.id)).msg).toBe('您所在的部门已会签')
    expect((await as('dept1').get('/dec/delegation/list', {})).body.data.list[0]).toMatchObject({
      state: 3,
      mine: true,
      delegateName: '审核员 柯岚',
    })
  })

  it('two signatures of one person count as one: 双人复核 needs two persons', async () => {
    const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: null, mode: 'two' }] })
    const { id } = await sent(p.id)
    const { data } = await give('jxj2', 'czj1')
    expect((await decide('czj1', id)).data.state).toBe(2)
    expect((await decide('czj1', id)).msg).toBe('您已复核通过，需由另一人复核')
    expect((await decide('dept2', id)).data.state).toBe(3)
    await as('czj1').form('/dec/delegation/revoke', { id: data.id })
  })

  it('shows the delegate the to-dos, only while it lasts', async () => {
    const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: jxj, mode: 'one' }] })
    const { id } = await sent(p.id)
    expect((await desk('czj1', id)).code).toBe('NOT_FOUND')
    const { data } = await give('dept1', 'czj1')
    expect(await waiting('czj1', p.id)).toBe(1)
    expect((await desk('czj1', id)).data.allowed).toEqual(['pass', 'back', 'refuse'])
    await t.database.pool.query(
      `update declaration_delegation set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1`,
      [data.id],
    )
    expect((await desk('czj1', id)).code).toBe('NOT_FOUND')
  })

  it('lasts by the clock of the platform, in the list and at the signature', async () => {
    const clock = movableClock()
    const other = await testApp({ clock })
    try {
      const d = declarationTests(() => other)
      const office = await d.officeId('jxj')
      await d.staff('czj1', 'dept', 'czj')
      const p = await d.project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: office, mode: 'one' }] })
      const { id } = await d.sent(p.id)
      const { id: delegateId } = await d.one<{ id: number }>(`select id from sys_user where user_name = 'czj1'`)
      const given = await d.as('dept1').post('/dec/delegation/save', { delegateId, reason: '出差', ...period(0.1, 0.2) })
      expect(given.body.success).toBe(true)
      const todo = async () => (await d.as('czj1').get('/dec/declare/list', { todo: 'true', projectId: p.id })).body.data.total
      expect([await todo(), (await d.desk('czj1', id)).code]).toEqual([0, 'NOT_FOUND'])
      clock.advance(0.15 * 3600_000)
      expect(await todo()).toBe(1)
      expect((await d.desk('czj1', id)).data.allowed).toEqual(['pass', 'back', 'refuse'])
      clock.advance(0.15 * 3600_000)
      expect([await todo(), (await d.desk('czj1', id)).code]).toEqual([0, 'NOT_FOUND'])
    } finally {
      await other.close()
    }
  })
})

describe('征求意见', () => {
  const ask = (who: string, declarationId: number, more: Record<string, unknown>) =>
    as(who).post('/dec/opinion/ask', { declarationId, question: '技术是否先进？', workdays: 3, ...more })
  it('is requested by the acting reviewer, answered once by the person asked, and blocks the pass until then', async () => {
    const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: jxj, mode: 'one' }] })
    const { id } = await sent(p.id)
    expect((await ask('dept2', id, { officeId: jxj })).body.code).toBe('NOT_FOUND')
    expect((await ask('leader1', id, { officeId: kjj })).body.msg).toBe('只有当前环节的审核人可以征求意见')
    expect((await ask('dept1', id, {})).body.fields).toEqual([{ path: 'officeId', message: '请选择一个部门或一位专家' }])
    const asked = (await ask('dept1', id, { officeId: kjj, withScore: true })).body.data
    expect((await decide('dept1', id)).msg).toBe('征求的意见尚未答复，答复或撤回后才能通过')
    expect(await notices('dept2', '征求意见')).toBe(1)
    expect(await unread('dept2', '征求意见')).toBe(1)
    // A person who is asked may read it.
    expect((await desk('dept2', id)).data).toMatchObject({ id, allowed: [] })
    const answer = (who: string, more: Record<string, unknown>) =>
      as(who).post('/dec/opinion/answer', { id: asked.id, verdict: 'yes', answer: '工艺先进', ...more })
    // It appears in that department's to-dos, and its row offers the answer.
    const waiting = async (who: string) => (await as(who).get('/dec/declare/list', { todo: 'true', projectId: p.id })).body.data.list
    expect(await waiting('dept2')).toMatchObject([{ id, allowed: ['answer'] }])
    const sameWithoutTodo = (await as('dept1').get('/dec/declare/list', { projectId: p.id })).body.data.list
    expect(sameWithoutTodo[0].allowed).toEqual(['pass', 'back', 'refuse'])
    expect((await answer('czj1', { score: 80 })).body.code).toBe('NOT_FOUND')
    expect((await answer('dept2', {})).body.fields).toEqual([{ path: 'score', message: '请填写评分' }])
    expect((await answer('dept2', { score: 80 })).body.success).toBe(true)
    expect((await answer('dept2', { score: 81 })).body.success).toBe(false)
    expect(await waiting('dept2')).toEqual([])
    expect(await unread('dept2', '征求意见'), 'whoever of the office answered').toBe(0)
    expect((await as('dept1').get('/dec/opinion/list', { declarationId: id })).body.data.list[0]).toMatchObject({
      state: 'answered',
      verdict: 'yes',
      answeredBy: '审核员 柯岚',
      askedOf: '县科技局',
    })
    // The requester need not be a department reviewer: the link leads to the page that shows all that its reader sees.
    const told = (await as('dept1').get('/sys/notice/list')).body.data.list.find((n: any) => n.title.startsWith('意见已答复'))
    expect(told.link).toBe(`/work/declaremanage?id=${id}`)
    expect((await decide('dept1', id)).data.state).toBe(3)
  })
  it('can be withdrawn by the person who asked', async () => {
    const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: jxj, mode: 'one' }] })
    const { id } = await sent(p.id)
    const expert = (await one<{ id: number }>(`select id from sys_user where user_name = 'czj1'`)).id
    const asked = (await ask('dept1', id, { userId: expert })).body.data
    expect((await as('czj1').get('/dec/opinion/list', { open: 'true' })).body.data.list[0]).toMatchObject({ id: asked.id, mayAnswer: true })
    expect((await as('czj1').form('/dec/opinion/withdraw', { id: asked.id })).body.code).toBe('NOT_FOUND')
    expect(await unread('czj1', '征求意见')).toBe(1)
    expect((await as('dept1').form('/dec/opinion/withdraw', { id: asked.id })).body.success).toBe(true)
    expect(await unread('czj1', '征求意见')).toBe(0)
    expect((await desk('czj1', id)).code).toBe('NOT_FOUND')
    expect((await decide('dept1', id)).data.state).toBe(3)
  })
  it('is ended with a reason by the head of the asking office when the requester is away; nobody else ends it', async () => {
    const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: jxj, mode: 'one' }] })
    const { id } = await sent(p.id)
    await staff('kjjhead', 'leader', 'kjj')
    const asked = (await ask('dept1', id, { officeId: kjj })).body.data
    const end = (who: string, reason?: string) => as(who).form('/dec/opinion/withdraw', { id: asked.id, ...(reason ? { reason } : {}) })
    const seen = async (who: string) => (await as(who).get('/dec/opinion/list', { declarationId: id })).body.data.list[0]
    for (const who of ['dept2', 'jxj2', 'czj1', 'kjjhead', 'front1'])
      expect((await end(who, '对方长期不答复')).body.code, who).toMatch(/^(NOT_FOUND|FORBIDDEN)$/)
    expect([(await seen('kjjhead')).mayWithdraw, (await seen('leader1')).mayWithdraw]).toEqual([false, 'reason'])
    expect((await end('leader1')).body.fields).toEqual([{ path: 'reason', message: '请填写结束的原因' }])
    expect((await decide('jxj2', id)).msg).toBe('征求的意见尚未答复，答复或撤回后才能通过')
    expect((await end('leader1', '经办人休假，对方已口头答复')).body.success).toBe(true)
    expect(await seen('dept1')).toMatchObject({
      state: 'withdrawn',
      mayWithdraw: false,
      endedBy: '领导 于川',
      endReason: '经办人休假，对方已口头答复',
    })
    expect(await notices('dept1', '您征求的意见已由 领导 于川 结束')).toBe(1)
    expect((await end('leader1', '再结束一次')).body.code).toBe('CONFLICT')
    expect((await decide('jxj2', id)).data.state).toBe(3)
  })
  // Before: the notices led to 申报管理 although it opened for neither of them.
  it('leads those for whom 申报管理 does not open to the declaration on their desk', async () => {
    const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: jxj, mode: 'one' }] })
    const { id } = await sent(p.id)
    const link = async (who: string, title: string) =>
      (
        await one<{ link: string }>(
          `select x.link from notice x join sys_user u on u.id = x.user_id where u.user_name = $1 and x.title like $2 order by x.id desc limit 1`,
          [who, `${title}%`],
        )
      ).link
    const opens = (is: boolean) => t.database.pool.query(`update menu set disabled = $1 where url = '/work/declaremanage'`, [!is])
    const first = (await ask('dept1', id, { officeId: kjj })).body.data
    expect(await link('dept2', '征求意见')).toBe('/work/declaremanage?tab=opinions')
    await as('dept1').form('/dec/opinion/withdraw', { id: first.id })
    const today = dateOf(new Date())
    // The reminders go out on working days.
    await t.database.pool.query(`insert into holiday (day, kind) values ($1, 'work') on conflict (day) do nothing`, [today])
    await opens(false)
    try {
      const desk = `/work/govcheckmanage?id=${id}`
      const asked = (await ask('dept1', id, { officeId: kjj })).body.data
      expect(await link('dept2', '征求意见')).toBe(desk)
      await t.database.pool.query(`update declaration_opinion set due = current_date - 3 where id = $1`, [asked.id])
      await runRecurring(t.kernel, 'declaration-clocks')
      for (const who of ['dept1', 'dept2']) expect(await link(who, '%的申报征求意见已逾期'), who).toBe(desk)
      await as('dept2').post('/dec/opinion/answer', { id: asked.id, verdict: 'yes', answer: '同意' })
      expect(await link('dept1', '意见已答复')).toBe(desk)
      const last = (await ask('dept1', id, { officeId: kjj })).body.data
      await as('leader1').form('/dec/opinion/withdraw', { id: last.id, reason: '对方已口头答复' })
      expect(await link('dept1', '您征求的意见已由')).toBe(desk)
    } finally {
      await opens(true)
      await t.database.pool.query('delete from holiday where day = $1', [today])
    }
  })
})

describe('办理时限', () => {
  const row = (id: number) =>
    one<{ due_at: Date | null; days_left: number | null; step_due: Date | null }>(
      'select due_at, days_left, step_due from declaration where id = $1',
      [id],
    )
  const dayOf = (at: unknown) => dateOf(new Date(at as string))
  it('counts working days, stops while the enterprise corrects, and continues with the rest', async () => {
    const p = await project({
      steps: [
        { step: 'accept', permission: 'declaration:accept', officeId: null, mode: 'one', workdays: 2 },
        { step: 'decide', permission: 'declaration:review', officeId: jxj, mode: 'one', workdays: 4 },
      ],
      limitDays: 10,
    })
    const one1 = await sent(p.id)
    const today = dateOf(new Date())
    const inDays = (n: number) => addWorkdays(t.kernel.db, today, n)
    expect(await row(one1.id).then((r) => [dayOf(r.due_at), dayOf(r.step_due)])).toEqual([await inDays(10), await inDays(2)])
    await decide('front1', one1.id)
    expect(await row(one1.id).then((r) => [dayOf(r.due_at), dayOf(r.step_due)])).toEqual([await inDays(10), await inDays(4)])
    // Three of ten days have passed when it is sent back.
    await t.database.pool.query('update declaration set due_at = $2 where id = $1', [one1.id, `${await inDays(7)}T23:59:59+08:00`])
    await as('dept1').post('/dec/declare/back', {
      id: one1.id,
      version: await versionOf(one1.id),
      reason: '请补正',
      fields: [{ path: 'form.title', message: '核对' }],
    })
    expect(await row(one1.id)).toEqual({ due_at: null, days_left: 7, step_due: null })
    expect((await mine(one1.who, one1.id)).nextStep).toBe('请按意见补正后重新提交；补正期间办理时限暂停，剩余 7 个工作日')
    const saved = (await draft(one1.who, p.id, { title: '乙' }, { id: one1.id, version: await versionOf(one1.id) })).body.data
    expect((await as(one1.who).post('/dec/my/submit', { id: one1.id, version: saved.version, promise: true })).body.success).toBe(true)
    expect(await row(one1.id).then((r) => [dayOf(r.due_at), r.days_left, dayOf(r.step_due)])).toEqual([
      await inDays(7),
      null,
      await inDays(2),
    ])
    expect(dayOf((await mine(one1.who, one1.id)).deadline)).toBe(await inDays(7))
  })
  it('display, order and count use the same end: the earliest of review, promise and step', async () => {
    const p = await project({ steps: [{ step: 'decide', permission: 'declaration:review', officeId: jxj, mode: 'one', workdays: 4 }] })
    const [late, soon, last] = [await sent(p.id), await sent(p.id), await sent(p.id)]
    const before = (await as('jxj2').get('/dec/declare/statistics')).body.data
    const end = (column: string, id: number, days: number) =>
      t.database.pool.query(`update declaration set ${column} = now() + make_interval(days => $2) where id = $1`, [id, days])
    await end('step_due', late.id, -1)
    await end('due_at', soon.id, 1)
    await end('step_due', last.id, 20)
    const { list } = (await as('jxj2').get('/dec/declare/list', { projectId: p.id, sort: 'deadline', order: 'asc' })).body.data
    expect(list.map((r: { id: number }) => r.id)).toEqual([late.id, soon.id, last.id])
    const shown = list.map((r: { deadline: string }) => Date.parse(r.deadline))
    expect(shown).toEqual(shown.toSorted((a: number, b: number) => a - b))
    const { overdue } = (await as('jxj2').get('/dec/declare/statistics')).body.data
    expect(overdue - before.overdue).toBe(1)
  })
  it('reminds who must act once, and their delegate; and the leaders when it is overdue; not on a day off', async () => {
    const today = dateOf(new Date())
    const calendar = (kind: string) =>
      t.database.pool.query(`insert into holiday (day, kind) values ($1, $2) on conflict (day) do update set kind = excluded.kind`, [
        today,
        kind,
      ])
    await calendar('off')
    const p = await project({ steps: [{ step: 'decide', permission: 'declaration:review', officeId: jxj, mode: 'one', workdays: 1 }] })
    const one1 = await sent(p.id)
    const delegate = (await one<{ id: number }>(`select id from sys_user where user_name = 'rsj1'`)).id
    const hour = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
    await as('jxj2').post('/dec/delegation/save', { delegateId: delegate, startTime: hour(-1), endTime: hour(9), reason: '出差' })
    await t.database.pool.query(`update declaration set step_due = now() + interval '1 hour' where id = $1`, [one1.id])
    await runRecurring(t.kernel, 'declaration-clocks')
    expect(await notices('jxj2', '即将到期：决定')).toBe(0)
    await calendar('work')
    await runRecurring(t.kernel, 'declaration-clocks')
    await runRecurring(t.kernel, 'declaration-clocks')
    expect(await notices('jxj2', `${one1.who.replace('flow', '流程企业')}的申报即将到期：决定`)).toBe(1)
    expect(await notices('rsj1', `${one1.who.replace('flow', '流程企业')}的申报即将到期：决定`)).toBe(1)
    expect(await notices('leader1', `超期督办：${one1.who.replace('flow', '流程企业')}`)).toBe(0)
    await t.database.pool.query(`update declaration set step_due = now() - interval '1 day' where id = $1`, [one1.id])
    await runRecurring(t.kernel, 'declaration-clocks')
    await runRecurring(t.kernel, 'declaration-clocks')
    const late = `${one1.who.replace('flow', '流程企业')}的申报已超过办理期限：决定`
    expect(await notices('jxj2', late)).toBe(1)
    expect(await notices('leader1', `超期督办：${late}`)).toBe(1)
    const waits = await one<{ n: number }>(
      `select count(*)::int n from notice where waits_for = $1 and read_at is null and title like any($2)`,
      [`declaration:${one1.id}`, [`${late}%`, `超期督办：${late}%`]],
    )
    expect(waits.n, 'read for everybody with the decision').toBeGreaterThan(2)
    await t.database.pool.query('delete from holiday where day = $1', [today])
  })
  it('reminds who was asked for an opinion, and the requester when it is overdue', async () => {
    const today = dateOf(new Date())
    await t.database.pool.query(`insert into holiday (day, kind) values ($1, 'work') on conflict (day) do nothing`, [today])
    const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: jxj, mode: 'one' }] })
    const { id, who } = await sent(p.id)
    const name = who.replace('flow', '流程企业')
    const expert = (await one<{ id: number }>(`select id from sys_user where user_name = 'czj1'`)).id
    const asked = (
      await as('dept1').post('/dec/opinion/ask', { declarationId: id, userId: expert, question: '金额是否合理？', workdays: 1 })
    ).body.data
    await runRecurring(t.kernel, 'declaration-clocks')
    await runRecurring(t.kernel, 'declaration-clocks')
    expect(await notices('czj1', `${name}的申报征求意见即将到期`)).toBe(1)
    expect(await notices('dept1', `${name}的申报征求意见`)).toBe(0)
    await t.database.pool.query(`update declaration_opinion set due = current_date - 3 where id = $1`, [asked.id])
    await runRecurring(t.kernel, 'declaration-clocks')
    expect([await notices('czj1', `${name}的申报征求意见已逾期`), await notices('dept1', `${name}的申报征求意见已逾期`)]).toEqual([1, 1])
    expect(await notices('leader1', `${name}的申报征求意见已逾期`), 'who may end it').toBe(1)
    expect(await unread('czj1', `${name}的申报征求意见`)).toBe(2)
    await as('czj1').post('/dec/opinion/answer', { id: asked.id, verdict: 'yes', answer: '合理' })
    for (const told of ['czj1', 'dept1', 'leader1']) expect(await unread(told, `${name}的申报征求意见`), told).toBe(0)
    await t.database.pool.query('delete from holiday where day = $1', [today])
  })
})

describe('查重', () => {
  const invoiceForm = {
    sections: [
      {
        key: 's',
        title: '内容',
        fields: [
          { key: 'title', label: '项目名称', type: 'text', required: true, unique: 'project' },
          {
            key: 'list',
            label: '发票',
            type: 'table',
            required: false,
            columns: [{ key: 'no', label: '发票号码', type: 'text', required: true, unique: 'invoice' }],
          },
        ],
      },
    ],
  }
  it('shows both records to the reviewer, across policies, companies and spellings; those of another office without contents', async () => {
    const a = await project({ ...invoiceForm, steps: [{ step: 'review', permission: 'declaration:review', officeId: jxj, mode: 'one' }] })
    const b = await project({ ...invoiceForm, steps: [{ step: 'review', permission: 'declaration:review', officeId: kjj, mode: 'one' }] })
    const first = await sent(a.id, { title: '数字化车间改造', list: [{ no: 'NO. 2026-0001' }] })
    const second = await sent(b.id, { title: '另一个项目', list: [{ no: 'ｎｏ2026 0001' }, { no: '7777-8888' }] })
    const { data } = (await as('dept2').get('/dec/declare/duplicates', { id: second.id })).body
    expect(data).toMatchObject({
      checked: 3,
      list: [
        {
          kind: 'invoice',
          value: 'ｎｏ2026 0001',
          label: '发票 第 1 行 发票号码',
          other: { id: first.id, value: 'NO. 2026-0001', projectName: a.name, visible: false },
        },
      ],
    })
    expect(data.list).toHaveLength(1)
    expect((await as('dept1').get('/dec/declare/duplicates', { id: second.id })).body.code).toBe('NOT_FOUND')
    expect((await as('leader1').get('/dec/declare/duplicates', { id: first.id })).body.data.list[0].other).toMatchObject({
      id: second.id,
      visible: true,
    })
    await as(second.who).form('/dec/my/withdraw', { id: String(second.id) })
    expect((await as('leader1').get('/dec/declare/duplicates', { id: first.id })).body.data.list).toEqual([])
  })
})

describe('沿用和材料库', () => {
  const withPaper = (more: Record<string, unknown>[] = []) => ({
    sections: [{ key: 's', title: '内容', fields: [{ key: 'title', label: '名称', type: 'text', required: true }, ...more] }],
    materials: [{ key: 'm', name: '营业执照', required: false, accept: ['.pdf'], maxMb: 30, maxCount: 2 }],
  })
  it('fills blank fields from an earlier dossier, with copies of its papers', async () => {
    const a = await project(withPaper([{ key: 'bank', label: '开户银行', type: 'text', required: false }]))
    const b = await project(withPaper([{ key: 'account', label: '开户银行', type: 'text', required: false }]))
    const who = await firm()
    const file = await upload(who)
    const old = (await draft(who, a.id, { title: '去年的', bank: '甲银行' }, { files: { m: [file] } })).body.data
    await as(who).post('/dec/my/submit', { id: old.id, version: old.version, promise: true })
    const fresh = (await draft(who, b.id, { title: '今年的' })).body.data
    expect((await as(who).get('/dec/my/reusable', { projectId: b.id })).body.data).toMatchObject([{ id: old.id, values: 2, files: 1 }])
    expect((await as('qy2').post('/dec/my/copy', { id: fresh.id, version: fresh.version, fromId: old.id })).body.code).toBe('NOT_FOUND')
    const stranger = (await draft('qy2', b.id, { title: '别家的' })).body.data
    expect((await as('qy2').post('/dec/my/copy', { id: stranger.id, version: stranger.version, fromId: old.id })).body.code).toBe(
      'NOT_FOUND',
    )
    expect((await as(who).post('/dec/my/copy', { id: fresh.id, version: 99, fromId: old.id })).body.code).toBe('CONFLICT')
    expect((await as(who).post('/dec/my/copy', { id: fresh.id, version: fresh.version, fromId: old.id })).body.data).toMatchObject({
      values: 1,
      files: 1,
    })
    const seen = await mine(who, fresh.id)
    expect(seen.formData).toEqual({ title: '今年的', account: '甲银行' })
    expect(seen.files.m![0]!.filePath).not.toBe(file)
    const bytes = await as(who).send({ method: 'GET', url: `/files/download?filePath=${seen.files.m![0]!.filePath}` })
    expect(bytes.status).toBe(200)
  })
  it('names what was not copied from an earlier dossier', async () => {
    const text = (key: string, label: string, more = {}) => ({ key, label, type: 'text', required: false, ...more })
    const a = await project(withPaper([text('fax', '传真'), text('invoice', '发票号', { unique: 'invoice' }), text('bank', '开户银行')]))
    const b = await project(withPaper([text('invoice', '发票号', { unique: 'invoice' }), text('bank', '开户银行', { maxLength: 3 })]))
    const who = await firm()
    const files = [await upload(who), await upload(who)]
    const answers = { title: '去年的', fax: '0570-1', invoice: `NO.${Date.now()}`, bank: '云溪农商行' }
    const old = (await draft(who, a.id, answers, { files: { m: files } })).body.data
    expect((await as(who).post('/dec/my/submit', { id: old.id, version: old.version, promise: true })).body.success).toBe(true)
    await t.database.pool.query(`delete from file where key = $1`, [files[1]])
    const fresh = (await draft(who, b.id, {})).body.data
    // The offer counts the files that exist.
    expect((await as(who).get('/dec/my/reusable', { projectId: b.id })).body.data).toMatchObject([{ id: old.id, values: 1, files: 1 }])
    const { data } = (await as(who).post('/dec/my/copy', { id: fresh.id, version: fresh.version, fromId: old.id })).body
    expect(data).toMatchObject({
      values: 1,
      files: 1,
      left: { answers: ['传真', '发票号', '开户银行'], files: [expect.stringMatching(/pdf$/)] },
    })
  })
  it('does not copy an expired paper, nor accept one', async () => {
    const today = (n: number) => dateOf(new Date(Date.now() + n * 86_400_000))
    const who = await firm()
    const paper = { name: '营业执照', kind: 'licence', filePath: await upload(who), expiresOn: today(3) }
    const made = (await as(who).post('/dec/evidence/save', paper)).body.data
    const taken = async () => (await as(who).post('/dec/evidence/use', { id: made.id })).body.data.filePath as string
    const [a, b, c] = [await project(withPaper()), await project(withPaper()), await project(withPaper())]
    const old = (await draft(who, a.id, { title: '去年的' }, { files: { m: [await taken()] } })).body.data
    expect((await as(who).post('/dec/my/submit', { id: old.id, version: old.version, promise: true })).body.success).toBe(true)
    // Copied through the first declaration, the second still knows its expiry date.
    const fresh = (await draft(who, b.id, { title: '今年的' })).body.data
    const copied = (await as(who).post('/dec/my/copy', { id: fresh.id, version: fresh.version, fromId: old.id })).body.data
    expect(copied).toMatchObject({ files: 1, expired: [] })
    await t.database.pool.query(`update file set valid_until = $2 where object_type = 'declaration' and object_id in ($1, $3)`, [
      String(old.id),
      today(-1),
      String(fresh.id),
    ])
    const late = (await as(who).post('/dec/my/submit', { id: fresh.id, version: copied.version, promise: true })).body
    expect(late.fields).toEqual([{ path: 'files.m', message: expect.stringContaining(`”已于 ${today(-1)} 过期，请更换`) }])
    const third = (await draft(who, c.id, { title: '再来' })).body.data
    expect((await as(who).get('/dec/my/reusable', { projectId: c.id })).body.data).toContainEqual(
      expect.objectContaining({ id: old.id, files: 0 }),
    )
    const again = (await as(who).post('/dec/my/copy', { id: third.id, version: third.version, fromId: old.id })).body.data
    expect(again).toMatchObject({ files: 0, expired: [expect.stringMatching(/pdf$/)] })
    expect((await mine(who, third.id)).files).toEqual({})
  })
  it('offers a refused company its own last dossier of the same project, with its numbers', async () => {
    const p = await project({
      sections: [
        { key: 's', title: '内容', fields: [{ key: 'title', label: '项目名称', type: 'text', required: true, unique: 'project' }] },
      ],
    })
    const first = await sent(p.id, { title: '智能产线' })
    // While it is under review it cannot be reused.
    expect((await as(first.who).get('/dec/my/reusable', { projectId: p.id })).body.data).toEqual([])
    await decide('front1', first.id, 'refuse')
    const fresh = (await draft(first.who, p.id, {})).body.data
    expect((await as(first.who).get('/dec/my/reusable', { projectId: p.id })).body.data).toMatchObject([{ id: first.id, values: 1 }])
    const copied = await as(first.who).post('/dec/my/copy', { id: fresh.id, version: fresh.version, fromId: first.id })
    expect(copied.body.data).toMatchObject({ values: 1 })
    expect((await mine(first.who, fresh.id)).formData).toEqual({ title: '智能产线' })
  })
  it('stores papers for the company only, refuses expired ones, and reminds once', async () => {
    const save = async (who: string, body: Record<string, unknown>) =>
      (await as(who).post('/dec/evidence/save', { name: '营业执照', kind: 'licence', ...body })).body
    const day = (n: number) => dateOf(new Date(Date.now() + n * 86_400_000))
    const who = await firm()
    expect((await save('front1', { filePath: 'x'.repeat(30) })).code).toBe('FORBIDDEN')
    expect((await save(who, { filePath: await upload('qy2') })).code).toBe('NOT_FOUND')
    expect((await save(who, { filePath: await upload(who), issuedOn: day(0), expiresOn: day(-1) })).fields).toEqual([
      { path: 'expiresOn', message: '有效期不能早于签发日期' },
    ])
    const made = (await save(who, { filePath: await upload(who), expiresOn: day(5), number: 'A-1' })).data
    expect((await as(who).get('/dec/evidence/list', { keyword: 'a-1'.toUpperCase() })).body.data.list).toMatchObject([
      { id: made.id, daysLeft: 5, kindName: '证照' },
    ])
    expect((await as('qy2').get('/dec/evidence/list', {})).body.data.list.map((e: { id: number }) => e.id)).not.toContain(made.id)
    expect((await as('qy2').post('/dec/evidence/use', { id: made.id })).body.code).toBe('NOT_FOUND')
    await runRecurring(t.kernel, 'evidence-expiry')
    await runRecurring(t.kernel, 'evidence-expiry')
    expect(await notices(who, '还有 5 天到期')).toBe(1)
    const p = await project(withPaper())
    const copy = (await as(who).post('/dec/evidence/use', { id: made.id })).body.data
    expect((await draft(who, p.id, { title: '甲' }, { files: { m: [copy.filePath] } })).body.success).toBe(true)
    expect((await save(who, { id: made.id, version: 9, filePath: await upload(who) })).code).toBe('CONFLICT')
    expect((await save(who, { id: made.id, version: made.version, filePath: await upload(who), expiresOn: day(-1) })).success).toBe(true)
    expect((await as(who).post('/dec/evidence/use', { id: made.id })).body.msg).toBe('该材料已过有效期，请先更新')
    const held = async (valid: boolean) => (await as(who).get('/dec/evidence/list', { valid })).body.data.total
    expect([await held(true), await held(false)]).toEqual([0, 1])
    expect((await as(who).form('/dec/evidence/delete', { id: made.id })).body.success).toBe(true)
    expect((await as(who).get('/dec/evidence/list', {})).body.data.total).toBe(0)
  })
})

describe('窗口代录', () => {
  const enter = (who: string, body: Record<string, unknown>) => as(who).post('/dec/declare/save', { entrust: '授权委托书', ...body })
  const companyOf = async (who: string) =>
    (await one<{ company_id: number }>('select company_id from sys_user where user_name = $1', [who])).company_id
  it('is for the service window; the draft belongs to the enterprise; the person who entered it does not accept it', async () => {
    const p = await project({})
    const who = await firm()
    const companyId = await companyOf(who)
    expect((await enter('dept1', { companyId, projectId: p.id })).body.code).toBe('FORBIDDEN')
    expect((await enter('front1', { companyId, projectId: p.id, entrust: ' ' })).body.fields?.[0]?.message).toBe('请填写委托依据')
    expect((await enter('front1', { companyId: 999999, projectId: p.id })).body.fields).toEqual([
      { path: 'companyId', message: '企业不存在' },
    ])
    const made = (await enter('front1', { companyId, projectId: p.id, formData: { title: '代录的' } })).body.data
    expect((await mine(who, made.id)).formData).toEqual({ title: '代录的' })
    expect((await desk('front1', made.id)).data).toMatchObject({
      formData: { title: '代录的' },
      unlocked: null,
      allowed: ['save', 'submit', 'remove'],
    })
    expect((await desk('leader1', made.id)).code).toBe('NOT_FOUND')
    expect(await notices(who, '服务窗口正在为贵单位代录申报')).toBe(1)
    const saved = (await enter('front1', { id: made.id, version: made.version, companyId, projectId: p.id, formData: { title: '改过的' } }))
      .body.data
    const done = (await as('front1').post('/dec/declare/submit', { id: made.id, version: saved.version, promise: true })).body
    expect(done).toMatchObject({ success: true, data: { declareNo: expect.stringMatching(/^SB/) } })
    expect((await decide('front1', made.id)).msg).toBe('不能审核本人录入或提交的申报')
    expect((await mine(who, made.id)).timeline[0]).toMatchObject({ who: '县企业综合服务中心' })
    await staff('front9', 'front', 'qfzx')
    expect((await decide('front9', made.id)).data.state).toBe(3)
    expect((await as('front1').get('/dec/declare/formData', { projectId: p.id })).body.data).toMatchObject({
      total: 1,
      columns: [{ key: 'title', label: '名称' }],
      list: [{ cells: { title: '改过的' } }],
    })
  })
  it('is corrected at the window by the person who entered it; opening it in clear is audited', async () => {
    const p = await project({})
    const who = await firm()
    const companyId = await companyOf(who)
    const made = (await enter('front1', { companyId, projectId: p.id, formData: { title: '代录的' } })).body.data
    await as('front1').post('/dec/declare/submit', { id: made.id, version: made.version, promise: true })
    const open = async (by: string) => (await as(by).get('/dec/declare/entered', { id: made.id })).body
    expect((await open('front1')).msg).toContain('不能再录入')
    await staff('front8', 'front', 'qfzx')
    const fields = [{ path: 'form.title', message: '请写全称' }]
    await as('front8').post('/dec/declare/back', { id: made.id, version: await versionOf(made.id), reason: '请补正', fields })
    expect((await open('dept1')).code).toBe('FORBIDDEN')
    const other = await firm()
    const own = (await draft(other, (await project({})).id, { title: '自己的' })).body.data
    expect((await as('front1').get('/dec/declare/entered', { id: own.id })).body.code).toBe('NOT_FOUND')
    const inHand = (await as('front1').get('/dec/declare/list', { entered: 'true' })).body.data.list as { id: number; allowed: string[] }[]
    expect(inHand.find((r) => r.id === made.id)?.allowed).toEqual(['save', 'submit'])
    const opened = (await open('front1')).data
    expect(opened).toMatchObject({ formData: { title: '代录的' }, unlocked: ['form.title'], corrections: [{ message: '请写全称' }] })
    expect(
      await one(`select object_id from audit_log where action = 'declaration.enter.open' and object_id = $1`, [String(made.id)]),
    ).toEqual({
      object_id: String(made.id),
    })
    const saved = (
      await enter('front1', { id: made.id, version: opened.version, companyId, projectId: p.id, formData: { title: '代录的全称' } })
    ).body.data
    const done = (await as('front1').post('/dec/declare/submit', { id: made.id, version: saved.version, promise: true })).body
    expect(done.data).toMatchObject({ stateName: (await mine(who, made.id)).stateName })
    expect((await mine(who, made.id)).formData).toEqual({ title: '代录的全称' })
    await as(who).form('/dec/my/withdraw', { id: made.id })
    expect((await open('front1')).success).toBe(false)
    expect((await enter('front1', { id: made.id, version: await versionOf(made.id), companyId, projectId: p.id })).body.code).toBe(
      'NOT_FOUND',
    )
  })
  it('a draft is deleted by the window that entered it, until it is submitted; then the enterprise may begin itself', async () => {
    const p = await project({})
    const who = await firm()
    const companyId = await companyOf(who)
    const made = (await enter('front1', { companyId, projectId: p.id, formData: { title: '录错的' } })).body.data
    const remove = async (by: string | null, id: unknown = made.id) => (await as(by).form('/dec/declare/delete', { id: String(id) })).body
    expect((await remove(null)).code).toBe('UNAUTHENTICATED')
    for (const by of ['dept1', 'leader1', who]) expect((await remove(by)).code, by).toBe('FORBIDDEN')
    expect((await remove('front1', 999_999)).code).toBe('NOT_FOUND')
    expect((await remove('front1', '甲')).fields?.[0]?.path).toBe('id')
    expect((await remove('front1')).data).toBe(true)
    expect((await desk('front1', made.id)).code).toBe('NOT_FOUND')
    expect((await as(who).get('/dec/my/findById', { id: made.id })).body.code).toBe('NOT_FOUND')
    expect((await as(who).get('/dec/my/list', {})).body.data.list).toEqual([])
    expect((await remove('front1')).code).toBe('NOT_FOUND')
    expect(await one(`select detail from audit_log where action = 'declaration.remove' and object_id = $1`, [String(made.id)])).toEqual({
      detail: { from: 'draft', entered: true },
    })
    expect((await draft(who, p.id, { title: '自己的' })).body.success).toBe(true)

    const other = await firm()
    const sentIn = (await enter('front1', { companyId: await companyOf(other), projectId: p.id, formData: { title: '代录的' } })).body.data
    await as('front1').post('/dec/declare/submit', { id: sentIn.id, version: sentIn.version, promise: true })
    expect((await remove('front1', sentIn.id)).msg).toBe('只能删除代录的草稿')
    expect((await mine(other, sentIn.id)).formData).toEqual({ title: '代录的' })
  })
  it('does not change what the enterprise began itself', async () => {
    const p = await project({})
    const who = await firm()
    const companyId = await companyOf(who)
    const own = (await draft(who, p.id, { title: '自己的' })).body.data
    expect((await enter('front1', { companyId, projectId: p.id, formData: { title: '代' } })).body.code).toBe('EXISTS')
    expect((await enter('front1', { id: own.id, version: own.version, companyId, projectId: p.id })).body.code).toBe('NOT_FOUND')
    expect((await as('front1').post('/dec/declare/submit', { id: own.id, version: own.version, promise: true })).body.code).toBe(
      'NOT_FOUND',
    )
    expect((await as('front1').form('/dec/declare/delete', { id: own.id })).body.code).toBe('NOT_FOUND')
    expect((await mine(who, own.id)).formData).toEqual({ title: '自己的' })
  })
})
