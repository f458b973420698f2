import { beforeAll, describe, expect, it } from 'vitest'
import type { Figure, Monthly, TodoKind } from '../contract/work.ts'
import { today } from './kernel/clock.ts'
import { offersMonthly } from './kernel/offers/monthly.ts'
import { expectedOfDomains, type Expected } from './kernel/testing/domain-expectations.ts'
import { testApp, type TestApp } from './kernel/testing/harness.ts'
import { offersTodo } from './kernel/offers/todos.ts'

let t: TestApp
let stated: Expected[]
beforeAll(async () => {
  t = await testApp()
  stated = await expectedOfDomains()
})
const waiting = async (who: string) => {
  const { total, list } = (await t.as(who).get<{ total: number; list: TodoKind[] }>('/work/list')).body.data
  expect(total).toBe(list.reduce((n, todo) => n + (todo.count ?? 0), 0))
  return new Map(list.map((todo) => [todo.kind, todo]))
}
const total = async (who: string, path: string, query: Record<string, string | number> = {}) =>
  (await t.as(who).get<{ total: number }>(path, query)).body.data.total

describe('to-dos', () => {
  it('are for users who are logged in, and contain only kinds that are their work', async () => {
    expect((await t.as(null).get('/work/list')).status).toBe(401)
    expect((await t.as(null).get('/work/overview')).status).toBe(401)
    expect([...(await waiting('gr1')).keys()].sort()).toEqual(['market-answer', 'market-confirm'])
    expect([...(await waiting('admin1')).keys()]).toEqual([])
    expect([...(await waiting('front1')).keys()].sort()).toEqual([
      'allowance-publicise',
      'appeal',
      'binding',
      'consult',
      'declaration',
      'feedback',
    ])
    expect([...(await waiting('qy1')).keys()].sort()).toEqual([
      'company-relation',
      'market-answer',
      'market-confirm',
      'own-binding',
      'own-direct',
      'own-draft',
      'own-returned',
    ])
  })

  it('have the same count as the list to which they lead', async () => {
    const front = await waiting('front1')
    expect(front.get('declaration')).toMatchObject({ label: '待受理的申报', to: '/work/checkmanage' })
    expect(front.get('declaration')!.count).toBe(await total('front1', '/dec/declare/list', { todo: 'true' }))
    expect(front.get('consult')!.count).toBe(await total('front1', '/pol/consult/list', { replyState: 0 }))
    expect(front.get('binding')!.count).toBe(await total('front1', '/personal/company/list', { state: 0 }))
    expect(front.get('feedback')!.count).toBe(await total('front1', '/sys/feedback/list', { state: 0 }))
    for (const who of ['front1', 'dept1'])
      expect((await waiting(who)).get('appeal')!.count).toBe(await total(who, '/appeal/info/list', { forMe: 1 }))
    for (const { who, kind, list, query } of stated.flatMap(({ todos = [] }) => todos))
      expect((await waiting(who)).get(kind)?.count, kind).toBe(await total(who, list, query))
    expect((await waiting('agent1')).get('callback')!.count).toBe(await total('agent1', '/call/callback/list'))
    const leader = await waiting('leader1')
    expect(leader.get('late-callback')!.count).toBe(await total('leader1', '/call/callback/list', { overdue: 1 }))
    expect(leader.get('policy')!.count).toBe(await total('leader1', '/pol/info/list', { forReview: 1 }))
    expect(leader.get('direct-objection')!.count).toBe(await total('leader1', '/direct/list/list', { toAnswer: '1' }))
    expect(leader.get('direct')!.count).toBe(await total('leader1', '/direct/list/list', { forReview: 1 }))
    for (const [who, kind, step] of [
      ['front1', 'allowance-publicise', 'publicise'],
      ['fin1', 'allowance-pay', 'pay'],
      ['dept1', 'allowance-objection', 'objection'],
      ['dept1', 'allowance-confirm', 'confirm'],
    ] as const) {
      const todo = (await waiting(who)).get(kind)!
      expect(todo.to).toBe(`/work/subsidies?step=${step}`)
      expect(todo.count, kind).toBe(await total(who, '/allowance/list', { step }))
    }
    expect((await waiting('fin1')).get('allowance-pay')!.first!.list[0]).toMatchObject({
      title: expect.stringContaining('公司'),
      about: expect.stringMatching(/万元$/),
    })
    expect((await waiting('fin1')).get('allowance-pay')!.count, 'what may be paid is said to who pays').toBeGreaterThan(0)
    expect((await waiting('editor1')).get('direct-making')!.count).toBe(await total('editor1', '/direct/list/list', { waiting: '1' }))
    const dept = await waiting('dept1')
    expect(dept.get('allowance')!.count).toBe(await total('dept1', '/allowance/list', { state: 0 }))
    expect(dept.get('declaration')).toMatchObject({ label: '待审核的申报', to: '/work/govcheckmanage' })
    expect(dept.get('declaration')!.count).toBe(await total('dept1', '/dec/declare/list', { todo: 'true' }))
    for (const who of ['qy1', 'qy2']) {
      const own = await waiting(who)
      expect(own.get('own-returned')!.count).toBe(await total(who, '/dec/my/list', { state: 4 }))
      expect(own.get('own-draft')!.count).toBe(await total(who, '/dec/my/list', { state: 0 }))
      expect(own.get('own-direct')!.count).toBe(await total(who, '/direct/my/list', { waiting: '1' }))
      expect(own.get('own-binding')!.count).toBe(await total(who, '/personal/company/list', { state: 0 }))
    }
  })

  it('say since when the longest wait lasts, and how many are overdue, as their list does', async () => {
    const late = (await waiting('leader1')).get('late-callback')!
    const { list } = (await t.as('leader1').get('/call/callback/list', { overdue: 1, pageSize: 100 })).body.data
    expect(list.length).toBeGreaterThan(0)
    expect(late).toMatchObject({ count: list.length, overdue: list.length })
    expect(late.oldest).not.toBeNull()
    const all = (await waiting('agent1')).get('callback')!
    expect(all.overdue).toBe(list.length)
    // Whatever waits for staff has waited since some time.
    for (const who of ['leader1', 'front1', 'dept1', 'fin1', 'editor1', 'op1', 'op2', 'agent1', 'security1'])
      for (const [kind, { count, oldest }] of await waiting(who))
        expect(`${who} ${kind} ${(count ?? 0) > 0 && oldest === null}`).toBe(`${who} ${kind} false`)
  })

  it('of the office are more than one’s own: delegated and taken items belong to a colleague', async () => {
    const of = async (who: string, scope: string) => {
      const { list } = (await t.as(who).get<{ list: TodoKind[] }>('/work/list', { scope })).body.data
      return new Map(list.map((todo) => [todo.kind, todo]))
    }
    expect((await t.as('dept1').get('/work/list', { scope: 'all' })).status).toBe(400)
    const before = (await of('dept1', 'office')).get('declaration')!
    expect(before).toMatchObject({ group: '政策申报', people: [] })
    expect(before.count).toBe(await total('dept1', '/dec/declare/list', { todo: 'true' }))
    expect((await of('dept1', 'mine')).get('declaration')).toMatchObject({ count: 0, label: '我领取的申报' })

    const [one] = (await t.as('dept1').get('/dec/declare/list', { todo: 'true', sort: 'deadline', pageSize: 1 })).body.data.list
    const me = (await t.as('dept1').get('/dec/declare/reviewers', { id: one.id })).body.data.find((p: { name: string }) =>
      p.name.includes('江诚'),
    )
    const items = [{ id: one.id, version: one.version }]
    expect((await t.as('dept1').post('/dec/declare/assign', { items, userId: me.id })).body.data.list).toMatchObject([{ ok: true }])
    const mine = (await of('dept1', 'mine')).get('declaration')!
    expect(mine).toMatchObject({ count: 1, to: '/work/govcheckmanage?todo=&holder=mine' })
    expect(mine.oldest).toBe(mine.first!.list[0]!.since)
    expect(await total('dept1', '/dec/declare/list', { holder: 'mine' })).toBe(1)
    expect((await of('dept3', 'mine')).get('declaration')).toMatchObject({ count: 0 })
    expect((await of('dept3', 'office')).get('declaration')!.people).toEqual([{ name: '审核员 江诚', count: 1 }])
    await t.as('dept1').post('/dec/declare/assign', { items, userId: null })

    const editor = (await t.as('admin1').get('/sys/user/list', { name: 'editor1' })).body.data.list[0].id
    const { id: polInfoId } = (await t.as(null).get('/policy/doc/policyDetail', { code: 'demo-talent' })).body.data
    await t.as('gr1').form('/pol/my/getPolConsult', { consultContent: '博士后补贴怎样申请？', polInfoId: String(polInfoId) })
    const [question] = (await t.as('front1').get('/pol/consult/list', { replyState: 0 })).body.data.list
    expect((await t.as('front1').post('/pol/consult/passOn', { id: question.id, userId: editor })).body.success).toBe(true)
    expect((await of('editor1', 'mine')).get('consult')).toMatchObject({ count: 1, to: '/work/policyconsult?replyState=0&forMe=1' })
    expect((await of('front1', 'mine')).get('consult')).toMatchObject({ count: 0 })
    const office = (await of('front1', 'office')).get('consult')!
    expect(office.count).toBe(await total('front1', '/pol/consult/list', { replyState: 0 }))
    expect((await waiting('front1')).get('consult')!.count).toBe(office.count! - 1)
    // Items that belong to no person are not counted as one’s own.
    expect((await of('front1', 'mine')).has('feedback')).toBe(false)
  })

  it('name the first declarations as the list does, the next deadline first', async () => {
    const { first } = (await waiting('dept1')).get('declaration')!
    const listed = (await t.as('dept1').get('/dec/declare/list', { todo: 'true', sort: 'deadline', pageSize: 5 })).body.data.list
    expect(listed.length).toBeGreaterThan(0)
    expect(first!.list.map(({ id, title, about, deadline }) => ({ id, title, about, deadline }))).toEqual(
      listed.map((d: { id: number; companyName: string; projectName: string; deadline: string | null }) => ({
        id: d.id,
        title: d.companyName,
        about: d.projectName,
        deadline: d.deadline,
      })),
    )
  })

  it('have figures by state of what the user may see', async () => {
    const items = async (who: string) => (await t.as(who).get<{ items: Figure[] }>('/work/overview')).body.data.items
    const { byState } = (await t.as('leader1').get('/dec/declare/statistics')).body.data
    expect((await items('leader1')).slice(1).map((f) => [f.label, f.value])).toEqual(
      byState.map((s: { label: string; count: number }) => [s.label, s.count]),
    )
    expect(await items('qy1')).toEqual([])
  })

  it('have series by month of what the user may see; one that cannot be read is left out', async () => {
    const monthly = async (who: string, query = {}) => (await t.as(who).get<Monthly>('/work/statistics', query)).body
    expect((await t.as(null).get('/work/statistics')).status).toBe(401)
    for (const query of [
      { startTime: '2026-02-01', endTime: '2026-01-01' },
      { startTime: '2019-01-01', endTime: '2026-01-01' },
      { startTime: 'x' },
    ])
      expect((await t.as('leader1').get('/work/statistics', query)).status).toBe(400)
    expect((await monthly('qy1')).data.series).toEqual([])
    offersMonthly(t.kernel, { name: '读不出的', unit: '件', of: () => true, find: () => Promise.reject(new Error('no such table')) })
    const { names, series } = (await monthly('leader1')).data
    expect(names).toHaveLength(12)
    expect(names.at(-1)).toBe(today(t.kernel.clock).slice(0, 7))
    const known = [
      ['提交的申报', '件'],
      ['拨付的补贴', '万元'],
      ['企业诉求', '件'],
      ...stated.flatMap(({ monthly = [] }) => monthly),
      ['通话', '次'],
    ]
    expect(series.map(({ name, unit }) => `${name} ${unit}`).toSorted()).toEqual(known.map((one) => one.join(' ')).toSorted())
    expect((await monthly('front1')).data.series.map(({ name }) => name)).toContain('政策咨询')
    const sum = (name: string, of: Monthly) => of.series.find((s) => s.name === name)!.values.reduce((all, n) => all + n, 0)
    const all = (await monthly('leader1', { startTime: '2022-06-01' })).data
    const declared = async (who: string) => (await t.as(who).get('/dec/declare/list', { pageSize: 1 })).body.data.total
    expect(sum('提交的申报', all)).toBe(await declared('leader1'))
    expect(sum('提交的申报', (await monthly('dept1', { startTime: '2022-06-01' })).data)).toBe(await declared('dept1'))
    const paid = (await t.as('leader1').get('/allowance/list', { state: 3, pageSize: 100 })).body.data.list
    expect(sum('拨付的补贴', all)).toBeCloseTo(
      paid.reduce((n: number, a: { amount: number }) => n + a.amount, 0),
      4,
    )
    expect(sum('提交的申报', all)).toBeGreaterThan(0)
  })

  it('are returned for the other kinds when one cannot be read, which is then missing and not zero', async () => {
    const before = await waiting('front1')
    offersTodo(t.kernel, {
      kind: 'broken',
      group: '留言',
      of: (actor) => (actor.permissions.has('feedback:answer') ? { label: '读不出的事项', to: '/work/feedback' } : null),
      find: () => Promise.reject(new Error('no such table')),
    })
    const now = await waiting('front1')
    expect(now.get('broken')).toMatchObject({ label: '读不出的事项', count: null })
    now.delete('broken')
    expect([...now]).toEqual([...before])
    expect(() => offersTodo(t.kernel, { kind: 'broken', group: '', of: () => null, find: () => Promise.resolve(null) })).toThrow(/broken/)
  })
})
