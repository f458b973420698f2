import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { writeFacts } from '../facts.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
let [c01, c02] = [0, 0]
const code = new Map<number, string>()
beforeAll(async () => {
  t = await testApp({ clock })
  c01 = (await t.as('qy1').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  c02 = (await t.as('qy2').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  for (const { id, credit_code } of (await t.kernel.pool.query('select id, credit_code from company')).rows) code.set(id, credit_code)
  await withoutDemoRelation()
  await consent('qy1', '02')
  await consent('qy2', '02')
})
/** The demo has a relation that this test does not expect. */
async function withoutDemoRelation(): Promise<void> {
  const { rows } = await t.kernel.pool.query('delete from company_relation returning company_id')
  expect(rows).toEqual([{ company_id: c02 }])
  await t.kernel.pool.query(`update company_facts set facts = facts || '{"relatives": []}'`)
}
const consent = (who: string, authStatus: '01' | '02') => t.as(who).get('/ent/company/info/setEntExpansionInfoAuth', { authStatus })
const save = async (who: string, more: object = {}, companyId?: number) =>
  (
    await t.as(who).post(`/ent/company/relation/save${companyId === undefined ? '' : `?companyId=${companyId}`}`, {
      code: code.get(c02),
      name: '对方企业',
      kind: 'subsidiary',
      share: 80,
      since: '2024-01-01',
      ...more,
    })
  ).body
const list = async (who: string, companyId?: number) =>
  (await t.as(who).get('/ent/company/relation/list', companyId === undefined ? {} : { companyId })).body.data.list as {
    id: number
    version: number
    kind: string
    state: number
    counts: string | null
    allowed: string[]
    name: string
    evidence: string | null
  }[]
const answer = async (who: string, agreed: boolean, opinion = '', companyId?: number) => {
  const [row] = await list(who, companyId)
  const query = companyId === undefined ? '' : `?companyId=${companyId}`
  return (await t.as(who).post(`/ent/company/relation/examine${query}`, { id: row!.id, version: row!.version, agreed, opinion })).body
}
const end = async (who: string, reason = '', companyId?: number) => {
  const [row] = await list(who, companyId)
  const query = companyId === undefined ? '' : `?companyId=${companyId}`
  return (await t.as(who).post(`/ent/company/relation/end${query}`, { id: row!.id, version: row!.version, reason })).body
}
const relatives = async (companyId: number) =>
  (await t.kernel.pool.query('select facts from company_facts where company_id = $1', [companyId])).rows[0].facts.relatives as Record<
    string,
    unknown
  >[]
const notices = async (who: string) =>
  ((await t.as(who).get('/sys/notice/list', { pageSize: 50 })).body.data?.list ?? []) as { title: string; link: string | null }[]

/** Companies with a relation that waits for staff: in the list, and the number on the start page. */
const forStaff = async (who: string) => {
  const { list: found } = (await t.as(who).get('/company/info/list', { relation: 'forStaff', pageSize: 50 })).body.data
  const todos = (await t.as(who).get('/work/list')).body.data.list as { kind: string; count: number; to: string }[]
  const todo = todos.find(({ kind }) => kind === 'company-relation-staff')
  if (todo) expect(todo.to).toBe('/work/EnterprisesList?relation=forStaff')
  return [(found as { id: number }[]).map(({ id }) => id), todo?.count]
}

describe('关联企业', () => {
  it('is refused for the company itself, future or reversed dates, staff without evidence, and users who keep no archives', async () => {
    expect((await save('qy1', { code: code.get(c01) })).fields).toMatchObject([{ path: 'code', message: '不能填写本企业' }])
    expect((await save('qy1', { since: '2026-11-22' })).fields).toMatchObject([{ path: 'since' }])
    expect((await save('qy1', { until: '2023-12-31' })).fields).toMatchObject([{ path: 'until' }])
    expect((await save('front1', {}, c01)).fields).toMatchObject([{ path: 'evidence' }])
    for (const who of ['gr1', 'dept1']) expect((await save(who, { evidence: '年报' }, c01)).code).toBe('FORBIDDEN')
    expect((await save('qy1', {}, c02)).code).toBe('NOT_FOUND')
    expect(await relatives(c01)).toEqual([])
  })

  it('waits for the other company, which gets a notice and a to-do; the party that entered it cannot confirm it', async () => {
    expect((await save('qy1')).success).toBe(true)
    expect((await save('qy1')).fields).toMatchObject([{ path: 'code', message: '已登记，等待确认' }])
    expect((await save('qy2', { code: code.get(c01) })).fields).toMatchObject([{ path: 'code', message: '已登记，等待确认' }])
    expect((await list('qy1'))[0]).toMatchObject({ kind: 'subsidiary', state: 0, counts: null, allowed: ['withdraw'] })
    expect((await list('qy2'))[0]).toMatchObject({ kind: 'parent', state: 0, allowed: ['confirm', 'refuse'] })
    expect((await answer('qy1', true)).code).toBe('FORBIDDEN')
    expect(await relatives(c01)).toEqual([])
    const todos = (await t.as('qy2').get('/work/list')).body.data
    expect(JSON.stringify(todos)).toContain('关联企业待确认')
    expect((await notices('qy2')).map(({ title }) => title).join()).toContain('的关联关系，请确认')
  })

  it('after confirmation, each company’s figures count for the other, without persons and lists', async () => {
    expect((await answer('qy2', true)).success).toBe(true)
    const [row] = await relatives(c01)
    const facts = (await t.kernel.pool.query('select facts from company_facts where company_id = $1', [c02])).rows[0].facts
    expect(row).toMatchObject({
      relation: 'subsidiary',
      memberShare: 80,
      since: '2024-01-01',
      until: '9999-12-31',
      revenueY1: facts.revenueY1,
    })
    expect(Object.keys(row!).filter((key) => ['legalPerson', 'contactPhone', 'support', 'relatives'].includes(key))).toEqual([])
    expect((await relatives(c02))[0]).toMatchObject({ relation: 'parent' })
    expect((await list('qy1'))[0]).toMatchObject({ state: 1, counts: 'counted', allowed: ['stop'] })
    expect((await notices('qy1')).map(({ title }) => title).join()).toContain('的关联关系已确认')
  })

  it('follows each changed figure of the other company, without a new version of its own', async () => {
    const version = async () => (await t.kernel.pool.query('select version from company where id = $1', [c01])).rows[0].version
    const before = await version()
    await writeFacts(t.kernel, t.kernel.db, c02, [{ key: 'revenueY1', value: 4321, source: '税务', asOf: null }], null)
    expect((await relatives(c01))[0]).toMatchObject({ revenueY1: 4321 })
    expect(await version()).toBe(before)
    await writeFacts(t.kernel, t.kernel.db, c01, [{ key: 'employees', value: 77, source: '企业填报', asOf: null }], null)
    expect((await relatives(c01))[0]).toMatchObject({ revenueY1: 4321 })
    expect((await relatives(c02))[0]).toMatchObject({ employees: 77 })
  })

  it('without the other company’s consent its figures are gone at once, and the relation stays', async () => {
    await consent('qy2', '01')
    expect(await relatives(c01)).toEqual([
      {
        memberName: expect.any(String),
        memberData: 'noConsent',
        relation: 'subsidiary',
        memberShare: 80,
        since: '2024-01-01',
        until: '9999-12-31',
      },
    ])
    expect((await list('qy1'))[0]).toMatchObject({ counts: 'noConsent' })
    await consent('qy2', '02')
    expect((await relatives(c01))[0]).toMatchObject({ revenueY1: 4321 })
  })

  it('is ended by either company, for both, and both are notified', async () => {
    expect((await end('qy1')).success).toBe(true)
    expect([await relatives(c01), await relatives(c02)]).toEqual([[], []])
    expect((await list('qy2'))[0]).toMatchObject({ state: 3, allowed: [], until: '2026-11-21' })
    expect((await notices('qy2')).map(({ title }) => title).join()).toContain('的关联关系已结束')
  })

  it('refused by the other company it counts nowhere; a missing reason is reported at its field', async () => {
    expect((await save('qy1', { kind: 'common', share: null })).success).toBe(true)
    expect((await answer('qy2', false)).fields).toMatchObject([{ path: 'opinion' }])
    expect((await answer('qy2', false, '没有股权关系')).success).toBe(true)
    expect((await list('qy1'))[0]).toMatchObject({ state: 2, allowed: [] })
    expect(await relatives(c01)).toEqual([])
  })

  it('with a company outside the platform staff confirm it with evidence; its figures count as missing', async () => {
    const absent = '91339999MAEG20009Y'
    expect((await save('qy1', { code: absent, name: '外地母公司', kind: 'parent', share: null })).success).toBe(true)
    expect((await notices('front1')).map(({ title }) => title).join()).toContain('登记的关联企业未入驻平台')
    await eventually(async () => expect(await forStaff('front1')).toEqual([[c01], 1]))
    expect(await forStaff('dept1')).toEqual([[c01], undefined])
    expect((await answer('front1', true, '', c01)).fields).toMatchObject([{ path: 'opinion' }])
    expect((await answer('leader1', true, '营业执照', c01)).code).toBe('FORBIDDEN')
    expect((await answer('front1', true, '股东名册', c01)).success).toBe(true)
    expect((await list('qy1'))[0]).toMatchObject({ state: 1, counts: 'absent', name: '外地母公司' })
    await eventually(async () => expect(await forStaff('front1')).toEqual([[], undefined]))
    expect(await relatives(c01)).toMatchObject([{ memberName: '外地母公司', relation: 'parent', memberData: 'absent' }])
    expect((await end('front1', '', c01)).fields).toMatchObject([{ path: 'reason' }])
    expect((await end('front1', '录入有误', c01)).success).toBe(true)
    expect(await relatives(c01)).toEqual([])
  })

  it('entered by staff it is confirmed by another party; the companies do not see the evidence of staff', async () => {
    expect((await save('front1', { evidence: '工商登记' }, c01)).success).toBe(true)
    expect((await answer('front1', true, '工商登记', c01)).code).toBe('OWN_WORK')
    expect((await list('front1', c01))[0]).toMatchObject({ evidence: '工商登记' })
    expect((await list('qy2'))[0]).toMatchObject({ evidence: null, allowed: ['confirm', 'refuse'] })
    expect((await answer('qy1', true)).success).toBe(true)
    expect(await relatives(c02)).toHaveLength(1)
    await end('qy2')
  })
})
