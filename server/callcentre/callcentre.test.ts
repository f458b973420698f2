import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportState } from '../../contract/imports.ts'
import { movableClock } from '../kernel/clock.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, xlsx } from '../kernel/testing/samples.ts'
import { zip } from '../kernel/testing/zip.ts'
import { telephone } from './testing.ts'

const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
let company: { id: number; name: string }
let office: number
let send: ReturnType<typeof telephone>
let demo: Record<string, number>
beforeAll(async () => {
  t = await testApp({ clock })
  demo = (
    await sql<Record<string, number>>`select count(*)::int as calls, (count(*) filter (where direction = 'in'))::int as coming,
      (count(*) filter (where state in (4, 5)))::int as missed, (count(*) filter (where state = 5))::int as called_back,
      (count(*) filter (where report_flag))::int as reported, (count(*) filter (where company_id is null))::int as of_nobody,
      (select count(*)::int from file where object_type = 'callRecording') as recordings,
      (select count(*)::int from call_script) as lines from call_record`.execute(t.kernel.db)
  ).rows[0]!
  await t.kernel.db.deleteFrom('call_record').execute()
  company = await t.kernel.db
    .selectFrom('company as c')
    .innerJoin('sys_user as u', 'u.company_id', 'c.id')
    .where('u.user_name', '=', 'qy1')
    .select(['c.id', 'c.name'])
    .executeTakeFirstOrThrow()
  office = (await t.kernel.db.selectFrom('office').select('id').where('code', '=', 'jxj').executeTakeFirstOrThrow()).id
  send = telephone(t)
  await t.as('agent1').post('/call/agent/state', { state: 1, extension: '801' })
  await t.as('agent2').post('/call/agent/state', { state: 1, extension: '802' })
})
const save = (who: string | null, body: object) => t.as(who).post('/call/data/saveOrUpdate', body)
const byHand = (more: object = {}) => ({
  phone: '0570-1234 5678',
  startTime: '2026-09-28 09:30',
  endTime: '2026-09-28 09:40',
  content: '咨询技改补贴，联系 13812345678',
  contact: '林小满',
  result: 'answered',
  ...more,
})
const list = async (who: string, query: object = {}) =>
  (await t.as(who).get('/call/data/list', { pageSize: 50, ...query })).body.data as { total: number; list: any[] }

it('the demo data contain ninety days of a hotline', () => {
  expect(demo).toEqual({
    calls: 420,
    coming: 307,
    missed: 31,
    called_back: 26,
    reported: 96,
    of_nobody: 120,
    recordings: 3,
    lines: 40,
  })
})

describe('a call that is entered by hand', () => {
  it('is saved by agents, and faults are reported at their field', async () => {
    expect((await save(null, byHand())).status).toBe(401)
    for (const who of ['qy1', 'front1', 'leader1', 'dept1']) expect((await save(who, byHand())).body.code).toBe('FORBIDDEN')
    const told = async (more: object) => (await save('agent1', byHand(more))).body.fields?.map((f) => f.path)
    expect(await told({ phone: 'abc' })).toEqual(['phone'])
    expect(await told({ endTime: '2026-09-28 09:00' })).toEqual(['endTime'])
    expect(await told({ startTime: '2026-09-29 09:00', endTime: undefined })).toEqual(['startTime'])
    expect(await told({ content: '字'.repeat(1001) })).toEqual(['content'])
    expect(await told({ content: ' ' })).toEqual(['content'])
    expect(await told({ result: 'office' })).toEqual(['officeId'])
    expect(await told({ result: 'callback' })).toEqual(['callbackTime'])
    expect(await told({ result: 'callback', callbackTime: '2026-09-28 09:00' })).toEqual(['callbackTime'])
    expect(await told({ companyId: 999_999 })).toEqual(['companyId'])
    expect(await told({ appealId: 1, companyId: company.id })).toEqual(['appealId'])
    expect(await told({ typeId: 16 })).toEqual(['typeId'])
  })
  it('is then masked for everybody, belongs to its agent, and can be corrected on the same day', async () => {
    const { id, version } = (await save('agent1', byHand({ companyId: company.id }))).body.data
    const mine = (await list('agent1')).list.find((row) => row.id === id)
    expect(mine).toMatchObject({
      phone: '****5678',
      contact: '林**',
      content: '咨询技改补贴，联系 13812345678',
      allowed: ['correct', 'delete'],
    })
    const leaders = (await list('leader1')).list.find((row) => row.id === id)
    expect(leaders).toMatchObject({ phone: '****5678', content: '咨询技改补贴，联系 138****5678', allowed: [] })
    expect((await list('agent2')).total).toBe(0)
    expect((await t.as('agent2').get('/call/data/findById', { id })).body.code).toBe('NOT_FOUND')
    for (const who of ['dept1', 'qy1']) expect((await t.as(who).get('/call/data/list')).body.code).toBe('FORBIDDEN')
    expect((await t.as('agent2').post('/call/data/reveal', { id, field: 'phone', reason: '核对' })).body.code).toBe('NOT_FOUND')
    expect((await t.as('leader1').post('/call/data/reveal', { id, field: 'phone', reason: ' ' })).body.fields?.[0]?.path).toBe('reason')
    expect((await t.as('leader1').post('/call/data/reveal', { id, field: 'phone', reason: '回访核对' })).body.data.value).toBe(
      '057012345678',
    )
    expect((await list('leader1', { phone: '+86 570 1234 5678' })).total).toBe(1)
    expect((await save('agent1', byHand({ id, version, content: '更正：咨询贴息' }))).body.data).toMatchObject({ state: 3 })
    expect((await save('agent1', byHand({ id, version, content: '旧的版本' }))).body.code).toBe('CONFLICT')
    clock.set('2026-09-29T02:00:00Z')
    expect((await save('agent1', byHand({ id, content: '隔天再改' }))).body.msg).toBe('只能更正当天登记的记录')
    const gone = await t.as('agent1').form('/call/data/delete', { id: String(id), reason: '重复' })
    expect(gone.body.msg).toBe('只能删除当天手工登记的记录')
  })
  it('can be deleted on the day of its entry, with a reason', async () => {
    const { id } = (await save('agent2', byHand())).body.data
    const remove = (who: string, reason: string) => t.as(who).form('/call/data/delete', { id: String(id), reason })
    expect((await remove('agent2', '')).body.fields?.[0]?.path).toBe('reason')
    expect((await remove('agent1', '不是我的')).body.code).toBe('NOT_FOUND')
    expect((await remove('agent2', '重复登记')).body.success).toBe(true)
    const noted = await t.kernel.db.selectFrom('audit_log').selectAll().where('action', '=', 'call.delete').execute()
    expect(noted).toHaveLength(1)
    expect(JSON.stringify(noted[0]!.detail)).toContain('重复登记')
  })
})

describe('a call of the telephone system', () => {
  const ring = (callId: string, phone: string, extension = '801') => send({ callId, event: 'ringing', phone, extension })
  // Yesterday's log-ins have ended, and with them what the agents said (ADR 0987).
  beforeAll(async () => {
    await t.as('agent1').post('/call/agent/state', { state: 1, extension: '801' })
    await t.as('agent2').post('/call/agent/state', { state: 1, extension: '802' })
  })
  it('shows its number only to its agent and only while it runs', async () => {
    const { id } = (await ring('c-1', '13812340001')).body.data
    const open = (await t.as('agent1').get('/call/agent/me')).body.data.open
    expect(open).toMatchObject([{ id, phone: '13812340001', state: 0, allowed: [] }])
    expect((await list('front1')).list.find((row) => row.id === id).phone).toBe('138****0001')
    await send({ callId: 'c-1', event: 'answered', phone: '13812340001', extension: '801' })
    expect((await t.as('agent1').get('/call/agent/me')).body.data).toMatchObject({ state: 2, stateName: '通话中' })
    expect((await t.as('agent1').post('/call/agent/state', { state: 0 })).body.msg).toBe('通话中不能离线')
    await send({ callId: 'c-1', event: 'ended', phone: '13812340001' })
    expect((await t.as('agent1').get('/call/agent/me')).body.data.state).toBe(3)
    expect((await save('agent1', { id, content: '咨询完毕', result: 'answered' })).body.data.state).toBe(3)
    expect((await t.as('agent1').get('/call/agent/me')).body.data).toMatchObject({ state: 1, open: [] })
    expect((await t.as('agent1').form('/call/data/delete', { id: String(id), reason: '删' })).body.msg).toBe('电话系统产生的记录不能删除')
  })
  it('assigned to a department notifies its staff, without the number', async () => {
    const { id } = (await ring('c-2', '13812340002')).body.data
    await send({ callId: 'c-2', event: 'answered', phone: '13812340002', extension: '801' })
    const body = { id, content: '请经信局联系，电话 13812340002', result: 'office', officeId: office }
    expect((await save('agent1', body)).body.success).toBe(true)
    const notices = (await t.as('dept1').get('/sys/notice/list', { kind: 'work', pageSize: 50 })).body.data.list as { title: string }[]
    const told = notices.find(({ title }) => title.startsWith('来电转部门'))!
    expect(told.title).toBe('来电转部门：未关联企业')
    expect(JSON.stringify(told)).not.toContain('13812340002')
    expect((await list('front1', { reportFlag: 1 })).list.map((row) => row.id)).toEqual([id])
  })
  it('an extension in use belongs to one agent', async () => {
    const taken = await t.as('agent2').post('/call/agent/state', { state: 1, extension: '801' })
    expect(taken.body.fields?.[0]).toMatchObject({ path: 'extension', message: expect.stringContaining('温言') })
    expect((await t.as('front1').post('/call/agent/state', { state: 1 })).body.code).toBe('FORBIDDEN')
    const board = (await t.as('leader1').get('/call/agent/board')).body.data
    expect(board.agents.map((agent: { extension: string }) => agent.extension)).toEqual(['801', '802'])
  })
})

describe('an appeal from a call', () => {
  const words = { typeId: 1601, title: '来电：变压器增容', content: '请协调增容', contact: '林小满', phone: '13812345678' }
  it('belongs to the company and is made once, however often the agent asks; the agent sees its progress', async () => {
    const { id } = (await send({ callId: 'a-1', event: 'ringing', phone: '13812340009', extension: '801' })).body.data
    await send({ callId: 'a-1', event: 'answered', phone: '13812340009', extension: '801' })
    const turn = (who: string, more: object = {}) => t.as(who).post('/call/data/toAppeal', { id, ...words, ...more })
    expect((await turn('agent1')).body.fields?.[0]?.path).toBe('companyId')
    expect((await turn('agent2', { companyId: company.id })).body.code).toBe('NOT_FOUND')
    const made = (await turn('agent1', { companyId: company.id })).body.data
    expect(made.appealNo).toMatch(/^SQ/)
    expect((await turn('agent1', { companyId: company.id })).body.data).toEqual(made)
    expect((await t.as('qy1').get('/appeal/info/findById', { id: made.id })).body.data).toMatchObject({
      title: words.title,
      sourceType: '02',
      entered: { entrust: expect.stringContaining('来电登记') },
    })
    const atDesk = (await t.as('front1').get('/appeal/info/list', { forMe: 1, keyword: made.appealNo })).body.data.list
    expect(atDesk).toMatchObject([{ id: made.id }])
    expect(await list('front1', { companyId: company.id, result: 'appeal' })).toMatchObject({
      list: [{ id, appealNo: made.appealNo, reportFlag: 1 }],
    })
    const card = (await t.as('agent1').get('/call/data/pop', { id })).body.data
    expect(card.company.timeline[0]).toMatchObject({ kind: 'appeal', state: '待受理', open: true })
  })
})

describe('figures', () => {
  it('have the keys of spec §3 L71 and consistent sums, and the sheet has the same rows', async () => {
    for (const by of ['agent', 'day', 'month', 'street', 'type']) {
      const chart = (await t.as('leader1').get('/call/data/statistics', { by, startTime: '2026-09-01', endTime: '2026-09-30' })).body.data
      const { nameList, callIn, callOut, report, notReport } = chart
      expect([chart.inName, chart.outName]).toEqual(['呼入', '呼出'])
      expect(chart.names).toEqual(nameList)
      expect(chart.series.map((s: { values: number[] }) => s.values)).toEqual([callIn, callOut, report, notReport])
      for (const n of nameList.keys()) expect(report[n] + notReport[n]).toBe(callIn[n] + callOut[n])
      const { total } = await list('leader1', { startTime: '2026-09-01', endTime: '2026-09-30' })
      expect(
        [...callIn, ...callOut].reduce((a: number, b: number) => a + b, 0),
        by,
      ).toBe(total)
    }
    const trend = (await t.as('leader1').get('/call/data/trend', { unit: 'day', startTime: '2026-09-28', endTime: '2026-09-30' })).body.data
    expect(trend.nameList).toEqual(['2026-09-28', '2026-09-29', '2026-09-30'])
    const wrong = await t.as('leader1').get('/call/data/statistics', { startTime: '2026-09-30', endTime: '2026-09-01' })
    expect(wrong.body.fields?.[0]?.path).toBe('endTime')
    const own = (await t.as('agent2').get('/call/data/overview')).body.data.items
    expect(own.find((item: { label: string }) => item.label === '呼入').value).toBe((await list('agent2', { direction: 'in' })).total)
  })
  it('a sheet contains the rows of the list, with masked numbers', async () => {
    const file = await t.as('leader1').send({ method: 'GET', url: '/call/data/export' })
    expect(file.headers['content-type']).toContain('spreadsheetml')
    const { taskId } = (await t.as('front1').post('/export/start', { bizType: 'call', filters: {} })).body.data
    await eventually(async () => expect((await t.as('front1').get('/export/progress', { taskId })).body.data).toMatchObject({ status: 2 }))
    const done = (await t.as('front1').get('/export/progress', { taskId })).body.data
    expect(done.done).toBe((await list('front1')).total)
  })
})

describe('a sheet of calls', () => {
  const head = ['呼叫方向', '号码', '开始时间', '结束时间', '统一社会信用代码', '联系人', '内容']
  const bring = async (rows: (string | number)[][]) => bringFile(await xlsx(rows))
  const bringFile = async (content: Buffer) => {
    const { payload, headers } = multipart({ name: '通话.xlsx', content }, {})
    let { data } = (await t.as('agent2').send<ImportState>({ method: 'POST', url: '/call/data/import', payload, headers })).body
    await eventually(async () => {
      data = (await t.as('agent2').get('/import/progress', { taskId: data.taskId })).body.data
      expect(data.status).not.toBe(1)
    })
    return data
  }
  it('is refused when column titles are missing, reports errors by row, and is imported once', async () => {
    await t.kernel.db.deleteFrom('call_record').where('start_time', '<', '2026-09-28').execute()
    expect((await bring([['方向', '电话']])).errors.map((e) => e.message)).toContain('缺少此列，模板表头名称不可更改')
    const rows = [
      head,
      ['呼入', '0570-8888 0001', '2026-09-20 09:00', '2026-09-20 09:05', '', '程砚', '咨询贴息'],
      ['呼出', '13900008888', '2026/9/21 10:00:00', '', '', '', '回访'],
      ['转接', '13900008888', '2026-09-21 10:00', '', '', '', '方向不对'],
      ['呼入', '不是号码', '2026-09-21 10:00', '', '', '', '号码不对'],
      ['呼入', '13900007777', '2027-09-21 10:00', '', '', '', '还没发生'],
      ['呼入', '13900006666', '2026-09-21 10:00', '2026-09-21 09:00', '', '', '=1+1'],
    ]
    expect(await bring(rows)).toMatchObject({ addedCount: 2, failCount: 4 })
    expect(await bring(rows.slice(0, 3))).toMatchObject({ addedCount: 0, sameCount: 2 })
    expect((await list('agent2', { keyword: '贴息' })).total).toBe(1)
    const asTyped = [
      head,
      ['呼入\u200b', '１３９００００５５５５', '2026年9月22日 9:05', '２０２６－０９－２２　０９：１５', '', '', '照人写的样子'],
    ]
    expect(await bring(asTyped)).toMatchObject({ addedCount: 1, failCount: 0 })
    const [call] = (await list('agent2', { keyword: '照人写的样子' })).list
    expect([call.startTime, call.endTime].map((at: string) => new Date(at).toISOString())).toEqual([
      '2026-09-22T01:05:00.000Z',
      '2026-09-22T01:15:00.000Z',
    ])
  })
  it('is refused as a whole with a formula or more than 10,000 rows', async () => {
    const before = (await list('agent2')).total
    const formula = zip([
      { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
      { name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') },
      {
        name: 'xl/worksheets/sheet1.xml',
        content: Buffer.from('<worksheet><sheetData><row r="2"><c r="G2"><f>HYPERLINK(A1)</f><v>3</v></c></row></sheetData></worksheet>'),
      },
    ])
    expect(await bringFile(formula)).toMatchObject({ status: 3, message: '单元格 G2 含有公式，请改为固定的数值或文字后再导入' })
    const one = ['呼入', '13900001111', '2026-09-20 09:00', '', '', '', '太多行']
    expect(await bring([head, ...Array.from({ length: 10_001 }, () => one)])).toMatchObject({
      status: 3,
      message: '数据超过 10000 行，请拆分后导入',
    })
    expect((await list('agent2')).total).toBe(before)
  })
})
