import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { policyDraft } from './testing/draft.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { POLICY_REVIEW: '0' } })
})
const save = (over: Record<string, unknown>) => app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft(over))
const bureau = { unitName: '云溪县经济和信息化局', unitContact: ' 陈明 ', unitPhone: ' 0570-5550101 ' }
const zone = { unitName: '云溪开发区管委会', unitAbbre: '开发区', unitContact: '李芳', unitPhone: '0570-5550102 转 3', unitType: 2 }

describe('发文单位与联系单位', () => {
  it('refuses units without name or of unknown type, and abbreviations except of undertaking units (V033, V034, M055, M056)', async () => {
    for (const [over, path, message] of [
      [{ issuingUnits: [] }, 'issuingUnits', '请输入发文单位名称'],
      [{ issuingUnits: [{ ...bureau, unitName: ' ' }] }, 'issuingUnits.0.unitName', '请输入发文单位名称'],
      [{ contactUnits: [{ ...zone, unitName: '' }] }, 'contactUnits.0.unitName', '请输入承办单位名称'],
      [{ contactUnits: [{ ...zone, unitType: 1 }] }, 'contactUnits.0.unitAbbre', '只有承办单位有简称'],
      [{ contactUnits: [{ ...zone, unitType: 9 }] }, 'contactUnits.0.unitType', '单位类型不正确'],
      [{ policyDepName: '' }, 'policyDepName', '请输入发文部门'],
    ] as const) {
      const { status, body } = await save(over)
      expect([status, body.fields]).toEqual([400, [{ path, message }]])
    }
  })
  it('are stored trimmed (V035, V036), give the issuing departments, and are shown on the public page', async () => {
    const saved = await save({ policyDepName: undefined, issuingUnits: [bureau, { unitName: '云溪县财政局' }], contactUnits: [zone] })
    const { id, version } = saved.body.data
    const read = async () => (await app.as('editor1').get('/pol/info/findById', { id })).body.data
    expect(await read()).toMatchObject({
      policyDepName: '云溪县经济和信息化局、云溪县财政局',
      issuingUnits: [
        { unitName: '云溪县经济和信息化局', unitContact: '陈明', unitPhone: '0570-5550101' },
        { unitName: '云溪县财政局', unitContact: '', unitPhone: '' },
      ],
      contactUnits: [zone],
    })
    expect((await app.as('leader1').form('/pol/info/publish', { id: String(id) })).body.code).toBe('FORBIDDEN')
    expect((await app.as('editor1').form('/pol/info/publish', { id: String(id), version: String(version) })).body.success).toBe(true)
    const shown = (await app.as(null).get('/policy/doc/policyDetail', { id })).body.data
    expect(shown).toMatchObject({ contactUnits: [zone], issuingUnits: [{ unitContact: '陈明' }, {}] })
    // Contact units that are not sent stay unchanged; a text is split into units by its departments.
    const { version: now } = await read()
    await save({ id, version: now, policyDepName: '科技部、财政部（省级、市级认定机构组织）' })
    expect(await read()).toMatchObject({
      issuingUnits: [{ unitName: '科技部' }, { unitName: '财政部（省级、市级认定机构组织）' }],
      contactUnits: [zone],
    })
  })
})
