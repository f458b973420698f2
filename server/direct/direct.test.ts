import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock, today } from '../kernel/clock.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const clock = movableClock(new Date())
let t: TestApp
const company: Record<'qy1' | 'qy2', number> = { qy1: 0, qy2: 0 }
const policy: Record<string, number> = {}
const consentTo = (who: string, status: '01' | '02') => t.as(who).get(`/ent/company/info/setEntExpansionInfoAuth?authStatus=${status}`)

beforeAll(async () => {
  t = await testApp({ clock })
  for (const who of ['qy1', 'qy2'] as const) {
    await consentTo(who, '02')
    company[who] = (await t.as(who).get('/ent/company/info/queryCompanyIdByToken')).body.data
  }
  for (const p of await t.kernel.db.selectFrom('policy').select(['id', 'code']).execute()) policy[p.code] = p.id
})

let serial = 0
const form = (more: object = {}) => ({
  policyId: policy['demo-talent'],
  title: `引才补贴名单${++serial}`,
  year: 2026,
  asOf: today(clock),
  days: 5,
  ...more,
})
const save = async (more: object = {}, who = 'editor1') => (await t.as(who).post('/direct/list/saveOrUpdate', form(more))).body
const find = async (id: number, who = 'editor1') => (await t.as(who).get('/direct/list/findById', { id })).body
const rows = async (id: number, more: object = {}) =>
  (await t.as('editor1').get('/direct/list/rows', { listId: id, pageSize: 100, ...more })).body.data
const act = async (name: string, id: number, more: object = {}, who = 'editor1') =>
  (await t.as(who).post(`/direct/list/${name}`, { id, version: (await find(id)).data.version, ...more })).body
async function run(id: number, kind: 'preview' | 'frozen'): Promise<void> {
  expect(await act('run', id, { kind })).toMatchObject({ success: true })
  await eventually(async () =>
    expect((await t.as('editor1').get('/direct/list/progress', { id })).body.data).toMatchObject({ state: 'done' }),
  )
}
const rowOf = async (id: number, who: 'qy1' | 'qy2') =>
  ((await rows(id)).list as { id: number; companyId: number; state: string; amount: number }[]).find((r) => r.companyId === company[who])!

describe('免申即享：编制名单', () => {
  it('previews without keeping anything, then freezes companies with money and evidence', async () => {
    const { data } = await save({ budget: 1 })
    await run(data.id, 'preview')
    const before = (await find(data.id)).data
    expect(before).toMatchObject({ state: 'draft', listed: 0, figures: { kind: 'preview' } })
    expect(before.figures.listed).toBeGreaterThan(1)
    expect(before.figures.over).toBeCloseTo(before.figures.amount - 1)
    expect((await rows(data.id)).total).toBe(0)
    await run(data.id, 'frozen')
    const after = (await find(data.id)).data
    expect(after).toMatchObject({ state: 'frozen', listed: before.figures.listed, amount: before.figures.amount })
    expect(after.over).toBeCloseTo(before.figures.over)
    const row = await rowOf(data.id, 'qy2')
    expect(row).toMatchObject({ state: 'listed', amount: 11 })
    const detail = (await t.as('editor1').get('/direct/list/row', { id: row.id })).body.data
    expect(detail).toMatchObject({ intact: true, evidence: { judgement: { verdict: 'match' } } })
    expect(detail.evidence.facts).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'talentDoctor', source: expect.any(String) })]),
    )
    expect(await auditTrail(t.kernel, 'direct.freeze')).toHaveLength(1)
  })
})
