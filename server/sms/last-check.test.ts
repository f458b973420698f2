import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { blindIndex, sealPii } from '../kernel/access/pii.ts'
import { rotatePii } from '../kernel/access/pii-rotation.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { newMasterKey } from '../kernel/testing/new-master-key.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { matchCompany } from '../matching/results/read.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
// At night, so that an approved send waits for the morning.
let now = new Date('2026-03-10T14:00:00Z')
const templates: Record<string, number> = {}
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } })
  for (const purpose of ['notice', 'promotion']) {
    const text = { name: `模板${purpose}`, purpose, content: '定于{日期}召开座谈会。', submit: true }
    const { id, version } = (await t.as('op1').post('/sms/temp/saveOrUpdate', text)).body.data
    await t.as('op2').post('/sms/temp/updateReviewState', { id, version, reviewState: 1 })
    templates[purpose] = id
  }
})
const choose = (phone: string, noticeFlag: number, promotionFlag: number) =>
  t.as('op1').post('/sms/optOut/save', { phone, noticeFlag, promotionFlag })
/** A send that two people tried, submitted and approved this night. */
async function approved(purpose: string, to: { companyIds?: number[]; policyIds?: number[]; phones?: string[] }) {
  const audience = {
    companyIds: to.companyIds ?? [],
    tagIds: [],
    filter: null,
    policyIds: to.policyIds ?? [],
    persons: (to.phones ?? []).map((phone) => ({ phone, name: '' })),
  }
  const draft = { name: '座谈会', templateId: templates[purpose], values: { 日期: '3月12日' }, audience }
  const { id, version } = (await t.as('op1').post('/sms/send/save', draft)).body.data
  const { hash, toSend, skipped } = (await t.as('op1').post('/sms/send/dryRun', { id, version })).body.data
  const submitted = (await t.as('op1').post('/sms/send/submit', { id, version, hash })).body
  if (submitted.success)
    expect(
      (await t.as('op2').post('/sms/send/updateReviewState', { id, version: submitted.data.version, reviewState: 1, hash })).body.success,
    ).toBe(true)
  return { id: id as number, toSend, skipped }
}
/** The result after the next morning: what the send shows, and which numbers got a message. */
async function sentInTheMorning(id: number) {
  const evening = now
  now = new Date(evening.getTime() + 11 * 3_600_000)
  await runRecurring(t.kernel, 'sms.send')
  const read = async () => (await t.as('op1').get('/sms/send/findById', { id })).body.data
  // The queue delivers the same send as soon as it is due, so the messages may be in its hands and not in those of this run.
  await eventually(async () => expect((await read()).state).toBe(2))
  now = new Date(evening.getTime() + 24 * 3_600_000)
  const send = await read()
  const lines = (await readFile(join(t.kernel.config.DATA_DIR, 'sms.jsonl'), 'utf8').catch(() => '')).split('\n').filter(Boolean)
  const got = lines.map((line) => JSON.parse(line)).filter((line) => line.key.startsWith(`${id}-`))
  return { send, phones: got.map((line) => line.phone).toSorted() }
}
const setContact = (id: number, phone: string | null) =>
  t.kernel.db
    .updateTable('company')
    .set({
      contact_phone: phone === null ? null : sealPii(t.kernel, phone),
      contact_phone_index: phone === null ? null : blindIndex(t.kernel, phone),
      legal_person_phone: null,
      legal_person_phone_index: null,
    })
    .where('id', '=', id)
    .execute()

describe('between review and send', () => {
  it('who opts out or withdraws the consent gets nothing, and the result says so', async () => {
    for (const phone of ['13812340001', '13812340002', '13812340003']) await choose(phone, 1, 1)
    const { id, toSend } = await approved('promotion', { phones: ['13812340001', '13812340002', '13812340003'] })
    expect(toSend).toBe(3)
    await choose('13812340001', 0, 0)
    await choose('13812340002', 1, 0)
    const { send, phones } = await sentInTheMorning(id)
    expect(phones).toEqual(['13812340003'])
    expect(send).toMatchObject({ state: 2, successNum: 1, skipNum: 2 })
    expect(send.skipped).toEqual(
      expect.arrayContaining([
        { reason: '已退订', count: 1 },
        { reason: '未同意接收推广', count: 1 },
      ]),
    )
  })

  it('a number that is no longer the company’s, or whose company is gone, gets nothing; a typed number does', async () => {
    const companies = await t.kernel.db.selectFrom('company').select('id').orderBy('id').limit(2).execute()
    const gone = await t.kernel.db
      .insertInto('company')
      .values({ credit_code: '91330824MA2000007X', name: '云溪县临时登记有限公司（示例）' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [changed, same] = companies.map(({ id }) => id) as [number, number]
    await setContact(changed, '13812340011')
    await setContact(same, '13812340012')
    await setContact(gone.id, '13812340013')
    const { id, toSend } = await approved('notice', { companyIds: [changed, same, gone.id], phones: ['13812340014'] })
    expect(toSend).toBe(4)
    await setContact(changed, '13812340019')
    await t.kernel.db.deleteFrom('company').where('id', '=', gone.id).execute()
    const { send, phones } = await sentInTheMorning(id)
    expect(phones).toEqual(['13812340012', '13812340014'])
    expect(send).toMatchObject({ successNum: 2, skipNum: 2, skipped: [{ reason: '号码已不属于该企业', count: 2 }] })
    const { list } = (await t.as('op1').get('/sms/send/messages', { id })).body.data
    expect(list.filter((one: { state: number }) => one.state === 5).map((one: { reason: string }) => one.reason)).toEqual([
      '号码已不属于该企业',
      '号码已不属于该企业',
    ])
  })
})

describe('a company that was chosen by what its archive says (G-05)', () => {
  const consent = (who: string, authStatus: '01' | '02') => t.as(who).get('/ent/company/info/setEntExpansionInfoAuth', { authStatus })
  it('gets nothing after it has withdrawn the consent; one that was also chosen by name does', async () => {
    const one = async (who: string) =>
      (await t.kernel.db.selectFrom('sys_user').select('company_id').where('user_name', '=', who).executeTakeFirstOrThrow()).company_id!
    const [qy1, qy2] = [await one('qy1'), await one('qy2')]
    for (const who of ['qy1', 'qy2']) await consent(who, '02')
    for (const id of [qy1, qy2]) await matchCompany(t.kernel, id)
    await setContact(qy1, '13812340031')
    await setContact(qy2, '13812340032')
    const { rows } = await t.kernel.pool.query<{ id: number }>(
      'select unnest(met) as id from company_match_result where company_id = $1 intersect select unnest(met) from company_match_result where company_id = $2 limit 1',
      [qy1, qy2],
    )
    const { id } = await approved('notice', { policyIds: [rows[0]!.id], companyIds: [qy1] })
    for (const who of ['qy1', 'qy2']) await consent(who, '01')
    const { send, phones } = await sentInTheMorning(id)
    expect(phones).toContain('13812340031')
    expect(phones).not.toContain('13812340032')
    expect(send.skipped).toContainEqual({ reason: '企业已撤回档案授权', count: 1 })
  })
})

describe('during key rotation', () => {
  it('an opt-out under the earlier key counts, at the dry run and at the sending; a number has one choice and gets one message', async () => {
    await choose('13812340021', 0, 0)
    const [company] = await t.kernel.db.selectFrom('company').select('id').orderBy('id').limit(1).execute()
    await setContact(company!.id, '13812340022')
    const before = await approved('notice', { phones: ['13812340023', '13812340024'] })
    newMasterKey(t.kernel)
    await choose('13812340023', 0, 0)
    expect((await sentInTheMorning(before.id)).phones).toEqual(['13812340024'])
    const { id, toSend, skipped } = await approved('notice', {
      companyIds: [company!.id],
      phones: ['13812340021', '13812340022', '13812340025'],
    })
    expect(toSend).toBe(2)
    expect(skipped).toEqual(
      expect.arrayContaining([
        { reason: '已退订', count: 1 },
        { reason: '重复的号码', count: 1 },
      ]),
    )
    expect((await sentInTheMorning(id)).phones).toEqual(['13812340022', '13812340025'])
    // The owner chooses anew: the earlier choice does not stay beside the new one.
    await choose('13812340021', 1, 0)
    const { list } = (await t.as('op1').get('/sms/optOut/list', { phone: '13812340021' })).body.data
    expect(list.map((one: { noticeFlag: number }) => one.noticeFlag)).toEqual([1])
    await rotatePii(t.kernel)
    expect(await rotatePii(t.kernel)).toBe(0)
  })
})
