import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../kernel/sheet/read.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { addFormVersion } from './form-versions.ts'

let t: TestApp
let projectId: number
let declarationId: number
let declareNo: string
beforeAll(async () => {
  t = await testApp()
  const { list } = (await t.as('front1').get('/dec/declare/list', { companyName: '鹿鸣', pageSize: 100 })).body.data
  ;({ id: declarationId, declareNo, projectId } = list[0])
})

/** The sheet as rows of text, header first. */
async function sheet(who: string, filters: object, columns?: string[]): Promise<string[][]> {
  const body = { bizType: 'declaration', filters, ...(columns ? { columns } : {}) }
  const { taskId } = (await t.as(who).post('/export/start', body)).body.data
  let filePath = ''
  await eventually(async () => {
    const { data } = (await t.as(who).get('/export/progress', { taskId })).body
    expect(data.status).toBe(2)
    filePath = data.filePath
  }, 15_000)
  const path = join(t.database.target.dataDir, `${taskId}.xlsx`)
  await writeFile(path, (await t.as(who).get('/files/download', { filePath })).raw)
  return (await readSheet(path)).map((row) => row.cells.map((cell) => String(cell ?? '')))
}

describe('导出申报数据', () => {
  it('is for users who read declarations; over several projects it contains only the fixed columns', async () => {
    expect((await t.as('editor1').post('/export/start', { bizType: 'declaration', filters: {} })).body.code).toBe('FORBIDDEN')
    expect((await sheet('front1', {}))[0]).toHaveLength(14)
  })

  it('of one project contains the submitted answers: figures, options in words, masked phones; also after a new form version', async () => {
    const detail = (await t.as('front1').get('/dec/declare/findById', { id: declarationId })).body.data
    const fields = detail.project.template.sections.flatMap((s: any) => s.fields) as {
      key: string
      label: string
      type: string
      options?: any[]
    }[]
    const answered = fields.filter((f) => detail.formData[f.key] !== undefined && detail.formData[f.key] !== null && f.type !== 'table')
    const template = structuredClone(detail.project.template)
    template.sections[0].fields.push({ key: 'laterAsked', label: '后来才问的', type: 'text', required: false })
    const { user } = {
      user: await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'editor1').executeTakeFirstOrThrow(),
    }
    await addFormVersion(t.kernel.db, projectId, template, user.id, t.kernel.clock.now())
    const [head, ...rows] = await sheet('front1', { projectId })
    const mine = rows.find((row) => row.includes(declareNo))!
    const told = (label: string) => mine[head!.findIndex((title) => title.replace(/（[^）]*）$/, '') === label || title === label)]
    expect(answered.length).toBeGreaterThan(3)
    for (const f of answered) {
      const value = detail.formData[f.key]
      const words = (v: unknown) =>
        typeof v === 'boolean' ? (v ? '是' : '否') : (f.options?.find((o) => o.value === v)?.label ?? String(v))
      expect([f.label, told(f.label)]).toEqual([f.label, Array.isArray(value) ? value.map(words).join('、') : words(value)])
    }
    expect(fields.some((f) => f.type === 'phone' && /\*\*/.test(told(f.label) ?? ''))).toBe(fields.some((f) => f.type === 'phone'))
    expect(head!.filter((title) => title === '后来才问的')).toHaveLength(1)
    expect(new Set(head).size).toBe(head!.length)
  })

  // Before: eight columns were shown and six exported, by id instead of in the order of the list, and the state was no filter.
  it('contains the columns of the list, the rows of its state, in its order', async () => {
    const listed = async (more: object) => (await t.as('front1').get('/dec/declare/list', { pageSize: 100, ...more })).body.data
    const columns = ['declareNo', 'companyName', 'projectName', 'amount', 'verdict', 'stateName', 'submitTime', 'deadline']
    expect((await sheet('front1', {}, columns))[0]).toEqual([
      '受理号',
      '企业名称',
      '申报项目',
      '申请金额（万元）',
      '核对结论',
      '状态',
      '提交时间',
      '期限',
    ])
    for (const more of [{}, { sort: '-deadline' }, { sort: 'amount' }, { sort: '-submitTime', state: 1 }]) {
      const { total, list } = await listed(more)
      const rows = (await sheet('front1', more, columns)).slice(1)
      expect(
        rows.map(([no]) => no),
        JSON.stringify(more),
      ).toEqual(list.map((row: { declareNo: string | null }) => row.declareNo ?? ''))
      const { body } = await t.as('front1').post('/export/scope', { bizType: 'declaration', filters: more })
      expect(body.data.total).toBe(total)
    }
    const verdicts = (await sheet('front1', {}, columns)).slice(1).map((row) => row[4])
    expect(
      verdicts.every((word) => word !== ''),
      verdicts.join(),
    ).toBe(true)
    const { body } = await t.as('front1').post('/export/start', { bizType: 'declaration', filters: { sort: 'declareNo' } })
    expect(body.code).toBe('INVALID')
  })
})
