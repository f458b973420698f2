import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { blindIndex, sealPii } from '../kernel/access/pii.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { readSheet } from '../kernel/sheet/read.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
let now = new Date('2026-03-10T02:00:00Z')
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } })
  // Hides the data of the demo.
  await t.kernel.db.deleteFrom('sms_send').execute()
  await t.kernel.db.deleteFrom('sms_template').execute()
})

const op1 = () => t.as('op1')
const op2 = () => t.as('op2')
const text = { name: '座谈会通知', purpose: 'notice', content: '{企业名称}：定于{日期}召开{事项}，请派人参加。', submit: true }
let templateId = 0
const audience = (more: object = {}) => ({ companyIds: [], tagIds: [], filter: null, policyIds: [], persons: [], ...more })
const draft = (more: object = {}) => ({
  name: '座谈会',
  templateId,
  values: { 日期: '3月12日', 事项: '企业座谈会' },
  audience: audience({ persons: [{ phone: '138 1234 5601', name: '林小满' }] }),
  ...more,
})
const save = async (body: object) => (await op1().post('/sms/send/save', body)).body
const tryOut = async (id: number, version: number) => (await op1().post('/sms/send/dryRun', { id, version })).body
const found = async (id: number) => (await op1().get('/sms/send/findById', { id })).body.data
const fileLines = async () =>
  (await readFile(join(t.kernel.config.DATA_DIR, 'sms.jsonl'), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Draft, dry run, submission by op1 and approval by op2. */
async function approved(body: object) {
  const { id, version } = (await save(body)).data
  const { hash } = (await tryOut(id, version)).data
  const submitted = (await op1().post('/sms/send/submit', { id, version, hash })).body
  expect(submitted).toMatchObject({ success: true })
  const verdict = { id, version: submitted.data.version, reviewState: 1, hash }
  expect((await op2().post('/sms/send/updateReviewState', verdict)).body).toMatchObject({ success: true })
  return id as number
}

describe('a template', () => {
  it('is refused with a link, an unknown placeholder, or a signature of its own', async () => {
    for (const [content, message] of [
      ['请登录 www.example.com 查看', '不能含有其他网站的地址：www.example.com'],
      ['请看 http://evil.example/a', '不能含有其他网站的地址'],
      ['您好{身份证号}', '没有可填的“{身份证号}”，请从可填内容中选'],
      ['【银行】您的账户异常', '签名由平台加在最前面，内容中不要写【】'],
      ['您好{企业名称', '大括号只用来写可填内容，例如 {企业名称}'],
    ]) {
      const { status, body } = await op1().post('/sms/temp/saveOrUpdate', { ...text, content })
      expect([status, body.fields?.[0]?.path]).toEqual([400, 'content'])
      expect(body.fields?.[0]?.message).toContain(message)
    }
    expect((await t.as('front1').post('/sms/temp/saveOrUpdate', text)).body.code).toBe('FORBIDDEN')
    expect((await t.as('admin1').get('/sms/temp/list')).body.code).toBe('FORBIDDEN')
  })
  // Seen red while only the last to save counted as the author.
  it('is not approved by anybody who wrote on it, whoever saved last', async () => {
    const first = (await op1().post('/sms/temp/saveOrUpdate', { ...text, name: '两人写的模板' })).body.data
    const second = { ...text, id: first.id, version: first.version, name: '两人写的模板（改名）' }
    const { id, version } = (await op2().post('/sms/temp/saveOrUpdate', second)).body.data
    for (const writer of [op1(), op2()]) {
      expect((await writer.get('/sms/temp/findById', { id })).body.data.allowed).not.toContain('approve')
      expect((await writer.post('/sms/temp/updateReviewState', { id, version, reviewState: 1 })).body.code).toBe('OWN_WORK')
    }
  })
  it('is approved by another person than its author, and can only then be used', async () => {
    const { id, version } = (await op1().post('/sms/temp/saveOrUpdate', text)).body.data
    templateId = id
    expect((await save(draft())).fields?.[0]).toEqual({ path: 'templateId', message: '该模板不存在或没有启用，请另选' })
    expect((await op1().post('/sms/temp/updateReviewState', { id, version, reviewState: 1 })).body.code).toBe('OWN_WORK')
    expect((await op2().post('/sms/temp/updateReviewState', { id, version, reviewState: 2 })).body.fields?.[0]?.path).toBe('reviewOpinion')
    expect((await op2().post('/sms/temp/updateReviewState', { id, version, reviewState: 1 })).body.data.state).toBe(2)
  })
  it('stays in use while its change waits, until the change is approved', async () => {
    const old = (await op1().get('/sms/temp/findById', { id: templateId })).body.data
    const change = { ...text, id: templateId, version: old.version, name: '座谈会通知（新）' }
    const { id, version } = (await op1().post('/sms/temp/saveOrUpdate', change)).body.data
    expect((await auditTrail(t.kernel, 'smsTemplate.create')).at(-1)!.detail).toMatchObject({
      before: { name: '座谈会通知', purpose: '通知', content: text.content },
      after: { name: '座谈会通知（新）', purpose: '通知', content: text.content },
    })
    expect(id).not.toBe(templateId)
    expect((await op2().get('/sms/temp/findById', { id })).body.data.replaces).toEqual({
      name: '座谈会通知',
      purpose: 'notice',
      content: text.content,
    })
    expect((await op1().post('/sms/temp/saveOrUpdate', change)).body.msg).toBe('该模板已有一个修改在等待，请先处理它')
    const names = async () => (await op1().get('/sms/temp/options')).body.data.map((one: { name: string }) => one.name)
    expect(await names()).toContain('座谈会通知')
    await op2().post('/sms/temp/updateReviewState', { id, version, reviewState: 1 })
    expect(await names()).toContain('座谈会通知（新）')
    expect(await names()).not.toContain('座谈会通知')
    const ended = (await op1().get('/sms/temp/findById', { id: templateId })).body.data
    expect(ended.allowed).toEqual([])
    templateId = id
  })
  it('cannot be used while it is stopped, and can again when it is enabled; one that was replaced stays stopped', async () => {
    const { version } = (await op1().get('/sms/temp/findById', { id: templateId })).body.data
    const enable = async (who: string, enableFlag: number | string, at: number = version, id = templateId) =>
      (await t.as(who).form('/sms/temp/enable', { id: String(id), version: String(at), enableFlag: String(enableFlag) })).body
    for (const who of ['front1', 'admin1', 'qy1']) expect((await enable(who, 0)).code, who).toBe('FORBIDDEN')
    expect((await enable('op1', 2)).fields?.[0]?.path).toBe('enableFlag')
    expect((await enable('op1', 0, version, 999_999)).code).toBe('NOT_FOUND')
    expect((await enable('op1', 1)).code, 'it is enabled').toBe('STATE')
    expect((await enable('op1', 0, version + 1)).code).toBe('CONFLICT')
    const offered = async () => (await op1().get('/sms/temp/options')).body.data.map((one: { id: number }) => one.id)
    expect(await offered()).toContain(templateId)
    expect((await enable('op1', 0)).data).toMatchObject({ id: templateId, version: version + 1 })
    expect((await op2().get('/sms/temp/findById', { id: templateId })).body.data).toMatchObject({ enableFlag: 0, allowed: ['enable'] })
    expect(await offered()).not.toContain(templateId)
    expect((await save(draft())).fields?.[0]).toEqual({ path: 'templateId', message: '该模板不存在或没有启用，请另选' })
    // Who wrote it does not review it anew: a colleague and its author may both enable it.
    expect((await enable('op2', 1, version + 1)).data).toMatchObject({ version: version + 2 })
    expect(await offered()).toContain(templateId)
    const old = await t.kernel.db
      .selectFrom('sms_template')
      .select(['id', 'version'])
      .where('replaced', '=', true)
      .executeTakeFirstOrThrow()
    expect((await enable('op1', 1, old.version, old.id)).msg).toBe('该模板已由新的版本代替，请使用新的版本')
  })
})

describe('a send', () => {
  it('is refused without the values of its text, with a link in a value, or without recipients', async () => {
    expect((await save(draft({ values: { 日期: '3月12日' } }))).fields?.[0]).toEqual({ path: 'values', message: '请填写“事项”' })
    expect((await save(draft({ values: { 日期: '3月12日', 事项: 'a.example.com' } }))).fields?.[0]?.path).toBe('values')
    expect((await save(draft({ planTime: '2062-03-20 09:00:00' }))).fields).toEqual([
      { path: 'planTime', message: '发送时间最晚在一年以内' },
    ])
    expect((await save(draft({ audience: audience() }))).fields).toEqual([{ path: 'audience', message: '请填写收件人或条件' }])
    const { id, version } = (await save(draft({ audience: audience({ filter: { companyName: '没有这样的企业' } }) }))).data
    expect((await tryOut(id, version)).msg).toBe('没有收件人，请先选择收件企业或填写号码')
  })

  it('has its text and recipients in the audit log, before and after each change, numbers masked', async () => {
    const last = async (action: string) => (await auditTrail(t.kernel, action)).at(-1)?.detail
    const person = (phone: string) => audience({ persons: [{ phone, name: '林小满' }] })
    const { id, version } = (await save(draft({ audience: person('138 1234 5601') }))).data
    const content = '{企业名称}：定于{日期}召开{事项}，请派人参加。'
    const first = { name: '座谈会', content, values: { 日期: '3月12日', 事项: '企业座谈会' }, recipients: ['138****5601'], planTime: null }
    expect(await last('smsSend.create')).toEqual({ after: first })
    const changed = draft({
      id,
      version,
      values: { 日期: '3月13日', 事项: '企业座谈会' },
      planTime: '2026-03-11 10:00:00',
      audience: { ...person('138 1299 5601'), filter: { companyName: '公司' } },
    })
    expect((await save(changed)).success).toBe(true)
    const second = {
      ...first,
      values: { 日期: '3月13日', 事项: '企业座谈会' },
      recipients: ['企业条件：名称含“公司”', '138****5601'],
      planTime: '2026-03-11 10:00',
    }
    expect(await last('smsSend.change')).toMatchObject({ before: first, after: second, numbersChanged: true })
    const { version: next } = await found(id)
    expect((await save({ ...changed, version: next, name: '座谈会改名' })).success).toBe(true)
    const renamed = await last('smsSend.change')
    expect(renamed).toMatchObject({ before: second, after: { ...second, name: '座谈会改名' } })
    expect(renamed).not.toHaveProperty('numbersChanged')
  })

  it('tells the reviewer in words by which conditions the companies were chosen', async () => {
    const { name } = await t.kernel.db.selectFrom('company').select('name').where('id', '=', 1).executeTakeFirstOrThrow()
    const tag = await t.kernel.db.selectFrom('tag').select(['id', 'name']).orderBy('id').executeTakeFirstOrThrow()
    const { id } = (
      await save(
        draft({ audience: audience({ companyIds: [1], tagIds: [tag.id], filter: { companyName: '公司', streetId: '339999100' } }) }),
      )
    ).data
    const street = await t.kernel.db
      .selectFrom('dict_value')
      .select('label')
      .where('dict_type', '=', 'region')
      .where('value', '=', '339999100')
      .executeTakeFirstOrThrow()
    const { chosen } = (await op2().get('/sms/send/findById', { id })).body.data
    expect(chosen).toEqual([`指定企业：${name}`, `企业标签：${tag.name}`, `企业条件：名称含“公司”，且镇街 ${street.label}`])
  })

  it('dry run: every row is sent or skipped with a reason', async () => {
    await t.kernel.db
      .insertInto('sms_choice')
      .values({
        phone_sealed: sealPii(t.kernel, '13812345609'),
        phone_index: blindIndex(t.kernel, '13812345609'),
        notice: false,
        source: 'reply',
      })
      .execute()
    const persons = ['13812345601', '+86 138-1234-5601', '13812345602', '12345', '13812345609', ''].map((phone) => ({ phone, name: '' }))
    // A typed line without a number, which the list of numbers marks as malformed.
    persons.push({ phone: '', name: 'abc' })
    const { id, version } = (await save(draft({ audience: audience({ companyIds: [1, 2], persons }) }))).data
    const { data } = await tryOut(id, version)
    expect(data.rows).toBe(9)
    expect(data.toSend + data.skipped.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(9)
    expect(data.skipped).toEqual(
      expect.arrayContaining([
        { reason: '重复的号码', count: 1 },
        { reason: '号码格式错误', count: 2 },
        { reason: '已退订', count: 1 },
        { reason: '没有号码', count: 1 },
      ]),
    )
    expect(data.longest[0].text).toMatch(/^【.+】/)
    expect((await tryOut(id, version)).data.hash).toBe(data.hash)
    const { list, total } = (await op1().get('/sms/send/messages', { id, pageSize: 100 })).body.data
    expect(total).toBe(9)
    expect(list.some((one: { phone: string }) => /^1\d{10}$/.test(one.phone))).toBe(false)
  })

  it('is submitted as it was tried; a change voids the approval', async () => {
    const { id, version } = (await save(draft())).data
    expect((await op1().post('/sms/send/submit', { id, version, hash: 'a'.repeat(64) })).body.code).toBe('STATE')
    const { hash } = (await tryOut(id, version)).data
    expect((await op1().post('/sms/send/submit', { id, version, hash: 'a'.repeat(64) })).body.code).toBe('CONFLICT')
    const two = (await op1().post('/sms/send/submit', { id, version, hash })).body.data
    expect(two.state).toBe(4)
    const verdict = { id, version: two.version, reviewState: 1, hash }
    expect((await op1().post('/sms/send/updateReviewState', verdict)).body.code).toBe('OWN_WORK')
    const changed = (await save(draft({ id, version: two.version, name: '改了名的' }))).data
    expect(changed.state).toBe(7)
    expect((await op2().post('/sms/send/updateReviewState', { ...verdict, version: changed.version })).body.success).toBe(false)
    expect((await found(id)).dryRun).toBeNull()
  })

  it('is sent once to each number; an opt-out in between skips its row', async () => {
    const persons = ['13812345611', '13812345612', '13812345613'].map((phone) => ({ phone, name: '' }))
    now = new Date('2026-03-10T14:00:00Z')
    const id = await approved(draft({ audience: audience({ persons }) }))
    await runRecurring(t.kernel, 'sms.send')
    expect((await found(id)).state).toBe(0)
    await op1().post('/sms/optOut/save', { phone: '13812345612', noticeFlag: 0, promotionFlag: 0 })
    now = new Date('2026-03-11T00:10:00Z')
    await runRecurring(t.kernel, 'sms.send')
    await runRecurring(t.kernel, 'sms.send')
    await eventually(async () => expect(await found(id)).toMatchObject({ state: 2, successNum: 2, skipNum: 1, failNum: 0, unknownNum: 0 }))
    const phones = (await fileLines()).filter((line) => line.key.startsWith(`${id}-`)).map((line) => line.phone)
    expect(phones.toSorted()).toEqual(['13812345611', '13812345613'])
    const { raw } = await op1().get('/sms/send/export')
    const path = join(t.database.target.dataDir, 'sends.xlsx')
    await writeFile(path, raw)
    const [titles, ...rows] = (await readSheet(path)).map((row) => row.cells)
    expect(rows.map((row) => row[titles!.indexOf('开始')])).toContain('2026-03-11 08:10:00')
    expect((await op1().get('/sms/send/statistics')).body.data.series[0].values.at(-1)).toBeGreaterThanOrEqual(2)
  })

  it('is sent as it was tried, although a company has another name by then', async () => {
    const phone = '13812345619'
    const numbered = { contact_phone: sealPii(t.kernel, phone), contact_phone_index: blindIndex(t.kernel, phone) }
    const named = (name: string) =>
      t.kernel.db
        .updateTable('company')
        .set({ name, ...numbered })
        .where('id', '=', 3)
        .execute()
    await named('青石，一厂（示例）, 甲')
    const id = await approved(draft({ audience: audience({ companyIds: [3] }) }))
    const tried = (await op1().get('/sms/send/messages', { id })).body.data.list[0].text as string
    expect(tried).toMatch(/^【.+】青石，一厂（示例）, 甲：定于3月12日召开企业座谈会，请派人参加。$/)
    await named('改名后的企业（示例）')
    expect((await op1().get('/sms/send/messages', { id })).body.data.list[0]).toMatchObject({ text: tried, name: '改名后的企业（示例）' })
    await runRecurring(t.kernel, 'sms.send')
    await eventually(async () => expect(await found(id)).toMatchObject({ state: 2, successNum: 1 }))
    const [sent] = (await fileLines()).filter((line) => line.key.startsWith(`${id}-`))
    expect(sent).toMatchObject({ phone, text: tried })
  })

  it('after a process died with claimed messages, those that were sent are not sent again, the others are', async () => {
    const persons = ['13812345621', '13812345622'].map((phone) => ({ phone, name: '' }))
    // Planned for later, so that it is not sent before it is made what a dead process leaves.
    const id = await approved(draft({ planTime: '2026-03-25 09:00:00', audience: audience({ persons }) }))
    await t.kernel.db.updateTable('sms_send').set({ state: 1, plan_at: null }).where('id', '=', id).execute()
    const rows = await t.kernel.db.selectFrom('sms_message').selectAll().where('send_id', '=', id).orderBy('id').execute()
    const taken = new Date(now.getTime() - 60_000)
    await t.kernel.db.updateTable('sms_message').set({ claimed_at: taken }).where('send_id', '=', id).execute()
    const { writeToFile } = await import('../system/sms-providers/file.ts')
    await writeToFile(t.kernel, { serial: rows[0]!.serial, phone: '13812345621', text: 'x' })
    await runRecurring(t.kernel, 'sms.send')
    await eventually(async () => expect(await found(id)).toMatchObject({ state: 2, successNum: 2 }))
    const phones = (await fileLines()).filter((line) => line.key.startsWith(`${id}-`)).map((line) => line.phone)
    expect(phones.toSorted()).toEqual(['13812345621', '13812345622'])
  })

  it('is aborted: messages that were not sent are skipped, and the number of sent ones is returned', async () => {
    const id = await approved(draft({ planTime: '2026-03-20 09:00:00' }))
    const { version } = await found(id)
    expect((await op1().post('/sms/send/abort', { id, version, reason: '' })).status).toBe(400)
    const { data } = (await op1().post('/sms/send/abort', { id, version, reason: '会议取消' })).body
    expect(data).toMatchObject({ state: 6, sentNum: 0 })
    now = new Date('2026-03-20T02:00:00Z')
    await runRecurring(t.kernel, 'sms.send')
    expect((await fileLines()).filter((line) => line.key.startsWith(`${id}-`))).toEqual([])
    expect((await op1().get('/sms/send/messages', { id })).body.data.list[0]).toMatchObject({ state: 5, reason: '任务已中止' })
  })

  it('skips and counts, when it is aborted after a process died, the messages that no provider received', async () => {
    const persons = ['13812345625', '13812345626'].map((phone) => ({ phone, name: '' }))
    // Planned for later, so that it is not sent before it is made what a dead process leaves.
    const id = await approved(draft({ planTime: '2026-03-25 09:00:00', audience: audience({ persons }) }))
    await t.kernel.db.updateTable('sms_send').set({ state: 1, plan_at: null }).where('id', '=', id).execute()
    const rows = await t.kernel.db.selectFrom('sms_message').selectAll().where('send_id', '=', id).orderBy('id').execute()
    const taken = new Date(now.getTime() - 60_000)
    await t.kernel.db.updateTable('sms_message').set({ claimed_at: taken }).where('send_id', '=', id).execute()
    const { writeToFile } = await import('../system/sms-providers/file.ts')
    await writeToFile(t.kernel, { serial: rows[0]!.serial, phone: '13812345625', text: 'x' })
    const { version } = await found(id)
    expect((await op1().post('/sms/send/abort', { id, version, reason: '会议取消' })).body.data).toMatchObject({ state: 6 })
    await runRecurring(t.kernel, 'sms.send')
    const { list } = (await op1().get('/sms/send/messages', { id })).body.data
    expect(list.map((one: { state: number; reason: string | null }) => [one.state, one.reason]).toSorted()).toEqual([
      [2, null],
      [5, '任务已中止'],
    ])
    expect(await found(id)).toMatchObject({ state: 6, skipNum: 1 })
  })

  it('a to-do counts what its reader may review, and leads to a list of as many', async () => {
    const { id, version } = (await save(draft({ name: '待复核的' }))).data
    const { hash } = (await tryOut(id, version)).data
    const submitted = (await op1().post('/sms/send/submit', { id, version, hash })).body.data
    const seen = async (who: string) => {
      const todo = (await t.as(who).get('/work/list')).body.data.list.find((one: { kind: string }) => one.kind === 'sms-send')
      expect(todo?.to ?? '/work/smsSend?forReview=1').toBe('/work/smsSend?forReview=1')
      const { total, list } = (await t.as(who).get('/sms/send/list', { forReview: 1, pageSize: 100 })).body.data
      expect(todo?.count ?? 0, who).toBe(total)
      return list.map((row: { id: number }) => row.id)
    }
    expect(await seen('op1')).not.toContain(id)
    expect(await seen('op2')).toContain(id)
    const verdict = { id, version: submitted.version, reviewState: 2, reviewOpinion: '不发', hash }
    expect((await op2().post('/sms/send/updateReviewState', verdict)).body.success).toBe(true)
    const own = (await op1().post('/sms/temp/saveOrUpdate', { ...text, name: '自己写的' })).body.data
    const templates = async (who: string) =>
      (await t.as(who).get('/sms/temp/list', { forReview: 1, pageSize: 100 })).body.data.list.map((row: { id: number }) => row.id)
    expect(await templates('op1')).not.toContain(own.id)
    expect(await templates('op2')).toContain(own.id)
  })

  it('the longest texts name nobody in full, as the rows do not', async () => {
    const named = (await op1().post('/sms/temp/saveOrUpdate', { ...text, name: '称呼', content: '{姓名}：请参加{事项}' })).body.data
    await op2().post('/sms/temp/updateReviewState', { id: named.id, version: named.version, reviewState: 1 })
    const body = draft({ templateId: named.id, values: { 事项: '企业座谈会' } })
    const { id, version } = (await save(body)).data
    const { data } = await tryOut(id, version)
    expect(data.longest[0].text).toContain('林**：请参加企业座谈会')
    const { list } = (await op1().get('/sms/send/messages', { id })).body.data
    expect(list[0].text).toBe(data.longest[0].text)
  })

  it('a promotion is sent only to numbers that agreed', async () => {
    const promotion = { ...text, name: '培训推广', purpose: 'promotion' }
    const one = (await op1().post('/sms/temp/saveOrUpdate', promotion)).body.data
    await op2().post('/sms/temp/updateReviewState', { ...one, reviewState: 1, state: undefined })
    await op2().post('/sms/temp/updateReviewState', { id: one.id, version: one.version, reviewState: 1 })
    await op1().post('/sms/optOut/save', { phone: '13812345631', noticeFlag: 1, promotionFlag: 1 })
    const persons = ['13812345631', '13812345632'].map((phone) => ({ phone, name: '' }))
    const { id, version } = (await save(draft({ templateId: one.id, audience: audience({ persons }) }))).data
    const { data } = await tryOut(id, version)
    expect(data).toMatchObject({ toSend: 1, skipped: [{ reason: '未同意接收推广', count: 1 }] })
    expect(data.longest[0].text).toMatch(/参加。回T退订$/)
  })

  it('shows a number only with a reason, and only its owner changes the choice of a number', async () => {
    const { id } = await t.kernel.db.selectFrom('sms_message').select('id').orderBy('id').executeTakeFirstOrThrow()
    expect((await op1().post('/sms/send/reveal', { id, reason: '' })).status).toBe(400)
    expect((await op1().post('/sms/send/reveal', { id, reason: '核对号码' })).body.data.value).toMatch(/^1\d{10}$/)
    expect((await t.as('qy1').post('/sms/send/reveal', { id, reason: '好奇' })).body.code).toBe('FORBIDDEN')
    expect((await t.as('gr1').get('/sms/optOut/mine')).body.data).toEqual({ phone: null, noticeFlag: 1, promotionFlag: 0 })
    const mobile = { mobile: sealPii(t.kernel, '13812345640') }
    await t.kernel.db.updateTable('sys_user').set(mobile).where('user_name', '=', 'gr1').execute()
    const mine = await t.as('gr1').post('/sms/optOut/saveMine', { noticeFlag: 1, promotionFlag: 1 })
    expect(mine.body.data).toEqual({ phone: '138****5640', noticeFlag: 1, promotionFlag: 1 })
  })

  it('is deleted after 400 days', async () => {
    now = new Date('2027-06-01T02:00:00Z')
    await runRecurring(t.kernel, 'sms.keep')
    const left = await t.kernel.db.selectFrom('sms_message').select('id').execute()
    expect(left).toEqual([])
  })
})
