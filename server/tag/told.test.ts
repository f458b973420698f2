import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportState } from '../../contract/imports.ts'
import { movableClock } from '../kernel/clock.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, pdf, xlsx } from '../kernel/testing/samples.ts'

interface Told {
  title: string
  body: string
  link: string | null
}
let t: TestApp
let c02: number
let code: string
beforeAll(async () => {
  t = await testApp({ clock: movableClock('2026-11-21T02:00:00Z') })
  c02 = (await t.as('qy2').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  code = (await t.as('front1').get('/dynamic/company/info/findById', { id: c02 })).body.data.code
})
/** The notices about this in a user’s inbox, newest first. */
const told = async (who: string, about: string) =>
  ((await t.as(who).get('/sys/notice/list', { pageSize: 50 })).body.data.list as Told[]).filter((n) => n.title.includes(about))

describe('标签变化告知企业', () => {
  const change = (path: string, tagId: number) =>
    t.as('editor1').post(`/company/tag/${path}`, { tagIds: [tagId], companyIds: [c02], reason: '内部备注' })
  const made = async (body: object) => (await t.as('editor1').post('/tag/info/save', body)).body.data.id as number

  it('not about a tag that the company may not see', async () => {
    const id = await made({ tagName: '内部关注', visible: false })
    await change('add', id)
    await change('remove', id)
    expect(await told('qy2', '内部关注')).toEqual([])
  })

  it('once when it is put on and once when it is taken off, without the reason of staff; not for a repetition', async () => {
    const id = await made({ tagName: '外贸骨干', visible: true })
    await change('add', id)
    await change('add', id)
    expect(await told('qy2', '外贸骨干')).toEqual([
      expect.objectContaining({ title: '贵企业新增标签“外贸骨干”', link: '/work/enterpriseArchive' }),
    ])
    await change('remove', id)
    await change('remove', id)
    const [off, on] = await told('qy2', '外贸骨干')
    expect(off!.title).toBe('贵企业的标签“外贸骨干”已取下')
    expect(on!.body + off!.body).not.toContain('内部备注')
    expect(await told('qy1', '外贸骨干')).toEqual([])
  })

  it('also when the tag itself is deleted', async () => {
    const id = await made({ tagName: '临时标签', visible: true })
    await change('add', id)
    await t.as('editor1').form('/tag/info/delete', { id: String(id) })
    expect((await told('qy2', '临时标签')).map((n) => n.title)).toEqual(['贵企业的标签“临时标签”已取下', '贵企业新增标签“临时标签”'])
  })

  it('also when a rule puts it on, for the companies that the rule found', async () => {
    const rules = { field: 'employees', op: 'gte', value: 0, label: '任何企业' }
    const { body } = await t.as('editor1').post('/tag/info/saveSmartTag', { tagName: '规则标签', visible: true, rules })
    expect(body.success).toBe(true)
    await eventually(async () => expect(await told('qy2', '规则标签')).toHaveLength(1), 20_000)
    expect((await told('qy2', '规则标签'))[0]!.body).toContain('按规则和贵企业档案判定')
    expect(await told('qy1', '规则标签')).toEqual([])
  })
})

describe('导入结束告知发起人', () => {
  const HEAD = ['统一社会信用代码', '企业名称', '标签名称', '操作', '原因']
  const send = async (rows: (string | null)[][], fields: Record<string, string> = {}) => {
    const { payload, headers } = multipart({ name: '标签.xlsx', content: await xlsx(rows) }, fields)
    let { data } = (await t.as('editor1').send<ImportState>({ method: 'POST', url: '/tag/info/import', payload, headers })).body
    await eventually(async () => {
      data = (await t.as('editor1').get<ImportState>('/import/progress', { taskId: data.taskId })).body.data
      expect(data.status).not.toBe(1)
    })
  }

  it('not for a dry run; for an import with the rows written and failed; only the user who started it', async () => {
    await t.as('editor1').post('/tag/info/save', { tagName: '导入告知', visible: true })
    const rows = [HEAD, [code, null, '导入告知', null, null], [code, null, '没有的标签', null, null]]
    await send(rows, { dryRun: 'true' })
    expect(await told('editor1', '导入')).toEqual([])
    await send(rows)
    expect(await told('editor1', '导入')).toEqual([
      expect.objectContaining({
        title: '导入完成：标签导入',
        body: '文件“标签.xlsx”共 2 行，写入 1 行（新增 1，更新 0，无变化 0），有误 1 行。',
      }),
    ])
    expect(await told('front1', '导入')).toEqual([])
    expect(await told('qy2', '导入告知')).toHaveLength(1)
  })

  it('reports that nothing was written, and why a file was refused as a whole', async () => {
    await send([HEAD, [code, null, '没有的标签', null, null]])
    expect((await told('editor1', '导入'))[0]).toMatchObject({ title: '导入没有写入：标签导入' })
    await send([['企业'], ['甲']])
    const [newest] = await told('editor1', '导入')
    expect(newest!.title).toBe('导入未完成：标签导入')
    expect(newest!.body).toContain('表头有误')
  })
})

describe('绑定告知双方', () => {
  const ask = async () => {
    const { payload, headers } = multipart({ name: '授权书.pdf', content: pdf(2000) })
    const file = (await t.as('gr1').send({ method: 'POST', url: '/files/upload', payload, headers })).body.data
    return (await t.as('gr1').post('/personal/company/save', { code, position: '财务负责人', proofFiles: [file] })).body.data.id as number
  }

  it('a request notifies the company and the examining staff, the answer the person, without the name of the official', async () => {
    const id = await ask()
    for (const who of ['qy2', 'front1']) expect(await told(who, '申请绑定'), who).toHaveLength(1)
    for (const who of ['gr1', 'qy1', 'editor1']) expect(await told(who, '申请绑定'), who).toEqual([])
    const person = (await told('qy2', '申请绑定'))[0]!.title
    expect(person).toMatch(/^.{1,3}\*+申请绑定/)
    await t.as('front1').post('/personal/company/examine', { id, version: 1, examineState: 2, opinion: '授权书未盖章' })
    const [refused] = await told('gr1', '绑定申请')
    expect(refused).toMatchObject({ title: expect.stringContaining('未通过'), link: '/work/personalCompany' })
    expect(refused!.body).toContain('授权书未盖章')
    expect(refused!.body).not.toContain('方芸')
  })

  it('an approval notifies the person; the end of a binding notifies only the other side', async () => {
    const id = await ask()
    await t.as('qy2').post('/personal/company/examine', { id, version: 1, examineState: 1 })
    expect((await told('gr1', '绑定申请'))[0]!.title).toContain('已通过')
    await t.as('gr1').form('/personal/company/delete', { id: String(id) })
    expect(await told('gr1', '已解除')).toEqual([])
    expect((await told('qy2', '已解除'))[0]!.title).toMatch(/^.{1,3}\*+与贵企业的绑定已解除$/)
  })
})

describe('撤回授权告知工作人员', () => {
  const answer = (authStatus: string) => t.as('qy2').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus })
  it('staff who keep archives, once; not for a first refusal, which withdraws nothing', async () => {
    await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '01' })
    expect(await told('front1', '撤回企业授权')).toEqual([])
    await answer('01')
    await answer('01')
    expect(await told('front1', '撤回企业授权')).toEqual([
      expect.objectContaining({ link: `/work/EnterprisesList/look?id=${c02}`, title: expect.stringMatching(/^“.+”已撤回企业授权$/) }),
    ])
    for (const who of ['editor1', 'leader1', 'qy2']) expect(await told(who, '撤回企业授权'), who).toEqual([])
  })
})
