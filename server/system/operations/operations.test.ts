import { sql } from 'kysely'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlarmRow, JobRow, PlatformState } from '../../../contract/operations.ts'
import { movableClock } from '../../kernel/clock.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import { recorded } from '../../kernel/jobs/recurring-runs.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { conditionsOf } from './conditions.ts'
import { look, smoke } from './watch.ts'

let t: TestApp
const clock = movableClock(new Date('2026-09-21T02:00:00Z'))
const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000))
const group: { text: { content: string }; alarm: { kind: string; over: boolean } }[] = []
const robot = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    group.push(JSON.parse(body))
    response.end('{"errcode":0}')
  })
})
let ran = 0
let breaks = false
const job = {
  name: 'test.count',
  title: '数一数',
  cron: '11 3 * * *',
  run: async () => {
    if (breaks) throw new Error("no place for '13800001234' of 13800001234")
    ran++
  },
}
beforeAll(async () => {
  robot.listen(0, '127.0.0.1')
  await once(robot, 'listening')
  t = await testApp({ clock, env: { ALARM_WEBHOOK: `http://127.0.0.1:${(robot.address() as AddressInfo).port}/robot` } })
  recurring(t.kernel, job, job.run)
})
afterAll(() => robot.close())

const get = async <T>(path: string, query = {}, who = 'admin1') => (await t.as(who).get<T>(`/sys/operations/${path}`, query)).body
const state = async () => (await get<PlatformState>('state')).data
const jobNamed = async (name: string) => (await get<JobRow[]>('jobs')).data.find((one) => one.name === name)!
const move = async (path: string, name: string, who = 'admin1') => (await t.as(who).form(`/sys/operations/${path}`, { name })).body
const alarms = async (kind: string) =>
  (await get<{ list: AlarmRow[] }>('alarms', { pageSize: 100 })).data.list.filter((one) => one.kind === kind)
const inbox = async (who: string) =>
  (await t.as(who).get<{ list: { title: string; link: string }[] }>('/sys/notice/list', { pageSize: 50 })).body.data.list

describe('运行监控', () => {
  it('is only for the system administrator', async () => {
    for (const who of ['qy1', 'gr1', 'front1', 'leader1', 'security1', 'audit1']) {
      for (const path of ['state', 'alarms', 'jobs']) expect((await get(path, {}, who)).code, who).toBe('FORBIDDEN')
      for (const path of ['runJob', 'pauseJob', 'resumeJob']) expect((await move(path, 'policy.schedule', who)).code, who).toBe('FORBIDDEN')
    }
    expect((await t.as(null).get('/sys/operations/state')).status).toBe(401)
  })

  it('shows this process, its requests, the queues, the disk and the database', async () => {
    await look(t.kernel, [])
    const { processes, queues, disk, database, told } = await state()
    expect(processes).toHaveLength(1)
    expect(processes[0]).toMatchObject({ pid: process.pid, alive: true })
    expect(processes[0]!.answers).toBeGreaterThan(10)
    expect(queues.map(({ name }) => name)).toEqual(['消息与外发', '导入导出等任务'])
    expect(disk!.free).toBeGreaterThan(0)
    expect(database.bytes).toBeGreaterThan(1 << 20)
    expect(told).toMatchObject({ people: 1, webhook: true, heartbeat: false })
  })

  it('says of a queue in which everything waits for its time when the first is due, and of one that is late since when', async () => {
    const outbox = async () => (await state()).queues.find(({ name }) => name === '消息与外发')!
    await t.kernel.db.deleteFrom('outbox').execute()
    expect(await outbox()).toMatchObject({ waiting: 0, oldest: null, next: null })
    const add = (key: string, run_after: Date) =>
      t.kernel.db.insertInto('outbox').values({ kind: 'nobody', key, payload: '{}', run_after, created_at: clock.now() }).execute()
    const [soon, late, past] = [3600, 7200, -60].map((seconds) => new Date(clock.now().getTime() + seconds * 1000))
    await add('late', late!)
    await add('soon', soon!)
    const planned = await outbox()
    expect([planned.waiting, planned.oldest, Date.parse(planned.next!)]).toEqual([2, null, soon!.getTime()])
    await add('past', past!)
    const waits = await outbox()
    expect([waits.waiting, Date.parse(waits.oldest!), Date.parse(waits.next!)]).toEqual([3, past!.getTime(), soon!.getTime()])
    await t.kernel.db.deleteFrom('outbox').execute()
  })

  it('reports a missing process once, by inbox and group robot, and its end', async () => {
    const at = new Date(clock.now().getTime() - 46_000)
    const gone = { id: 'gone', host: 'app-2', pid: 4711, version: '1', started_at: at, at, answers: 0, failures: 0, memory: 1 }
    await t.kernel.db.insertInto('process_pulse').values(gone).execute()
    await look(t.kernel, [])
    later(10)
    await look(t.kernel, [])
    expect((await state()).open.map(({ kind }) => kind)).toEqual(['silence'])
    const told = (await inbox('admin1')).filter(({ title }) => title.includes('4711'))
    expect(told).toEqual([
      expect.objectContaining({ title: '告警：app-2 上的进程 4711 自 09-21 09:59 起没有消息', link: '/work/operations' }),
    ])
    expect((await inbox('security1')).some(({ title }) => title.includes('4711'))).toBe(false)
    await eventually(async () =>
      expect(group.map(({ alarm }) => alarm)).toEqual([expect.objectContaining({ kind: 'silence', over: false })]),
    )
    expect(group[0]!.text.content).toContain('app-2 上的进程 4711')
    later(600)
    await look(t.kernel, [])
    expect((await state()).open).toEqual([])
    expect(Date.parse((await alarms('silence'))[0]!.closedAt!)).toBe(clock.now().getTime())
    await eventually(async () => expect(group.at(-1)!.alarm).toMatchObject({ kind: 'silence', over: true }))
  })

  it('reports failed requests above one in a hundred, and no single failure', async () => {
    const failing = async (times: number) => {
      await sql`alter table carousel rename to carousel_gone`.execute(t.kernel.db)
      for (let n = 0; n < times; n++) expect((await t.as('editor1').get('/admin/carousel/list')).status).toBe(500)
      await sql`alter table carousel_gone rename to carousel`.execute(t.kernel.db)
    }
    await failing(1)
    await look(t.kernel, [])
    expect(await alarms('errors')).toEqual([])
    await failing(2)
    await look(t.kernel, [])
    expect((await alarms('errors'))[0]).toMatchObject({ closedAt: null, title: expect.stringMatching(/^近一分钟 \d+ 次请求中 3 次出错/) })
  })

  it('reports refusals under load apart from failures, and only when they are many (ADR 1003)', async () => {
    const at = clock.now()
    const one = { id: 'crowded', host: 'app-3', pid: 4712, version: '1', started_at: at, at, answers: 4000, failures: 0, memory: 1 }
    const kinds = async (shed: number) => {
      await t.kernel.db.deleteFrom('process_pulse').where('id', '=', 'crowded').execute()
      await t.kernel.db
        .insertInto('process_pulse')
        .values({ ...one, shed })
        .execute()
      return (await conditionsOf(t.kernel)).map(({ kind }) => kind).filter((kind) => kind === 'overload' || kind === 'errors')
    }
    const before = await kinds(0)
    expect(await kinds(150)).toEqual(before)
    expect(await kinds(900)).toEqual([...before, 'overload'])
    expect((await state()).processes.find(({ pid }) => pid === 4712)).toMatchObject({ failures: 0, shed: 900 })
    await t.kernel.db.deleteFrom('process_pulse').where('id', '=', 'crowded').execute()
  })

  it('checks itself: a home page that does not answer is reported', async () => {
    const found = await smoke(t.http)
    // This application has no pages; the list of policies answers.
    expect(found.map(({ subject, title }) => [subject, title])).toEqual([['/page/home', '自检：首页打不开（404）']])
  })

  it('reports an old backup, and a platform that was installed more than a day ago and never made one', async () => {
    const production = { ...t.kernel, config: { ...t.kernel.config, DEMO: false } }
    const told = async () => (await conditionsOf(production)).filter(({ kind }) => kind === 'backup').map(({ title }) => title)
    const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000)
    const installed = (hours: number) => sql`update kysely_migration set timestamp = ${hoursAgo(hours).toISOString()}`.execute(t.kernel.db)
    const madeBackup = (hours: number) =>
      t.kernel.db
        .insertInto('platform_mark')
        .values({ name: 'backup', at: hoursAgo(hours), detail: '' })
        .onConflict((c) => c.column('name').doUpdateSet({ at: hoursAgo(hours) }))
        .execute()
    await t.kernel.db.deleteFrom('platform_mark').where('name', '=', 'backup').execute()
    await installed(25)
    expect(await told()).toEqual([])
    await installed(27)
    expect(await told()).toEqual([expect.stringMatching(/^平台 \d\d-\d\d \d\d:\d\d 装好，至今没有做过备份$/)])
    // The demo keeps nothing that must be saved.
    expect((await conditionsOf(t.kernel)).some(({ kind }) => kind === 'backup')).toBe(false)
    await madeBackup(2)
    expect(await told()).toEqual([])
    await madeBackup(27)
    expect(await told()).toEqual([expect.stringMatching(/^上次备份在 .*，已超过一天$/)])
    await t.kernel.db.deleteFrom('platform_mark').where('name', '=', 'backup').execute()
  })

  it('sends a test alarm, which ends at once', async () => {
    expect((await t.as('admin1').form('/sys/operations/testAlarm', {})).body.success).toBe(true)
    expect((await alarms('test'))[0]!.closedAt).not.toBeNull()
    expect((await inbox('admin1'))[0]!.title).toMatch(/^告警：试发：/)
  })

  it('sends one test alarm a minute for the whole platform', async () => {
    await t.kernel.db.deleteFrom('alarm').where('kind', '=', 'test').execute()
    const test = async () => (await t.as('admin1').form('/sys/operations/testAlarm', {})).body
    expect((await test()).success).toBe(true)
    expect(await test()).toMatchObject({ code: 'TOO_OFTEN', msg: '一分钟内只能试发一次，请 60 秒后再试' })
    expect(await alarms('test')).toHaveLength(1)
    const opened = new Date(t.kernel.clock.now().getTime() - 60_000)
    await t.kernel.db.updateTable('alarm').set({ opened_at: opened }).where('kind', '=', 'test').execute()
    expect((await test()).success).toBe(true)
  })
})

describe('定时任务', () => {
  it('shows the plan in words and the next run; each has a readable name', async () => {
    expect(await jobNamed('test.count')).toMatchObject({
      title: '数一数',
      plan: '每天 03:11',
      next: '2026-09-21T19:11:00.000Z',
      startedAt: null,
    })
    for (const { title, plan } of (await get<JobRow[]>('jobs')).data) {
      expect(title).toMatch(/[\u4e00-\u9fff]/)
      expect(plan).toMatch(/^(?:每|[\d、]+ 月)/)
    }
  })

  it('a paused job is skipped by its plan and runs on request', async () => {
    expect((await move('pauseJob', 'nothing')).msg).toBe('没有这个定时任务')
    expect((await move('resumeJob', 'test.count')).msg).toBe('该任务没有暂停')
    expect((await move('pauseJob', 'test.count')).success).toBe(true)
    expect((await move('pauseJob', 'test.count')).msg).toBe('该任务已经暂停')
    expect(await jobNamed('test.count')).toMatchObject({ paused: true, next: null, pausedBy: expect.any(String) })
    await recorded(t.kernel, job, false)
    expect(ran).toBe(0)
    expect((await move('runJob', 'test.count')).success).toBe(true)
    await eventually(async () => expect((await jobNamed('test.count')).endedAt).not.toBeNull(), 40_000)
    expect(ran).toBe(1)
    expect((await move('resumeJob', 'test.count')).success).toBe(true)
    const { list } = (await t.as('audit1').get('/sys/log/list', { kind: 'audit', objectType: 'job', pageSize: 10 })).body.data
    expect(list.map(({ action }: { action: string }) => action)).toEqual(['job.resume', 'job.runNow', 'job.pause'])
    // The log says the name that the operations page has for the job.
    expect(list.map(({ objectName }: { objectName: string }) => objectName)).toEqual(['数一数', '数一数', '数一数'])
    const names = (await t.as('audit1').get('/sys/log/names', { id: list[0].id })).body.data
    expect(names.object).toBe('数一数')
  })

  it('a failed job is reported without the quoted text, until a run succeeds', async () => {
    breaks = true
    await expect(recorded(t.kernel, job, false)).rejects.toThrow('no place')
    expect(await jobNamed('test.count')).toMatchObject({ error: 'no place for *** of ***' })
    await look(t.kernel, [])
    expect((await alarms('job'))[0]).toMatchObject({ title: '定时任务“数一数”上次没有完成', closedAt: null })
    breaks = false
    await recorded(t.kernel, job, false)
    expect(await jobNamed('test.count')).toMatchObject({ error: null })
    later(61)
    await look(t.kernel, [])
    expect((await alarms('job'))[0]!.closedAt).not.toBeNull()
  })
})
