import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { readSheet } from '../kernel/sheet/read.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { release } from './handing.ts'

let t: TestApp
let templateId = 0
const values = { 日期: '3月12日', 时间: '9时', 地点: '县行政服务中心', 事项: '座谈会', 电话: '0570-12345' }
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date('2026-03-10T02:00:00Z') } })
  templateId = (await t.kernel.db.selectFrom('sms_template').select('id').where('name', '=', '座谈会通知').executeTakeFirstOrThrow()).id
})
const people = (...phones: string[]) => phones.map((phone) => ({ phone, name: '' }))
const audience = (persons?: { phone: string; name: string }[]) => ({
  companyIds: [],
  tagIds: [],
  filter: null,
  policyIds: [],
  ...(persons ? { persons } : {}),
})
const draft = (persons?: { phone: string; name: string }[], more: object = {}) => ({
  name: '座谈会',
  templateId,
  values,
  audience: audience(persons),
  ...more,
})
const save = async (body: object, who = 'op1') => (await t.as(who).post('/sms/send/save', body)).body
const found = async (id: number) => (await t.as('op1').get('/sms/send/findById', { id })).body.data
const tryOut = async (id: number, version: number) => (await t.as('op1').post('/sms/send/dryRun', { id, version })).body.data
async function submitted(id: number, version: number) {
  const { hash } = await tryOut(id, version)
  const { data } = (await t.as('op1').post('/sms/send/submit', { id, version, hash })).body
  return { id, version: data.version as number, hash: hash as string }
}

describe('typed numbers', () => {
  it('are understood in full width, with brackets and +86, and as the same number however they are written', async () => {
    const { id, version } = (await save(draft(people('１３８１２３４５６０１', '（＋86）138-1234-5602', '138－1234－5603', '13812345601'))))
      .data
    expect(await tryOut(id, version)).toMatchObject({ rows: 4, toSend: 3, skipped: [{ reason: '重复的号码', count: 1 }] })
    expect((await found(id)).audience.persons[0]).toMatchObject({ phone: '138****5601' })
  })

  it('are shown masked, taken out one by one or all, and added to, of the version that was read', async () => {
    const { id, version } = (await save(draft(people('13812345611', '1381234561', '13812345613')))).data
    const { persons } = (await found(id)).audience
    expect(persons.map((one: { phone: string; isMalformed: boolean }) => one.isMalformed)).toEqual([false, true, false])
    expect(JSON.stringify(persons)).not.toContain('13812345611')
    expect((await save(draft(undefined, { id, withoutPersons: [1] }))).code).toBe('CONFLICT')
    expect((await save(draft(undefined, { id, version: version + 1, withoutPersons: [1] }))).code).toBe('CONFLICT')
    const one = (await save(draft(people('13812345614'), { id, version, withoutPersons: [1] }))).data
    expect((await found(id)).audience.persons.map((p: { phone: string }) => p.phone)).toEqual(['138****5611', '138****5613', '138****5614'])
    expect((await auditTrail(t.kernel, 'smsSend.change')).at(-1)!.detail).toMatchObject({ numbersChanged: true })
    expect((await save(draft(undefined, { id, version: one.version, withoutPersons: [0, 1, 2] }))).fields?.[0]?.path).toBe('audience')
    const byTerms = draft(undefined, { id, version: one.version, withoutPersons: [0, 1, 2] })
    expect((await save({ ...byTerms, audience: { ...audience(), filter: { companyName: '公司' } } })).success).toBe(true)
    expect((await found(id)).audience.persons).toEqual([])
  })
})

describe('a task', () => {
  // C-06, ADR 1028. Seen red: op2 tried out and submitted a draft of op1, and approved it.
  it('is not reviewed by who ran its dry run or submitted it, though a colleague wrote it', async () => {
    const { data } = await save(draft(people('13812345631')))
    const post = async (who: string, name: string, body: object) => (await t.as(who).post(`/sms/send/${name}`, body)).body
    const { id, version } = data as { id: number; version: number }
    const { hash } = (await post('op2', 'dryRun', { id, version })).data
    const { version: submitted } = (await post('op1', 'submit', { id, version, hash })).data
    const review = (who: string, at: number, passes = true) =>
      post(who, 'updateReviewState', { id, version: at, reviewState: passes ? 1 : 2, reviewOpinion: passes ? '' : '再核对', hash })
    expect((await review('op2', submitted)).code).toBe('OWN_WORK')
    expect((await review('op2', submitted, false)).code).toBe('OWN_WORK')
    const seen = (await t.as('op2').get('/sms/send/findById', { id })).body.data
    expect(seen).toMatchObject({ ownWork: true })
    expect(seen.allowed).not.toContain('approve')

    const other = (await save(draft(people('13812345632')))).data
    const tried = await tryOut(other.id, other.version)
    const sent = (await post('op2', 'submit', { id: other.id, version: other.version, hash: tried.hash })).data
    const body = { id: other.id, version: sent.version, reviewState: 1, hash: tried.hash }
    expect((await post('op2', 'updateReviewState', body)).code).toBe('OWN_WORK')
  })
  it('is reviewed by a colleague whose dry run was made again by its author', async () => {
    const { id, version } = (await save(draft(people('13812345633')))).data
    await t.as('op2').post('/sms/send/dryRun', { id, version })
    const next = await submitted(id, version)
    const asked = { id, version: next.version, reviewState: 1, hash: next.hash }
    expect((await t.as('op2').post('/sms/send/updateReviewState', asked)).body.success).toBe(true)
  })

  it('that was aborted says how many went, how many did not, who aborted it, when and why', async () => {
    const { id, version } = (await save(draft(people('13812345621', '13812345622', '12345'), { planTime: '2026-03-20 09:00:00' }))).data
    const { hash, version: next } = await submitted(id, version)
    await t.as('op2').post('/sms/send/updateReviewState', { id, version: next, reviewState: 1, hash })
    expect((await found(id)).aborted).toBeNull()
    const { state, version: last } = await found(id)
    expect(state).toBe(0)
    expect((await t.as('op2').post('/sms/send/abort', { id, version: last, reason: '会议取消' })).body.data).toMatchObject({ sentNum: 0 })
    expect((await found(id)).aborted).toMatchObject({
      reason: '会议取消',
      sentNum: 0,
      skipNum: 3,
      time: expect.stringContaining('2026-03-10'),
    })
    expect((await found(id)).aborted.byName).not.toBe('')
  })

  // Both counted as not sent.
  it('that is aborted while it is repeated counts what had failed and was not tried again as failed, with the reason', async () => {
    const numbers = ['13812345671', '13812345672', '13812345673']
    const { id, version } = (await save(draft(people(...numbers), { planTime: '2026-03-20 09:00:00' }))).data
    const { hash, version: next } = await submitted(id, version)
    await t.as('op2').post('/sms/send/updateReviewState', { id, version: next, reviewState: 1, hash })
    const { db } = t.kernel
    const rows = await db.selectFrom('sms_message').select('id').where('send_id', '=', id).orderBy('id').execute()
    const [delivered, failed, claimed] = rows.map((row) => row.id)
    const at = new Date('2026-03-10T01:00:00Z')
    const put = (of: number[], state: number, reason: string | null) =>
      db.updateTable('sms_message').set({ state, reason, submitted_at: at, settled_at: at }).where('id', 'in', of).execute()
    await put([delivered!], 2, null)
    await put([failed!, claimed!], 3, '未送达：关机')
    await db.updateTable('sms_send').set({ state: 3, begun_at: at, success_num: 1, fail_num: 2 }).where('id', '=', id).execute()
    const standing = await found(id)
    expect((await t.as('op1').post('/sms/send/retryFailed', { id, version: standing.version })).body.success).toBe(true)
    await db.updateTable('sms_message').set({ claimed_at: at }).where('id', '=', claimed!).execute()
    const { version: last } = await found(id)
    expect((await t.as('op1').post('/sms/send/abort', { id, version: last, reason: '会议取消' })).body.data).toMatchObject({ sentNum: 3 })
    // A process that had claimed one gives it back, because it was not handed over.
    await release(t.kernel, id, [claimed!])
    const { list } = (await t.as('op1').get('/sms/send/messages', { id })).body.data
    expect(list.map((one: { state: number; reason: string | null }) => [one.state, one.reason])).toEqual([
      [2, null],
      [3, '未送达：关机'],
      [3, '未送达：关机'],
    ])
    expect(await found(id)).toMatchObject({ successNum: 1, failNum: 2, skipNum: 0, aborted: { sentNum: 3, skipNum: 0 } })
    const counted = await db.selectFrom('sms_message').select('submitted_at').where('id', '=', failed!).executeTakeFirstOrThrow()
    expect(counted.submitted_at, 'it stays in the figures of its day').not.toBeNull()
  })

  it('that is a draft is deleted in the version that was read, with a line in the audit log', async () => {
    const { id, version } = (await save(draft(people('13812345631'), { name: '不用了' }))).data
    expect((await t.as('front1').post('/sms/send/delete', { id, version })).body.code).toBe('FORBIDDEN')
    expect((await t.as('op1').post('/sms/send/delete', { id, version: version + 1 })).body.code).toBe('CONFLICT')
    expect((await t.as('op1').post('/sms/send/delete', { id, version })).body.success).toBe(true)
    expect((await t.as('op1').get('/sms/send/findById', { id })).body.code).toBe('NOT_FOUND')
    expect((await auditTrail(t.kernel, 'smsSend.delete')).at(-1)!.detail).toMatchObject({ name: '不用了' })
  })

  it('is reviewed by nobody who wrote on it, also not by one between the first and the last', async () => {
    const { id, version } = (await save(draft(people('13812345651')))).data
    const second = (await save(draft(undefined, { id, version, name: '三人写' }), 'op2')).data
    const third = (await save(draft(undefined, { id, version: second.version, name: '三人写的' }), 'op1')).data
    const { hash, version: next } = await submitted(id, third.version)
    const verdict = { id, version: next, reviewState: 1, hash }
    expect((await t.as('op2').post('/sms/send/updateReviewState', verdict)).body.code).toBe('OWN_WORK')
    const seen = (await t.as('op2').get('/sms/send/findById', { id })).body.data
    expect([seen.allowed, seen.ownWork]).toEqual([expect.not.arrayContaining(['approve']), true])
    const names = await t.kernel.db.selectFrom('sys_user').select(['user_name', 'name']).where('user_name', 'in', ['op1', 'op2']).execute()
    const both = ['op1', 'op2'].map((one) => names.find((p) => p.user_name === one)!.name).join('、')
    expect(seen.authorName).toBe(both)
    const { raw } = await t.as('op1').get('/sms/send/export', { keyword: '三人写的' })
    const path = join(t.database.target.dataDir, 'sends.xlsx')
    await writeFile(path, raw)
    expect((await readSheet(path))[1]!.cells).toContain(both)
  })

  it('is not reviewed by who changed its recipients only', async () => {
    const { id, version } = (await save(draft(people('13812345661')))).data
    const cleared = (await t.as('op2').post('/sms/send/clearPersons', { id, version })).body.data
    const { hash, version: next } = await submitted(id, cleared.version)
    const verdict = { id, version: next, reviewState: 1, hash }
    expect((await t.as('op2').post('/sms/send/updateReviewState', verdict)).body.code).toBe('OWN_WORK')
  })

  it('names everybody who edited it for the submission that waits', async () => {
    const names = new Map<string, string>()
    for (const user of await t.kernel.db.selectFrom('sys_user').select(['user_name', 'name']).execute())
      names.set(user.user_name, user.name)
    const { id, version } = (await save(draft(people('13812345641')))).data
    const first = await submitted(id, version)
    expect((await found(id)).authorName).toBe(names.get('op1'))
    const changed = (await save(draft(undefined, { id, version: first.version, name: '改过' }), 'op2')).data
    await submitted(id, changed.version)
    const both = `${names.get('op1')}、${names.get('op2')}`
    expect((await found(id)).authorName).toBe(both)
    const { list } = (await t.as('op1').get('/sms/send/list', { keyword: '改过' })).body.data
    expect(list[0].authorName).toBe(both)
    expect((await t.as('op2').get('/sms/send/findById', { id })).body.data.allowed).not.toContain('approve')
  })
})

// G-05, G-06, ADR 1029.
it('the number of a company is shown as in the register: not after it withdrew its consent, and noted in its ledger', async () => {
  const authorize = (status: '01' | '02') => t.as('qy2').get(`/ent/company/info/setEntExpansionInfoAuth?authStatus=${status}`)
  await authorize('02')
  const companyId = (await t.as('qy2').get('/ent/company/info/queryCompanyIdByToken')).body.data as number
  const body = { ...draft(people('13812345641')), audience: { ...audience(people('13812345641')), companyIds: [companyId] } }
  const { id, version } = (await save(body)).data
  await tryOut(id, version)
  type Message = { id: number; companyId: number | null }
  const messages = async (): Promise<Message[]> => (await t.as('op1').get('/sms/send/messages', { id, pageSize: 10 })).body.data.list
  const of = (list: Message[], company: number | null) => list.find((one) => one.companyId === company)!.id
  const reveal = async (message: number) => (await t.as('op1').post('/sms/send/reveal', { id: message, reason: '核对号码' })).body
  const uses = async () => (await t.as('qy2').get('/ent/company/info/listArchiveUse')).body.data
  const before = (await uses()).total
  const list = await messages()
  expect((await reveal(of(list, companyId))).data.value).toMatch(/^[0-9-]{7,}$/)
  const after = await uses()
  expect([after.total, after.list[0].purpose]).toEqual([before + 1, '查看完整的个人信息'])
  await authorize('01')
  expect((await reveal(of(list, companyId))).code).toBe('NO_CONSENT')
  await tryOut(id, version)
  const again = await messages()
  expect((await reveal(of(again, companyId))).code).toBe('NO_CONSENT')
  expect((await reveal(of(again, null))).data.value).toBe('13812345641')
  expect((await uses()).total).toBe(after.total)
})
