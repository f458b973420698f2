import { beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { actingFor } from '../../kernel/testing/acting.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import type { Person } from '../../kernel/testing/people.ts'

let t: TestApp
const root = '/imitate/match/log'
const consent = (who: Person, authStatus: '01' | '02') => who.get('/ent/company/info/setEntExpansionInfoAuth', { authStatus })
const share = async (who: Person, body: object = { useArchive: true, includeArchive: true }) =>
  (await who.post(`${root}/share`, { answers: { employees: 77 }, name: '给顾问看', ...body })).body.data.shareId as string
const opened = async (shareId: string, who: Person = t.as(null)) => (await who.get(`${root}/getMatchCount?logId=${shareId}`)).body
beforeAll(async () => {
  t = await testApp()
  await consent(t.as('qy1'), '02')
})

describe('企业的分享链接', () => {
  it('are seen and ended only by the company', async () => {
    const { person, company } = await actingFor(t, 'gr1', 'qy1')
    const shareId = await share(person)
    for (const who of ['qy2', 'gr1', 'front1', null] as const)
      expect(JSON.stringify((await t.as(who).get(`${root}/companyLinks`)).body)).not.toContain('给顾问看')
    const { list } = (await company.get(`${root}/companyLinks`)).body.data
    expect(list).toMatchObject([{ name: '给顾问看', archiveShared: true, makerName: '周小**' }])
    expect((await t.as('qy2').form(`${root}/endLink`, { id: list[0].id })).body.code).toBe('NOT_FOUND')
    expect((await opened(shareId)).success).toBe(true)
    expect((await company.form(`${root}/endLink`, { id: list[0].id })).body.data).toBe(true)
    expect((await opened(shareId)).code).toBe('NOT_FOUND')
    expect((await auditTrail(t.kernel, 'simulation.endLink')).map((row) => row.object_id)).toEqual([String(list[0].id)])
    expect((await company.get(`${root}/companyLinks`)).body.data.total).toBe(0)
  })

  it('end when the company withdraws its consent, and stay ended when it consents again', async () => {
    const shareId = await share(t.as('qy1'))
    expect((await opened(shareId)).data.archiveShared).toBe(true)
    await consent(t.as('qy1'), '01')
    expect((await opened(shareId)).code).toBe('NOT_FOUND')
    expect((await t.as(null).get(`/policy/doc/pagePolicySimulateList?logId=${shareId}`)).body.code).toBe('NOT_FOUND')
    await consent(t.as('qy1'), '02')
    expect((await opened(shareId)).code).toBe('NOT_FOUND')
  })

  it('end when the binding of the person who made them ends; earlier runs of that person are not readable any more', async () => {
    const { person, self, bindingId } = await actingFor(t, 'gr1', 'qy1')
    const shareId = await share(person)
    const kept = (await person.post(`${root}/improveCompanyInfoImitate`, { companyInfo: {}, useArchive: true, name: '本企业' })).body.data
      .logId
    const saved = (await person.post('/corp/policyCalculator/save', { answers: {}, useArchive: true, name: '本企业测算' })).body.data.id
    expect((await person.get(`${root}/listMy`)).body.data.total).toBe(2)
    // The person themselves, without the company, sees none of it, even while the binding is valid.
    const before = await self()
    expect((await before.get(`${root}/listMy`)).body.data.total).toBe(0)
    expect((await before.get(`${root}/getMatchCount?logId=${kept}`)).body.code).toBe('NOT_FOUND')
    expect((await t.as('qy1').form('/personal/company/delete', { id: String(bindingId) })).body.data).toBe(true)
    expect((await opened(shareId)).code).toBe('NOT_FOUND')
    const me = await self()
    expect((await me.get(`${root}/getMatchCount?logId=${kept}`)).body.code).toBe('NOT_FOUND')
    expect((await me.get('/corp/policyCalculator/listMy')).body.data.total).toBe(0)
    expect((await me.get(`/corp/policyCalculator/findById?id=${saved}`)).body.code).toBe('NOT_FOUND')
  })

  it('runs based on the archive are not readable while there is no consent', async () => {
    const qy = t.as('qy1')
    const kept = (await qy.post(`${root}/improveCompanyInfoImitate`, { companyInfo: { employees: 5 }, useArchive: true, name: '档案为底' }))
      .body.data.logId
    await qy.post('/corp/policyCalculator/save', { answers: {}, useArchive: true, name: '档案测算' })
    await consent(qy, '01')
    expect((await qy.get(`${root}/getMatchCount?logId=${kept}`)).body.code).toBe('NO_CONSENT')
    for (const path of [`${root}/listMy`, '/corp/policyCalculator/listMy'])
      expect(JSON.stringify((await qy.get(path)).body.data)).not.toContain('档案')
    await consent(qy, '02')
    expect((await qy.get(`${root}/getMatchCount?logId=${kept}`)).body.data.companyInfo).toEqual({ employees: 5 })
  })
})
