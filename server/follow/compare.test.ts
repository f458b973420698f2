import { beforeAll, describe, expect, it } from 'vitest'
import type { Comparison } from '../../contract/policy/compare.ts'
import { addDays, movableClock, today } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
let id: number
const clock = movableClock(new Date())
const policy = (over: Record<string, unknown> = {}) => ({
  policyTitle: '县级上云用数补助',
  policyDepName: '县经济和信息化局',
  level: '4',
  supportModes: ['01'],
  industries: ['*'],
  summary: '对上云用数的企业给予补助。',
  content: '<h2>支持内容</h2><p>一、每家企业补助20万元。</p><p>二、随时受理。</p>',
  applyFrom: today(clock),
  applyTo: addDays(today(clock), 30),
  rule: {
    // Nothing that the company could still improve: it meets the rule or not.
    closable: [],
    conditions: {
      all: [
        { id: 'c1', field: 'countyRegistered', op: 'eq', value: true, label: '在本县注册纳税' },
        { id: 'c2', field: 'equipmentInvestment', op: 'gte', value: 100_000, label: '设备投资不低于十亿元' },
      ],
    },
    benefits: [{ kind: 'fixed', name: '上云补助', amount: 20, unit: '万元', formula: '20 万元' }],
  },
  ...over,
})
beforeAll(async () => {
  t = await testApp({ clock })
  // Sets a known investment of qy2, independent of the demo.
  const { company_id } = await t.kernel.db
    .selectFrom('sys_user')
    .select('company_id')
    .where('user_name', '=', 'qy2')
    .executeTakeFirstOrThrow()
  await t.kernel.db
    .insertInto('company_fact')
    .values({ company_id: company_id!, field_key: 'equipmentInvestment', value: '500', source: '企业填报', as_of: null })
    .onConflict((c) => c.columns(['company_id', 'field_key']).doUpdateSet({ value: '500' }))
    .execute()
  const made = (await t.as('editor1').post('/pol/info/saveOrUpdate', policy())).body.data
  id = made.id
  const { version } = (await t.as('editor1').form('/pol/info/publish', { id: String(id) })).body.data
  const changed = policy({
    content: '<h2>支持内容</h2><p>一、每家企业补助50万元。</p><p>二、随时受理。</p><p>三、资金由县财政安排。</p>',
    versionNote: '放宽门槛，提高标准',
    rule: {
      closable: [],
      conditions: { all: [policy().rule.conditions.all[0]] },
      benefits: [{ kind: 'fixed', name: '上云补助', amount: 50, unit: '万元', formula: '50 万元' }],
    },
  })
  const saved = await t.as('editor1').post('/pol/info/saveOrUpdate', { ...changed, id, version })
  if (saved.body.data.versionNumber !== 2) throw new Error('the change did not make a second version')
})
const compare = (who: string | null, query: object) =>
  t.as(who).get<Comparison>('/pol/info/compareVersions', { id, from: 1, to: 2, ...query })
const effect = (who: string) => t.as(who).get('/pol/my/versionEffect', { id, from: 1, to: 2 })

describe('comparing two versions', () => {
  it('is refused for unknown versions and policies, and for a version with itself', async () => {
    expect((await compare(null, { to: 3 })).body).toMatchObject({ code: 'NOT_FOUND', msg: '该版本不存在' })
    expect((await compare(null, { id: 999_999 })).body.code).toBe('NOT_FOUND')
    expect((await compare(null, { to: 1 })).body).toMatchObject({ code: 'INVALID', fields: [{ path: 'to' }] })
    expect((await effect('gr1')).body.code).toBe('FORBIDDEN')
    expect((await effect('editor1')).body.code).toBe('FORBIDDEN')
  })
  it('shows the changes clause by clause', async () => {
    const { sections, to } = (await compare(null, {})).body.data
    const of = (key: string) => sections.find((s) => s.key === key)!
    expect(to).toMatchObject({ number: 2, note: '放宽门槛，提高标准', effectiveFrom: today(clock) })
    const changed = of('basics').rows.filter((r) => r.kind !== 'same')
    expect(changed.map((r) => r.after?.map((p) => p.text).join(''))).toEqual(['最高额度：50 万元'])
    expect(of('conditions').rows.filter((r) => r.kind !== 'same')).toMatchObject([{ kind: 'removed', after: null }])
    expect(of('benefits').rows).toMatchObject([
      {
        kind: 'changed',
        before: [{ text: '上云补助 · 标准：定额' }, { text: '20万元', mark: true }],
        after: [{}, { text: '50万元', mark: true }],
      },
      {
        kind: 'changed',
        before: [{ text: '上云补助 · 说明：' }, { text: '20', mark: true }, {}],
        after: [{}, { text: '50', mark: true }, {}],
      },
    ])
    expect(of('content').rows.map((r) => r.kind)).toEqual(['same', 'changed', 'same', 'added'])
  })
  it('shows a consenting company the effect on it, and other companies nothing of their archive', async () => {
    expect((await effect('qy2')).body.data).toEqual({
      consent: true,
      effect: {
        before: { verdict: 'nomatch', min: null, max: null },
        after: { verdict: 'match', min: 50, max: 50 },
        words: '由不符合变为符合，金额由无变为 50 万元',
        lost: [],
        won: ['项目设备（含软件）投资额（不含税）不低于100000万元'],
      },
    })
    expect((await effect('qy1')).body.data).toEqual({ consent: false, effect: null })
  })
  it('is only for users who manage policies when the policy is not published', async () => {
    await t.as('editor1').form('/pol/info/takeDown', { id: String(id) })
    expect((await compare(null, {})).body.code).toBe('NOT_FOUND')
    expect((await effect('qy2')).body.code).toBe('NOT_FOUND')
    expect((await compare('editor1', {})).body.success).toBe(true)
  })
})

describe('the chain of policies that replaced one another', () => {
  it('is ordered from the oldest to the newest, starting at any of them, and ends in case of a circle', async () => {
    const codes = ['zjtx-2022', 'zjtx-2026', 'cxx']
    const rows = await t.kernel.db.selectFrom('policy').select(['id', 'code']).where('code', 'in', codes).execute()
    const [a, b, c] = codes.map((code) => rows.find((r) => r.code === code)!.id) as [number, number, number]
    const next = (code: string, by: string | null) =>
      t.kernel.db.updateTable('policy').set({ superseded_by: by }).where('code', '=', code).execute()
    await next('zjtx-2022', 'zjtx-2026')
    await next('zjtx-2026', 'cxx')
    const chain = async (of: number) =>
      (await t.as(null).get('/pol/info/chain', { id: of })).body.data.map((p: { id: number; step: number }) => [p.id, p.step])
    expect(await chain(a)).toEqual([
      [a, 0],
      [b, 1],
      [c, 2],
    ])
    expect(await chain(c)).toEqual([
      [a, -2],
      [b, -1],
      [c, 0],
    ])
    await next('cxx', 'zjtx-2022')
    expect((await chain(b)).length).toBe(3)
    expect((await t.as(null).get('/pol/info/chain', { id: 999_999 })).body.code).toBe('NOT_FOUND')
  })
})
