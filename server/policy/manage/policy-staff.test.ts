import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { Document, HeadingLevel, ImageRun, Packer, Paragraph } from 'docx'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, movableClock, today } from '../../kernel/clock.ts'
import { removeFiles } from '../../kernel/files/files.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { readSheet } from '../../kernel/sheet/read.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { expectedOfDomains } from '../../kernel/testing/domain-expectations.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { multipart, pdf, png, xlsx } from '../../kernel/testing/samples.ts'
import { timeline } from '../../kernel/flow-log.ts'
import type { ImportState } from '../../../contract/imports.ts'
import { importTitles } from '../../../contract/policy/documents.ts'
import { documentFlow } from '../document/flow.ts'
import { HOT_WORD_JOB } from '../home/hot-words.ts'
import { addHomeParts } from '../home/view.ts'
import { homeFigure, homeList } from '../../kernel/public/home.ts'
import { invoke } from '../../kernel/implement.ts'
import type { Call } from '../../kernel/kernel.ts'
import { homeData, type HomeView } from '../../../contract/policy/home.ts'
import { formFault, LINK_JOB } from '../link-check.ts'
import { policyDraft } from '../testing/draft.ts'
import { reviewAsItStands } from '../testing/moves.ts'

let app: TestApp
const clock = movableClock(new Date())
beforeAll(async () => {
  app = await testApp({ clock, env: { POLICY_REVIEW: '1' } })
})
const send = (who: string, url: string, file: { name: string; content: Buffer }, fields: Record<string, string> = {}) =>
  app.as(who).send({ method: 'POST', url, ...multipart(file, fields) })
const upload = async (name: string, content: Buffer, who = 'editor1') =>
  (await send(who, '/files/upload', { name, content })).body.data.filePath as string
const opens = async (filePath: string, who: string | null = null) =>
  !String((await app.as(who).get('/files/download', { filePath })).headers['content-type']).includes('json')

describe('policy labels', () => {
  const save = (body: object, who = 'editor1') => app.as(who).post('/admin/policy/label/save', body)
  const all = async (who: string | null, query: Record<string, unknown> = {}) =>
    (await app.as(who).get('/admin/policy/label/list', query)).body.data.list as any[]

  it('are refused to others, without a name, twice under one parent, under themselves, and below the third level', async () => {
    for (const who of ['leader1', 'front1', 'qy1']) expect((await save({ labelName: '甲' }, who)).body.code, who).toBe('FORBIDDEN')
    expect((await save({ labelName: ' ' })).body.fields![0]!.path).toBe('labelName')
    expect((await save({ labelName: '甲', parentId: 999 })).body.fields![0]!.path).toBe('parentId')
    const one = (await save({ labelName: '层一' })).body.data.id as number
    const two = (await save({ labelName: '层二', parentId: one })).body.data.id as number
    const three = (await save({ labelName: '层三', parentId: two })).body.data.id as number
    expect((await save({ labelName: '层四', parentId: three })).body.fields![0]!.message).toBe('标签最多 3 级')
    expect((await save({ id: one, labelName: '层一', parentId: three })).body.fields![0]!.path).toBe('parentId')
    expect((await save({ labelName: '层二', parentId: one })).body.fields![0]!.message).toBe('同级已有这个标签')
    expect((await app.as('editor1').form('/admin/policy/label/delete', { id: String(one) })).body.code).toBe('IN_USE')
    expect((await app.as(null).get('/admin/policy/label/list', { pageSize: 101 })).status).toBe(400)
  })
  it('a change is refused when somebody else changed the label in the meantime', async () => {
    const { id } = (await save({ labelName: '两人同改' })).body.data
    const { version } = (await all('editor1', { labelName: '两人同改' }))[0]
    expect((await save({ id, version, labelName: '两人同改', order: 3 })).body.success).toBe(true)
    expect((await save({ id, version, labelName: '两人同改', order: 9 })).body.code).toBe('CONFLICT')
    expect((await all('editor1', { labelName: '两人同改' }))[0]).toMatchObject({ order: 3, version: version + 1 })
  })
  it('a disabled label and those under it are hidden from the public and shown to staff', async () => {
    const group = (await save({ labelName: '试验组' })).body.data.id as number
    const below = (await save({ labelName: '试验项', parentId: group })).body.data.id as number
    const seen = async (who: string | null) => (await all(who)).map((l) => l.id).filter((id) => id === group || id === below)
    expect(await seen(null)).toEqual([group, below].toSorted((a, b) => a - b))
    const toggle = (body: Record<string, string>) => app.as('editor1').form('/admin/policy/label/editEnableFlag', body)
    expect((await toggle({ id: String(group) })).body.data.enableFlag).toBe(0)
    expect(await seen(null)).toEqual([])
    expect(await seen('editor1')).toHaveLength(2)
    expect((await toggle({ id: String(group), enableFlag: '1' })).body.data.enableFlag).toBe(1)
    expect((await toggle({ id: '999999' })).body.code).toBe('NOT_FOUND')
  })
  it('labels linked to company tags list the companies with these tags, phones masked, to staff only', async () => {
    const tags = (await app.as('editor1').get('/admin/policy/label/selectPartTagInfo')).body.data as { id: number; tagName: string }[]
    expect(tags.length).toBeGreaterThan(0)
    const [{ n, tag_id }] = (await app.kernel.db
      .selectFrom('tag_company')
      .select(['tag_id', ({ fn }) => fn.countAll<number>().as('n')])
      .where('source', '<>', 'smart')
      .groupBy('tag_id')
      .orderBy('tag_id')
      .execute()) as [{ n: number; tag_id: number }]
    const { id } = (await save({ labelName: '对应企业', tagIds: [tag_id] })).body.data
    const ask = (who: string, body: object) => app.as(who).post('/admin/policy/label/selectCompanyInfoByLabel', body)
    expect((await ask('qy1', { labelIds: [id] })).body.code).toBe('FORBIDDEN')
    expect((await ask('editor1', { labelIds: [] })).status).toBe(400)
    const { data } = (await ask('editor1', { labelIds: [id], pageSize: 5 })).body
    expect(data.total).toBe(Number(n))
    expect(data.list[0].legalPersonPhone ?? '138****0000').toMatch(/^\d{3}\*{4}\d{4}$/)
    const free = (await save({ labelName: '没有对应' })).body.data.id
    expect((await ask('editor1', { labelIds: [free] })).body.data).toEqual({ total: 0, list: [] })
    await app.as('editor1').form('/admin/policy/label/delete', { id: String(id) })
  })
  it('belong to policies, filter the public list, and are not deleted while a policy has them', async () => {
    const label = (await all(null, { labelName: '绿色' }))[0]
    const saved = await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '带标签的政策', labelIds: [label.id] }))
    const { id, version } = saved.body.data
    const read = async () => (await app.as('editor1').get('/pol/info/findById', { id })).body.data
    expect((await read()).labels).toEqual([{ id: label.id, labelName: label.labelName }])
    expect((await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ labelIds: [999_999] }))).body.fields![0]!.path).toBe(
      'labelIds',
    )
    await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ id, version, policyTitle: '带标签的政策' }))
    expect((await read()).labels).toHaveLength(1)
    const { total } = (await app.as(null).get('/pol/my/list', { labelId: label.id, pageSize: 100 })).body.data
    expect(total).toBe(label.policyNum)
    expect(total).toBeGreaterThan(0)
    expect((await app.as('editor1').form('/admin/policy/label/delete', { id: String(label.id) })).body.msg).toContain('项政策使用该标签')
    const free = (await save({ labelName: '没人用' })).body.data.id
    expect((await app.as('editor1').form('/admin/policy/label/delete', { id: String(free) })).body.data).toBe(true)
  })
})

describe('policy documents', () => {
  const doc = (over: object = {}) => ({ fileName: '实施细则.pdf', policyTitle: '技改补助', ...over })
  const save = (body: object, who = 'editor1') => app.as(who).post('/admin/policy/doc/save', body)
  const form = (who: string, name: string, id: number) => app.as(who).form(`/admin/policy/doc/${name}`, { id: String(id) })
  const versionOf = async (id: number) => (await app.as('leader1').get('/admin/policy/doc/findById', { id })).body.data.version as number
  const review = async (who: string, id: number, reviewState: string, reviewOpinion?: string) =>
    app.as(who).post('/admin/policy/doc/updateReviewState', { id, version: await versionOf(id), reviewState, reviewOpinion })

  it('are refused without the right, a file or a title, with a file of somebody else, and for an unknown policy', async () => {
    const filePath = await upload('细则.pdf', pdf(2000))
    expect((await save(doc({ filePath }), 'leader1')).body.code).toBe('FORBIDDEN')
    expect((await save(doc({ filePath: 'x' }))).body.fields![0]!.path).toBe('filePath')
    expect((await save(doc({ filePath, fileName: '' }))).body.fields![0]!.path).toBe('fileName')
    expect((await save(doc({ filePath, polInfoId: 999_999 }))).body.fields![0]!.path).toBe('polInfoId')
    expect((await save(doc({ filePath: await upload('别人的.pdf', pdf(2000), 'qy1') }))).body.code).toBe('NOT_FOUND')
  })
  it('are reviewed like policies; the file is public, and listed at its policy, only while the document is published', async () => {
    const policy = (await app.as(null).get('/policy/doc/policyDetail', { code: 'hnte' })).body.data
    const filePath = await upload('细则.pdf', pdf(2000))
    const { id } = (await save(doc({ filePath, polInfoId: policy.id, docNo: '云经信〔2026〕3号', publishDate: '2026-03-01' }))).body.data
    expect((await form('editor1', 'publish', id)).body.data.state).toBe(1)
    expect(await opens(filePath)).toBe(false)
    expect((await app.as('editor1').post('/admin/policy/doc/edit', { id, fileName: '偷改.pdf' })).body.code).toBe('STATE')
    expect((await review('editor1', id, 'pass')).body.code).toBe('FORBIDDEN')
    expect((await review('leader1', id, 'reject')).body.fields![0]!.path).toBe('reviewOpinion')
    expect((await review('leader1', id, 'pass')).body.success).toBe(true)
    expect((await review('leader1', id, 'reject', '退')).body.code).toBe('STATE')
    expect(await opens(filePath)).toBe(true)
    const shown = (await app.as(null).get('/policy/doc/policyDetail', { code: 'hnte' })).body.data.documents
    expect(shown).toEqual([{ id, fileName: '实施细则.pdf', filePath, docNo: '云经信〔2026〕3号', publishDate: '2026-03-01' }])
    expect((await app.as('editor1').get('/admin/policy/doc/deletePolicyFile', { id })).body.code).toBe('STATE')
    expect((await form('editor1', 'takeDown', id)).body.data.state).toBe(3)
    expect(await opens(filePath)).toBe(false)
    expect((await form('editor1', 'takeUp', id)).body.data.state).toBe(2)
    await form('editor1', 'takeDown', id)
    expect((await app.as('editor1').post('/admin/policy/doc/edit', { id, docNo: '云经信〔2026〕4号' })).body.data).toBe(true)
    expect((await app.as('editor1').get('/admin/policy/doc/findById', { id })).body.data).toMatchObject({
      stateName: '草稿',
      docNo: '云经信〔2026〕4号',
      fileName: '实施细则.pdf',
    })
  })
  it('are not changed while they are published, neither their words nor the file: taken down and changed, they are reviewed again', async () => {
    const policy = (await app.as(null).get('/policy/doc/policyDetail', { code: 'hnte' })).body.data
    const [filePath, other] = [await upload('已审.pdf', pdf(2000)), await upload('偷换.pdf', pdf(2100))]
    const { id } = (await save(doc({ fileName: '已审.pdf', filePath, polInfoId: policy.id }))).body.data
    await form('editor1', 'publish', id)
    await review('leader1', id, 'pass')
    const refused = { code: 'STATE', msg: '已上架的文件须先下架，修改后重新送审' }
    expect((await app.as('editor1').post('/admin/policy/doc/edit', { id, filePath: other })).body).toMatchObject(refused)
    const whole = async (over: object) => save(doc({ id, version: await versionOf(id), filePath, ...over }))
    expect((await whole({ filePath: other })).body).toMatchObject(refused)
    expect((await whole({ policyTitle: '偷改的标题' })).body).toMatchObject(refused)
    expect([await opens(filePath), await opens(other)]).toEqual([true, false])
    const shown = async () => (await app.as('editor1').get('/admin/policy/doc/findById', { id })).body.data
    expect((await shown()).allowed).toEqual(['takeDown'])

    await form('editor1', 'takeDown', id)
    expect((await app.as('editor1').post('/admin/policy/doc/edit', { id, filePath: other })).body.data).toBe(true)
    expect((await form('editor1', 'takeUp', id)).body.code).toBe('STATE')
    await form('editor1', 'publish', id)
    expect([await opens(other), (await shown()).stateName]).toEqual([false, '待审核'])
    await review('leader1', id, 'pass')
    expect([await opens(filePath), await opens(other)]).toEqual([false, true])
  })
  it('are not decided on an outdated version, nor by the person who submitted them', async () => {
    const { id } = (await save(doc({ filePath: await upload('过时.pdf', pdf(2000)) }))).body.data
    const seen = await versionOf(id)
    await form('editor1', 'publish', id)
    const decide = (who: string, body: object) =>
      app.as(who).post('/admin/policy/doc/updateReviewState', { id, reviewState: 'pass', ...body })
    expect((await decide('leader1', {})).body.fields![0]!.path).toBe('version')
    expect((await decide('leader1', { version: seen })).body.code).toBe('CONFLICT')
    const leader = await app.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'leader1').executeTakeFirstOrThrow()
    const submittedBy = (submitted_by: number | null) =>
      app.kernel.db.updateTable('policy_document').set({ submitted_by }).where('id', '=', id).execute()
    await submittedBy(leader.id)
    const own = await review('leader1', id, 'pass')
    await submittedBy(null)
    expect(own.body).toMatchObject({ code: 'OWN_WORK', msg: '不能审核本人经办的政策文件，请由其他人员审核' })
    expect((await review('leader1', id, 'pass')).body.data.state).toBe(2)
    const told = await timeline(app.kernel.db, documentFlow, id)
    expect(told.map((row) => [row.move, row.from_state, row.to_state, row.row_version])).toEqual([
      ['submit', '0', '1', 1],
      ['approve', '1', '2', 2],
    ])
  })
  it('are found by name and deleted with a GET', async () => {
    const filePath = await upload('申报指南.pdf', pdf(2000))
    const { id } = (await save(doc({ fileName: '申报指南%.pdf', filePath }))).body.data
    const found = async (fileName: string) =>
      (await app.as('leader1').get('/admin/policy/doc/listByFileName', { fileName })).body.data.list.map((d: any) => d.id)
    expect(await found('指南%')).toEqual([id])
    expect(await found('%')).toEqual([id])
    expect((await app.as('leader1').get('/admin/policy/doc/deletePolicyFile', { id })).body.code).toBe('FORBIDDEN')
    const gone = await app.as('editor1').get('/admin/policy/doc/deletePolicyFile', { id })
    expect(gone.body.data).toBe(true)
    expect(gone.headers['cache-control']).toContain('no-store')
    expect((await app.as('editor1').get('/admin/policy/doc/findById', { id })).body.code).toBe('NOT_FOUND')
    expect(await found('指南')).toEqual([])
  })
  it('are deleted one by one, also with a POST, unless they are in review or public; the file goes with them', async () => {
    const filePath = await upload('误传.pdf', pdf(2000))
    const { id } = (await save(doc({ fileName: '误传.pdf', filePath }))).body.data
    const remove = async (who: string | null, body: Record<string, string> = {}) =>
      (await app.as(who).form('/admin/policy/doc/delete', { id: String(id), ...body })).body
    expect((await remove(null)).code).toBe('UNAUTHENTICATED')
    for (const who of ['leader1', 'front1', 'qy1']) expect((await remove(who)).code, who).toBe('FORBIDDEN')
    expect((await remove('editor1', { id: '999999' })).code).toBe('NOT_FOUND')
    expect((await remove('editor1', { id: '甲' })).fields?.[0]?.path).toBe('id')
    expect((await remove('editor1', { version: '9' })).code).toBe('CONFLICT')
    await form('editor1', 'publish', id)
    expect((await remove('editor1')).code).toBe('STATE')
    expect((await review('leader1', id, 'reject', '重复')).body.success).toBe(true)
    expect(await opens(filePath, 'editor1')).toBe(true)
    expect((await remove('editor1')).data).toBe(true)
    for (const who of ['editor1', 'leader1'])
      expect((await app.as(who).get('/admin/policy/doc/findById', { id })).body.code, who).toBe('NOT_FOUND')
    expect((await app.as('leader1').get('/admin/policy/doc/listByFileName', { fileName: '误传' })).body.data.list).toEqual([])
    expect((await remove('editor1')).code).toBe('NOT_FOUND')
  })
  it('are deleted in a batch: those that cannot be deleted are named with the reason; an outdated version is refused', async () => {
    const ids: number[] = []
    for (const fileName of ['批量甲.pdf', '批量乙.pdf', '批量丙.pdf'])
      ids.push((await save(doc({ fileName, filePath: await upload(fileName, pdf(2000)) }))).body.data.id)
    const [a, b, c] = ids as [number, number, number]
    const remove = (who: string, chosen: number[]) => app.as(who).form('/admin/policy/doc/deleteBatch', { ids: chosen.join(',') })
    expect((await remove('leader1', ids)).body.code).toBe('FORBIDDEN')
    expect((await app.as('editor1').get('/admin/policy/doc/deletePolicyFile', { id: a, version: 9 })).body.code).toBe('CONFLICT')
    await form('editor1', 'publish', b)
    expect((await remove('editor1', [a, b, a, c, 999_999])).body.data).toEqual({
      successCount: 2,
      failCount: 2,
      list: [
        { id: a, name: '批量甲.pdf', ok: true, code: '', message: '' },
        { id: b, name: '批量乙.pdf', ok: false, code: 'STATE', message: '当前状态为“待审核”，不能删除' },
        { id: c, name: '批量丙.pdf', ok: true, code: '', message: '' },
        { id: 999_999, name: '', ok: false, code: 'NOT_FOUND', message: '该政策文件不存在或已被删除' },
      ],
    })
    const left = (await app.as('editor1').get('/admin/policy/doc/listByFileName', { fileName: '批量' })).body.data
    expect(left.list.map((d: any) => d.id)).toEqual([b])
    const written = await app.kernel.db.selectFrom('audit_log').select('object_id').where('action', '=', 'policyDocument.delete').execute()
    expect(written.map((row) => row.object_id)).toEqual(expect.arrayContaining([String(a), String(c)]))
  })
})

describe('policies from a sheet', () => {
  const titles = Object.values(importTitles)
  const line = (title: string, over: Partial<Record<keyof typeof importTitles, string>> = {}) => {
    const values = {
      title,
      docNo: '',
      depName: '县经信局',
      level: '区县级',
      area: '',
      supportModes: '资金补助、贷款贴息',
      industries: '',
      summary: '说明',
      applyFrom: '2026-03-01',
      applyTo: '2026/06/30',
      content: '第一条 支持对象\n第二条 <b>标准</b>',
      ...over,
    }
    return Object.keys(importTitles).map((key) => values[key as keyof typeof values])
  }
  const bring = async (rows: string[][], fields: Record<string, string> = {}, who = 'editor1') =>
    send(who, '/admin/policy/doc/import', { name: '政策.xlsx', content: await xlsx(rows) }, fields)
  const ended = async (rows: string[][], fields: Record<string, string>): Promise<ImportState> => {
    let state = (await bring(rows, fields)).body.data as ImportState
    await eventually(async () => {
      state = (await app.as('editor1').get('/import/progress', { taskId: state.taskId })).body.data
      expect(state.status).not.toBe(1)
    }, 18_000)
    return state
  }

  it('refuses other files, other columns and every wrong cell with its place, and imports nothing in part', async () => {
    expect((await bring([titles], {}, 'leader1')).body.code).toBe('FORBIDDEN')
    expect((await send('editor1', '/admin/policy/doc/import', { name: 'a.pdf', content: pdf(2000) })).status).toBe(400)
    expect(await ended([[...titles.slice(1), '标题'], line('甲')], {})).toMatchObject({
      status: 3,
      message: '表头有误：“政策标题”缺少此列，模板表头名称不可更改；“标题”模板中没有此列',
    })
    const rows = [titles, line('对的一行'), line('', { level: '乡级' }), line('日子反了', { applyTo: '2025-01-01' })]
    const wrong = await ended(rows, { mode: 'all' })
    expect(wrong).toMatchObject({ successCount: 0, failCount: 2 })
    expect(wrong.errors.map((e) => [e.row, e.column])).toEqual([
      [3, '政策标题'],
      [3, '政策级别'],
      [4, '申报截止'],
    ])
    expect((await app.as('editor1').get('/pol/info/list', { keyword: '对的一行' })).body.data.total).toBe(0)
  })
  it('imports the correct rows when asked to, once, as drafts that cannot be published before they have a rule', async () => {
    const rows = [titles, line('导入甲', { docNo: '云〔2026〕9号' }), line('导入乙'), line('错行', { supportModes: '现金' })]
    expect(await ended(rows, { dryRun: 'true' })).toMatchObject({ addedCount: 2, failCount: 1, sameCount: 0 })
    expect((await app.as('editor1').get('/pol/info/list', { keyword: '导入' })).body.data.total).toBe(0)
    expect(await ended(rows, {})).toMatchObject({ addedCount: 2, failCount: 1, sameCount: 0 })
    expect(await ended(rows, {})).toMatchObject({ addedCount: 0, failCount: 1, sameCount: 2 })
    const { list } = (await app.as('editor1').get('/pol/info/list', { keyword: '导入' })).body.data
    expect(list.map((p: any) => [p.policyTitle, p.stateName]).toSorted()).toEqual([
      ['导入乙', '草稿'],
      ['导入甲', '草稿'],
    ])
    const one = (await app.as('editor1').get('/pol/info/findById', { id: list[0].id })).body.data
    expect(one).toMatchObject({ applyTo: '2026-06-30', supportModeCodes: ['01', '02'], industries: ['*'] })
    expect(one.content).toBe('<p>第一条 支持对象</p><p>第二条 &lt;b&gt;标准&lt;/b&gt;</p>')
    expect((await app.as('editor1').form('/pol/info/publish', { id: String(one.id) })).body.code).toBe('INCOMPLETE')
  })
  it('has a template with these columns', async () => {
    const path = join(app.database.target.dataDir, 'template.xlsx')
    await writeFile(path, (await app.as(null).get('/files/downloadTemplate', { code: 'policy-import' })).raw)
    expect((await readSheet(path))[0]!.cells).toEqual(titles)
  })
})

describe('a Word text', () => {
  it('becomes clean text with its title and pictures; a file that is not Word is refused', async () => {
    const file = new Document({
      sections: [
        {
          children: [
            new Paragraph({ text: '云溪县技改补助办法', heading: HeadingLevel.HEADING_1 }),
            new Paragraph('第一条 支持对象'),
            new Paragraph({
              children: [new ImageRun({ type: 'png', data: await png(60, 40), transformation: { width: 60, height: 40 } })],
            }),
          ],
        },
      ],
    })
    const content = Buffer.from(await Packer.toBuffer(file))
    expect((await send('leader1', '/admin/policy/doc/readWord', { name: 'a.docx', content })).body.code).toBe('FORBIDDEN')
    expect((await send('editor1', '/admin/policy/doc/readWord', { name: 'a.docx', content: pdf(3000) })).status).toBe(400)
    expect((await send('editor1', '/admin/policy/doc/readWord', { name: 'a.pdf', content: pdf(3000) })).status).toBe(400)
    const { data } = (await send('editor1', '/admin/policy/doc/readWord', { name: '办法.docx', content })).body
    expect(data.title).toBe('云溪县技改补助办法')
    expect(data.html).toContain('<p>第一条 支持对象</p>')
    const key = /filePath=([0-9a-f]{32})/.exec(data.html)![1]!
    expect(await opens(key)).toBe(false)
    const { id } = (await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: data.title, content: data.html })))
      .body.data
    await app.as('editor1').form('/pol/info/publish', { id: String(id) })
    await reviewAsItStands(app, 'leader1', id, 'pass')
    expect(await opens(key)).toBe(true)
    await app.as('editor1').form('/pol/info/takeDown', { id: String(id) })
    expect(await opens(key)).toBe(false)
  })
})

describe('carousel', () => {
  const slide = (over: object = {}) => ({ title: '一图', alt: '蓝底白字的通知', position: 'tech', url: '/page/policyserver', ...over })
  const save = (body: object, who = 'editor1') => app.as(who).post('/admin/carousel/saveOrUpdate', body)
  const move = (name: string, id: number, who = 'editor1') => app.as(who).form(`/admin/carousel/${name}`, { id: String(id) })
  const shown = async () => (await app.as(null).get('/admin/carousel/list', { position: 'tech' })).body.data.list.map((s: any) => s.title)
  const picture = async () =>
    upload(
      '图.png',
      await sharp({ create: { width: 60, height: 20, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
    )

  it('is refused to others, without picture or description, with a script as link, and with a document as picture', async () => {
    const image = await picture()
    expect((await save(slide({ image }), 'leader1')).body.code).toBe('FORBIDDEN')
    for (const [over, path] of [
      [{ image, alt: '' }, 'alt'],
      [{ image: '' }, 'image'],
      [{ image, url: 'javascript:alert(1)' }, 'url'],
      [{ image, url: '//evil.example' }, 'url'],
      [{ image, url: '/page/nothing?id=1' }, 'url'],
      [{ image, position: 'nowhere' }, 'position'],
      [{ image, showFrom: '2026-02-02', showTo: '2026-02-01' }, 'showTo'],
      [{ image: await upload('a.pdf', pdf(2000)) }, 'image'],
    ] as const) {
      const { body } = await save(slide(over))
      expect(body.fields?.[0]?.path, JSON.stringify(over)).toBe(path)
    }
  })
  it('makes only allowed moves; a slide is public only while published and within its period, in the given order', async () => {
    const ids: number[] = []
    const images: string[] = []
    for (const title of ['甲', '乙', '丙']) {
      images.push(await picture())
      ids.push((await save(slide({ title, image: images.at(-1) }))).body.data.id)
    }
    const [a, b, c] = ids as [number, number, number]
    expect(await shown()).toEqual([])
    expect((await move('takeUp', a)).body).toMatchObject({ code: 'STATE', msg: expect.stringContaining('未发布') })
    for (const id of ids) expect((await move('publish', id)).body.data.state).toBe(1)
    expect(await shown()).toEqual(['甲', '乙', '丙'])
    expect(await opens(images[0]!)).toBe(true)
    const order = (body: object, who = 'editor1') => app.as(who).post('/admin/carousel/move', body)
    expect((await order({ id: a, direction: 'up' })).body.msg).toBe('已经排在最前')
    expect((await order({ id: a, direction: 'up', order: 2 })).status).toBe(400)
    await order({ id: c, direction: 'up' })
    expect(await shown()).toEqual(['甲', '丙', '乙'])
    await order({ id: b, order: 1 })
    expect(await shown()).toEqual(['乙', '甲', '丙'])
    expect((await move('delete', a)).body.code).toBe('STATE')
    expect((await move('offPublish', a)).body.data.state).toBe(2)
    expect(await opens(images[0]!)).toBe(false)
    expect((await move('publish', a)).body.data.state).toBe(1)
    await move('takeDown', a)
    expect(await shown()).not.toContain('甲')
    for (const who of ['leader1', 'op1', 'qy1']) expect((await move('takeUp', a, who)).body.code, who).toBe('FORBIDDEN')
    expect((await move('takeUp', 999_999)).body.code).toBe('NOT_FOUND')
    expect((await move('takeUp', a)).body.data.state).toBe(1)
    expect(await shown()).toContain('甲')
    expect(await opens(images[0]!)).toBe(true)
    expect((await move('takeUp', a)).body.code).toBe('STATE')
    await move('takeDown', a)
    expect(await opens(images[0]!)).toBe(false)
    expect((await move('delete', a)).body.data).toBe(true)
    const { version } = (await app.as('editor1').get('/admin/carousel/findById', { id: c })).body.data
    await save(slide({ id: c, version, title: '丙', image: images[2], showFrom: addDays(today(clock), 1) }))
    expect(await shown()).toEqual(['乙'])
    expect((await save(slide({ id: c, version, title: '旧版', image: images[2] }))).body.code).toBe('CONFLICT')
    expect((await app.as('editor1').get('/admin/carousel/list', { position: 'tech' })).body.data.total).toBe(2)
    expect((await app.as('editor1').get('/admin/carousel/list', { position: 'tech', shown: 1 })).body.data.total).toBe(1)
  })
  it('saves several new slides in their order, all or none', async () => {
    const batch = (slides: object[], who = 'editor1') => app.as(who).post('/admin/carousel/saveBatch', { position: 'policy', slides })
    const all = async () => (await app.as('editor1').get('/admin/carousel/list', { position: 'policy' })).body.data.list
    const before = (await all()).length
    const images = [await picture(), await picture()]
    const slides = images.map((image, i) => ({ title: `第${i + 1}张`, alt: `图${i + 1}`, image }))
    expect((await batch(slides, 'leader1')).body.code).toBe('FORBIDDEN')
    expect((await batch([])).body.fields![0]).toEqual({ path: 'slides', message: '请上传图片' })
    expect((await batch([slides[0]!, { ...slides[1]!, alt: ' ' }])).body.fields![0]).toEqual({
      path: 'slides.1.alt',
      message: '请输入图片说明',
    })
    expect((await batch([slides[0]!, { ...slides[1]!, image: 'f'.repeat(32) }])).body.code).toBe('NOT_FOUND')
    expect((await all()).length).toBe(before)
    const { ids } = (await batch(slides.toReversed())).body.data
    expect((await all()).slice(before).map((s: any) => [s.id, s.title, s.state])).toEqual([
      [ids[0], '第2张', 0],
      [ids[1], '第1张', 0],
    ])
  })
})

/** A visitor without a session, for whom a page is rendered. */
const visitor: Call = {
  actor: null,
  requestId: 'page',
  ip: '127.0.0.1',
  userAgent: 'test',
  cookies: {},
  setCookie: () => {},
  token: null,
  signal: AbortSignal.timeout(60_000),
}
describe('what the home page shows', () => {
  const view = async () => (await app.as(null).get('/pol/polDicValue/home')).body.data
  const rows = async (dictType: string) =>
    (await app.as('editor1').get('/pol/polDicValue/queryByPage', { dictType, pageSize: 50 })).body.data.list as any[]
  const edit = (row: any, over: object, who = 'editor1') =>
    app.as(who).post('/pol/polDicValue/edit', { id: row.id, label: row.label, value: row.value, ...over })

  it('is changed only by staff with the right, and only to valid values', async () => {
    const [entry] = await rows('entry')
    expect((await edit(entry, {}, 'leader1')).body.code).toBe('FORBIDDEN')
    expect((await edit(entry, { value: 'javascript:alert(1)' })).body.fields![0]!.path).toBe('value')
    expect((await edit(entry, { value: '/page/nothing' })).body.fields).toEqual([
      { path: 'value', message: '平台没有这个页面，请核对地址' },
    ])
    expect((await edit(entry, { label: '' })).body.fields![0]!.path).toBe('label')
    const add = (body: object) => app.as('editor1').post('/pol/polDicValue/add', body)
    expect((await add({ dictType: 'section', label: '新栏目', value: '' })).status).toBe(400)
    expect((await add({ dictType: 'hotPolicy', label: '推荐', value: '999999' })).body.fields![0]!.path).toBe('value')
    const [section] = await rows('section')
    expect((await app.as('editor1').form('/pol/polDicValue/delete', { id: String(section.id) })).body.code).toBe('IN_USE')
  })
  it('shows sections in the set order, figures from the policies, hot words, entries and recommended policies', async () => {
    const before = await view()
    expect(before.sections.map((s: any) => s.code)[0]).toBe('entries')
    const total = (await app.as(null).get('/pol/my/list', { outside: false })).body.data.total
    const more = '/page/policymarket/index?outside=false'
    expect(before.figures.find((f: any) => f.code === 'policyTotal')).toMatchObject({ value: total, unit: '项', more })
    const sections = await rows('section')
    await edit(
      sections.find((s) => s.code === 'hot'),
      { order: 0 },
    )
    await edit(
      sections.find((s) => s.code === 'figures'),
      { enableFlag: 0 },
    )
    await edit(
      (await rows('figure')).find((f) => f.code === 'openTotal'),
      { enableFlag: 0 },
    )
    const policy = (await app.as(null).get('/policy/doc/policyDetail', { code: 'hnte' })).body.data
    await app.as('editor1').post('/pol/polDicValue/add', { dictType: 'hotPolicy', label: '高企', value: String(policy.id) })
    await app.as('editor1').post('/pol/polDicValue/add', { dictType: 'hotWord', label: '首台套', value: '' })
    const after = await view()
    const codes = after.sections.map((s: any) => s.code)
    expect(codes.slice(0, 6)).toEqual(['hot', 'entries', 'closing', 'carousel', 'hotPolicy', 'newest'])
    const ofDomains = (await expectedOfDomains()).flatMap(({ homeSections = [] }) => homeSections)
    expect(codes.slice(6).toSorted()).toEqual(ofDomains.toSorted())
    expect(after.figures.map((f: any) => f.code)).not.toContain('openTotal')
    expect(after.hotWords).toContain('首台套')
    // A hot word without hits is no longer offered.
    await app.as('editor1').post('/pol/polDicValue/add', { dictType: 'hotWord', label: '龘靐齉爩', value: '' })
    expect((await view()).hotWords).toContain('龘靐齉爩')
    await runRecurring(app.kernel, HOT_WORD_JOB)
    expect((await view()).hotWords).toContain('首台套')
    expect((await view()).hotWords).not.toContain('龘靐齉爩')
    const word = (await rows('hotWord')).find((row) => row.label === '龘靐齉爩')
    expect(word).toMatchObject({ hits: 0, enableFlag: 1 })
    await app.as('editor1').post('/pol/polDicValue/edit', { id: word.id, label: '研发', value: '' })
    expect((await view()).hotWords).toContain('研发')
    const recommended = (of: any) => of.sections.find((s: any) => s.code === 'hotPolicy')?.rows
    expect(recommended(after).map((row: any) => row.url)).toEqual([`/page/policyserverdetail?id=${policy.id}`])
    await app.as('editor1').form('/pol/info/takeDown', { id: String(policy.id) })
    expect(recommended(await view())).toEqual([])
    await app.as('editor1').form('/pol/info/takeUp', { id: String(policy.id) })
  })
  it('a word, an entry or a recommended policy is deleted, and the home page no longer shows it', async () => {
    const add = async (body: object) => (await app.as('editor1').post('/pol/polDicValue/add', body)).body.data.id as number
    const remove = async (who: string | null, id: unknown) => (await app.as(who).form('/pol/polDicValue/delete', { id: String(id) })).body
    const policy = (await app.as(null).get('/policy/doc/policyDetail', { code: 'kjxzx' })).body.data
    const word = await add({ dictType: 'hotWord', label: '要删的词', value: '' })
    const entry = await add({ dictType: 'entry', label: '要删的入口', value: '/page/policymarket/index' })
    const recommended = await add({ dictType: 'hotPolicy', label: '要删的推荐', value: String(policy.id) })
    const shown = async () => {
      const now = await view()
      const urls = now.sections.find((s: any) => s.code === 'hotPolicy').rows.map((row: any) => row.url)
      return [
        now.hotWords.includes('要删的词'),
        JSON.stringify(now).includes('要删的入口'),
        urls.includes(`/page/policyserverdetail?id=${policy.id}`),
      ]
    }
    expect(await shown()).toEqual([true, true, true])
    expect((await remove(null, word)).code).toBe('UNAUTHENTICATED')
    for (const who of ['leader1', 'op1', 'qy1']) expect((await remove(who, word)).code, who).toBe('FORBIDDEN')
    expect((await remove('editor1', 999_999)).code).toBe('NOT_FOUND')
    expect((await remove('editor1', '甲')).fields?.[0]?.path).toBe('id')
    for (const id of [word, entry, recommended]) expect((await remove('editor1', id)).data).toBe(true)
    expect(await shown()).toEqual([false, false, false])
    expect((await remove('editor1', word)).code).toBe('NOT_FOUND')
    const logged = await app.kernel.db
      .selectFrom('audit_log')
      .select('object_id')
      .where('action', '=', 'homeValue.delete')
      .orderBy('id')
      .execute()
    expect(logged.map((row) => row.object_id)).toEqual([word, entry, recommended].map(String))
  })
  it('shows every change at once, also of a policy', async () => {
    const titles = async () => {
      const { sections } = (await invoke(app.kernel, homeData.view, { query: {} }, visitor)) as HomeView
      return sections.find(({ code }) => code === 'newest')!.rows.map(({ title }) => title)
    }
    const [first] = await titles()
    const { id } = await app.kernel.db.selectFrom('policy').select('id').where('title', '=', first!).executeTakeFirstOrThrow()
    await app.as('editor1').form('/pol/info/takeDown', { id: String(id) })
    expect(await titles()).not.toContain(first)
    await app.as('editor1').form('/pol/info/takeUp', { id: String(id) })
    expect(await titles()).toContain(first)
    const [word] = await rows('hotWord')
    await edit(word, { label: '新词' })
    expect(((await invoke(app.kernel, homeData.view, { query: {} }, visitor)) as HomeView).hotWords).toContain('新词')
    await edit({ ...word, label: '新词' }, { label: word.label })
  })
  it('new parts of a domain are added at the end and enabled; a part that fails does not affect the others', async () => {
    const { kernel } = app
    const row = { title: '关于申报的通知', url: '/page/note?id=1', note: '2026-11-01', cells: [], urgent: false }
    homeList(kernel, { code: 'notes', label: '通知公告', more: '/page/notes', rows: () => Promise.resolve([row]) })
    homeList(kernel, { code: 'broken', label: '读不出的', rows: () => Promise.reject(new Error('no')) })
    homeFigure(kernel, { code: 'noteTotal', label: '通知', unit: '条', value: () => Promise.resolve(7) })
    expect(() => homeList(kernel, { code: 'notes', label: '又一个', rows: () => Promise.resolve([]) })).toThrow('notes')
    expect((await view()).sections.map((s: any) => s.code)).not.toContain('notes')
    for (const _ of [1, 2]) await addHomeParts(kernel.db, kernel)
    const { sections, figures } = await eventually(async () => {
      const now = await view()
      expect(now.sections.map((s: any) => s.code)).toContain('notes')
      return now
    })
    expect(sections.slice(-2)).toEqual([
      { code: 'notes', label: '通知公告', more: '/page/notes', columns: [], rows: [row] },
      { code: 'broken', label: '读不出的', more: null, columns: [], rows: [] },
    ])
    expect(sections.filter((s: any) => s.code === 'notes')).toHaveLength(1)
    expect(figures.at(-1)).toEqual({ code: 'noteTotal', label: '通知', value: 7, unit: '条', more: null })
    await edit(
      (await rows('section')).find((s) => s.code === 'notes'),
      { label: '最新通知', order: 0 },
    )
    const named = (await view()).sections.map((s: any) => s.label)
    expect(named.indexOf('最新通知')).toBeLessThan(named.indexOf('快捷入口'))
    expect(named).toContain('最新通知')
  })
})

describe('issuing units', () => {
  const save = (body: object, who = 'editor1') => app.as(who).post('/pol/number/saveOrUpdate', body)
  it('need a name (M056), trim phone and contact, exist once a year, and count the policies really published', async () => {
    const year = Number(today(clock).slice(0, 4))
    expect((await save({ unitName: ' ', year })).body.fields![0]).toEqual({ path: 'unitName', message: '请输入发文单位名称' })
    expect((await save({ unitName: '县经信局', year, unitPhone: 'abc' })).body.fields![0]!.path).toBe('unitPhone')
    expect((await save({ unitName: '县经信局', year }, 'leader1')).body.code).toBe('FORBIDDEN')
    const unit = (await app.as('leader1').get('/pol/number/statistics')).body.data.names[0]
    const { id } = (await save({ unitName: unit, year, planned: 7, unitContact: ' 办公室 ', unitPhone: ' 0570-1234567 ' })).body.data
    expect((await save({ unitName: unit, year })).body.fields![0]!.path).toBe('unitName')
    const [row] = (await app.as('leader1').get('/pol/number/list', { unitName: unit })).body.data.list
    expect(row).toMatchObject({ id, unitContact: '办公室', unitPhone: '0570-1234567', planned: 7 })
    expect(row.published).toBeGreaterThan(0)
    const figures = (await app.as('leader1').get('/pol/number/statistics', { startTime: `${year}-01-01`, endTime: `${year}-12-31` })).body
      .data
    const at = figures.names.indexOf(unit)
    expect(figures.series.map((s: any) => s.data[at])).toEqual([row.published, 7])
    expect((await app.as('leader1').get('/pol/number/statistics', { startTime: '2026-02-01', endTime: '2026-01-01' })).status).toBe(400)
    expect((await app.as('editor1').form('/pol/number/delete', { id: String(id) })).body.data).toBe(true)
    expect((await app.as('editor1').form('/pol/number/delete', { id: String(id) })).body.code).toBe('NOT_FOUND')
  })
})

describe('the addresses of policies for companies', () => {
  it('return the same as the public list', async () => {
    const corp = await app.as(null).get('/corp/policy/list', { pageSize: 5 })
    const market = await app.as(null).get('/pol/my/list', { pageSize: 5 })
    expect(corp.body.data).toEqual(market.body.data)
    expect((await app.as(null).get('/corp/policy/findById', { code: 'hnte' })).body.data.code).toBe('hnte')
    expect((await app.as(null).get('/corp/policy/options', { type: 'colour' })).status).toBe(400)
    expect((await app.as(null).get('/corp/policy/options', { type: 'label' })).body.data.length).toBeGreaterThan(5)
    expect((await app.as('editor1').get('/corp/policy/statistics')).body.code).toBe('FORBIDDEN')
    const { names, series } = (await app.as('qy1').get('/corp/policy/statistics', { startTime: addDays(today(clock), -800) })).body.data
    expect(names).toHaveLength(series[0].data.length)
    const sum = series[0].data.reduce((a: number, b: number) => a + b, 0)
    expect(sum).toBe(
      (await app.as(null).get('/pol/my/list', { startTime: addDays(today(clock), -800), endTime: today(clock) })).body.data.total,
    )
  })
})

describe('attachments and links', () => {
  it('an address is checked by its form; addresses of inner networks are refused', () => {
    for (const bad of [
      'http://',
      'ftp://a.example',
      'http://localhost/x',
      'http://127.0.0.1',
      'http://[::1]/',
      'http://10.1.2.3',
      'http://192.168.0.8/',
      'http://172.20.1.1',
      'http://[::ffff:7f00:1]/',
      'http://server/x',
      'https://u:p@a.example',
      'http://169.254.169.254/latest',
    ])
      expect(formFault(bad), bad).not.toBeNull()
    for (const good of ['https://www.gov.cn/', 'http://a.example.com:8080/x?y=1', 'http://172.15.1.1/'])
      expect(formFault(good), good).toBeNull()
  })
  it('of a policy are checked at night and on demand; the editor is told which are broken', async () => {
    const filePath = await upload('附件.pdf', pdf(2000))
    const content = '<p><a href="http://localhost/a">内网</a><a href="https://www.gov.cn/">外网</a><a href="mailto:a@b.cn">信</a></p>'
    const { id } = (
      await app
        .as('editor1')
        .post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '查链接', content, attachments: [{ fileId: filePath }] }))
    ).body.data
    await app.as('editor1').form('/pol/info/publish', { id: String(id) })
    await reviewAsItStands(app, 'leader1', id, 'pass')
    expect((await app.as('leader1').post('/pol/info/checkLinks', { id })).body.code).toBe('FORBIDDEN')
    const faults = (list: any[]) => list.filter((l) => !l.ok).map((l) => [l.kind, l.reason])
    const now = (await app.as('editor1').post('/pol/info/checkLinks', { id })).body.data
    expect(now).toHaveLength(3)
    expect(faults(now)).toEqual([['link', '地址指向内部网络']])
    await removeFiles(app.kernel, [filePath])
    await runRecurring(app.kernel, LINK_JOB)
    const later = (await app.as('leader1').get('/pol/info/linkCheck', { id })).body.data
    expect(faults(later)).toEqual([
      ['attachment', '文件已不存在'],
      ['link', '地址指向内部网络'],
    ])
    const [listed] = (await app.as('editor1').get('/pol/info/list', { keyword: '查链接' })).body.data.list
    expect(listed.brokenLinks).toBe(2)
  })
})
