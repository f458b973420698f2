import { read as readBook, utils } from '@e965/xlsx'
import { beforeAll, expect, it } from 'vitest'
import { blindIndex, sealPii } from '../kernel/access/pii.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, png } from '../kernel/testing/samples.ts'

let t: TestApp
const DAY = 86_400_000
const phones: Record<string, string> = { qy1: '15420000001', gr1: '15420000003' }
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '0' } })
  for (const [name, phone] of Object.entries(phones))
    await t.kernel.db
      .updateTable('sys_user')
      .set({ mobile: sealPii(t.kernel, phone), mobile_index: blindIndex(t.kernel, phone) })
      .where('user_name', '=', name)
      .execute()
})
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const post = async (who: string | null, what: string, body: object) => (await t.as(who).post(`/train/${what}`, body)).body
const get = async (who: string | null, what: string, query: Record<string, unknown> = {}) =>
  (await t.as(who).get(`/train/${what}`, query)).body
const words = (more: object = {}) => ({
  title: '节能诊断讲座',
  type: '讲座',
  enrolStartTime: at(-DAY),
  enrolEndTime: at(DAY),
  startTime: at(2 * DAY),
  endTime: at(2 * DAY + 10_800_000),
  place: '三楼会议室',
  maxNum: 1,
  units: [{ unitType: 1, unitName: '云溪县经济和信息化局（示例）', unitContact: '', unitPhone: '' }],
  ...more,
})
const questions = [
  { label: '是否需要午餐', type: 'boolean', required: true },
  { label: '想听什么', type: 'multiEnum', options: ['补贴', '技改', ''] },
  { label: '随车人数', type: 'integer' },
]
async function published(more: object = {}): Promise<number> {
  const saved = await post('editor1', 'activity/saveOrUpdate', words({ questions, ...more }))
  expect(saved, JSON.stringify(saved)).toMatchObject({ success: true })
  await t.as('editor1').form('/train/activity/publish', { id: String(saved.data.id) })
  return saved.data.id
}
const enrol = (who: string, id: number, answers?: object) =>
  post(who, 'activity/enrol', { id, contact: '林小满', phone: phones[who], ...(answers ? { answers } : {}) })

it('invalid questions are refused at their field', async () => {
  const fault = async (list: object[]) => (await post('editor1', 'activity/saveOrUpdate', words({ questions: list }))).fields?.[0]
  expect(await fault([{ label: ' ', type: 'text' }])).toEqual({ path: 'questions.0.label', message: '请输入问题' })
  expect(await fault([{ label: '场次', type: 'enum', options: ['上午', ' '] }])).toEqual({
    path: 'questions.0.options',
    message: '至少两个选项，每行一个',
  })
  expect(await fault([{ label: '场次', type: 'enum', options: ['上午', '上午'] }])).toMatchObject({ message: '选项重复' })
  expect(await fault([{ label: '场次', type: 'text', options: ['上午', '下午'] }])).toMatchObject({ message: '只有单选和多选有选项' })
  expect(await fault([{ label: '电话', type: 'phone' }])).toMatchObject({ path: 'questions.0.type' })
  expect(await fault([questions[0]!, questions[0]!])).toMatchObject({ path: 'questions.1.label' })
  expect(await fault(Array.from({ length: 13 }, (_, n) => ({ label: `问题${n}`, type: 'text' })))).toMatchObject({ path: 'questions' })
})

it('whoever enrols answers the questions; only the participant and the publisher read the answers', async () => {
  const id = await published()
  const seen = (await get(null, 'activity/findById', { id })).data
  expect(seen.questions).toEqual([
    { key: 'q1', label: '是否需要午餐', type: 'boolean', required: true, options: [] },
    { key: 'q2', label: '想听什么', type: 'multiEnum', required: false, options: ['补贴', '技改'] },
    { key: 'q3', label: '随车人数', type: 'integer', required: false, options: [] },
  ])
  expect((await enrol('gr1', id)).fields).toEqual([{ path: 'answers.q1', message: '请选择是否需要午餐' }])
  expect((await enrol('gr1', id, { q1: 'yes' })).fields).toEqual([{ path: 'answers.q1', message: '应为是或否' }])
  expect((await enrol('gr1', id, { q1: true, q2: ['免费'] })).fields).toEqual([{ path: 'answers.q2', message: '请从选项中选择' }])
  expect((await enrol('gr1', id, { q1: true, q3: 1.5 })).fields).toEqual([{ path: 'answers.q3', message: '应为整数' }])
  expect((await enrol('gr1', id, { q1: true, q9: 'x' })).fields).toEqual([
    { path: 'answers.q9', message: '这个问题已经修改，请刷新页面后再报名' },
  ])
  // A code is used up once: what is missing is said before it is looked at.
  const another = { id, contact: '林小满', phone: '15420000009', verifyCode: '123456' }
  expect((await post('gr1', 'activity/enrol', another)).fields).toEqual([{ path: 'answers.q1', message: '请选择是否需要午餐' }])
  expect((await post('gr1', 'activity/enrol', { ...another, answers: { q1: true } })).fields).toMatchObject([{ path: 'verifyCode' }])
  expect(await enrol('gr1', id, { q1: true, q2: ['补贴', '技改'] })).toMatchObject({ success: true })
  expect(await enrol('qy1', id, { q1: false, q3: 2 })).toMatchObject({ success: true, data: { waiting: 1 } })
  const answers = [
    { label: '是否需要午餐', words: '是' },
    { label: '想听什么', words: '补贴、技改' },
  ]
  expect((await get('gr1', 'activity/findById', { id })).data.mine[0].answers).toEqual(answers)
  expect((await get('editor1', 'activity/listEnrol', { id })).data.list[0].answers).toEqual(answers)
  for (const who of ['qy1', 'gr1', 'dept1']) expect((await get(who, 'activity/listEnrol', { id })).success, who).toBe(false)
  // In the copy of the person's own data they are words, too.
  const { columns, rows } = (await t.as('gr1').get('/sys/account/dataRows', { key: 'train_enrol' })).body.data
  expect(rows[0][columns.indexOf('报名问题')]).toBe('是否需要午餐：是；想听什么：补贴、技改')
  // The stored value is encrypted.
  const { answers: kept } = await t.kernel.db
    .selectFrom('train_enrol')
    .select('answers')
    .where('activity_id', '=', id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(kept).toMatch(/^s1\./)
})

/** Saves these questions over what the activity asks now; answers what it asks then. */
async function asks(id: number, next: object[]) {
  const { standing, enrolStartTime, enrolEndTime, startTime, endTime } = (await get('editor1', 'activity/findById', { id })).data
  const times = { enrolStartTime, enrolEndTime, startTime, endTime }
  const saved = await post('editor1', 'activity/saveOrUpdate', {
    ...words({ questions: next, maxNum: 5 }),
    ...times,
    id,
    version: standing.version,
  })
  expect(saved, JSON.stringify(saved)).toMatchObject({ success: true })
  return (await get(null, 'activity/findById', { id })).data.questions as { key: string; label: string }[]
}
const gone = (key: string) => [{ path: `answers.${key}`, message: '这个问题已经修改，请刷新页面后再报名' }]

it('a changed list of questions leaves earlier answers as they were asked, and never mixes them up', async () => {
  const id = await published({ maxNum: 5 })
  expect(await enrol('gr1', id, { q1: true })).toMatchObject({ success: true })
  const cars = { label: '随车人数', type: 'integer', required: false, options: [] }
  const now = await asks(id, [
    { key: 'q3', ...cars },
    { label: '是否住宿', type: 'boolean' },
  ])
  expect(now.map(({ label }) => label)).toEqual(['随车人数', '是否住宿'])
  expect(now[0]!.key).toBe('q3')
  const [, stay] = now
  expect(['q1', 'q2', 'q3']).not.toContain(stay!.key)
  // Sent from a page of before.
  expect((await enrol('qy1', id, { q1: true })).fields).toEqual(gone('q1'))
  expect((await get('editor1', 'activity/listEnrol', { id })).data.list[0].answers).toEqual([{ label: '是否需要午餐', words: '是' }])

  // A question that was taken out leaves its key to nobody, and one that is worded anew is another question.
  expect(await asks(id, [{ key: 'q3', ...cars }])).toHaveLength(1)
  const [, meal] = await asks(id, [
    { key: 'q3', ...cars },
    { label: '是否用餐', type: 'boolean' },
  ])
  expect(meal!.key).not.toBe(stay!.key)
  expect((await enrol('qy1', id, { [stay!.key]: true })).fields).toEqual(gone(stay!.key))
  const [, bus] = await asks(id, [
    { key: 'q3', ...cars },
    { key: meal!.key, label: '是否乘班车', type: 'boolean' },
  ])
  expect((await enrol('qy1', id, { [meal!.key]: true })).fields).toEqual(gone(meal!.key))
  expect(await enrol('qy1', id, { q3: 2, [bus!.key]: true })).toMatchObject({ success: true })
  expect((await get('qy1', 'activity/findById', { id })).data.mine[0].answers).toEqual([
    { label: '随车人数', words: '2' },
    { label: '是否乘班车', words: '是' },
  ])
})

it('the roster is exported with answers and masked numbers, only for users who manage the activity', async () => {
  const id = await published()
  await enrol('gr1', id, { q1: true, q2: ['技改'] })
  await enrol('qy1', id, { q1: false })
  expect((await get(null, 'activity/exportEnrol', { id })).success).toBe(false)
  for (const who of ['gr1', 'qy1', 'dept1'])
    expect(['FORBIDDEN', 'NOT_FOUND'], who).toContain((await get(who, 'activity/exportEnrol', { id })).code)
  const { token } = await t.as('editor1').tokens()
  const { rawPayload } = await t.http.inject({ url: `/train/activity/exportEnrol?id=${id}`, headers: { authorization: token } })
  const book = readBook(rawPayload)
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
  const head = rows.find((row) => row.includes('参加人'))!
  const cell = (row: string[], name: string) => row[head.indexOf(name)]
  const people = rows.slice(rows.indexOf(head) + 1).filter((row) => row[0] === '林小满')
  expect(people.map((row) => [cell(row, '手机号'), cell(row, '状态'), cell(row, '是否需要午餐'), cell(row, '想听什么')])).toEqual([
    ['154****0003', '已报名', '是', '技改'],
    ['154****0001', '候补第 1 位', '否', undefined],
  ])
  // A long roster is exported by a job: it needs the permission, and works only for activities that the user manages.
  const start = (who: string) => t.as(who).post('/export/start', { bizType: 'trainEnrol', filters: { id } })
  for (const who of ['qy1', 'gr1', 'dept1']) expect((await start(who)).body.code, who).toBe('FORBIDDEN')
  expect((await t.as('editor1').post('/export/start', { bizType: 'trainEnrol', filters: { id: 999_999 } })).body.code).toBe('NOT_FOUND')
  const { taskId } = (await start('editor1')).body.data
  await eventually(async () => {
    const { data } = (await t.as('editor1').get('/export/progress', { taskId })).body
    expect(data).toMatchObject({ total: 2, fileName: expect.stringContaining('报名名单') as string })
  }, 15_000)
})

it('materials are only for participants with a seat and users who manage the activity, whatever address others know', async () => {
  const id = await published({ questions: [] })
  const uploaded = async (who: string) =>
    (
      await t.as(who).send({
        method: 'POST',
        url: '/files/upload',
        ...multipart({ name: '讲义.png', content: await png() }, { accept: '.png' }),
      })
    ).body.data.filePath as string
  const file = await uploaded('editor1')
  const save = (who: string, files: string[]) => post(who, 'activity/saveMaterials', { id, files })
  expect((await save('gr1', [file])).code).toBe('FORBIDDEN')
  for (const who of ['qy1', 'dept1']) expect((await save(who, [file])).code, who).toBe('NOT_FOUND')
  expect((await save('leader1', [file])).code).toBe('FORBIDDEN')
  expect((await save('editor1', [await uploaded('qy1')])).success).toBe(false)
  expect(await save('editor1', [file])).toMatchObject({ success: true })
  const read = async (who: string | null) => (await t.as(who).get('/files/download', { filePath: file })).status
  const seen = async (who: string | null) => (await get(who, 'activity/findById', { id })).data.materials
  expect(await seen(null)).toBeNull()
  expect(await seen('gr1')).toBeNull()
  expect(await enrol('gr1', id)).toMatchObject({ data: { waiting: null } })
  expect(await enrol('qy1', id)).toMatchObject({ data: { waiting: 1 } })
  expect(await seen('gr1')).toEqual([{ filePath: file, fileName: '讲义.png' }])
  expect(await seen('qy1')).toBeNull()
  const body = async (who: string) => (await t.as(who).get('/files/download', { filePath: file })).body as { code?: string }
  expect((await body('qy1')).code).toBe('NOT_FOUND')
  expect((await body('qy2')).code).toBe('NOT_FOUND')
  expect(await read('gr1')).toBe(200)
  expect(
    await t
      .as(null)
      .get('/files/download', { filePath: file })
      .then(({ body: b }) => b.success),
  ).toBe(false)
  // After cancelling, a participant cannot download any more; a removed file is accessible to nobody.
  await t.as('gr1').form('/train/activity/cancelEnrol', { id: String(id) })
  expect((await body('gr1')).code).toBe('NOT_FOUND')
  expect(await save('editor1', [])).toMatchObject({ success: true })
  expect((await body('qy1')).code).toBe('NOT_FOUND')
})
