import { beforeAll, describe, expect, it } from 'vitest'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

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
    const { id, version } = (await save(draft(people('１３８１２３４５６０１', '（＋86）138-1234-5602', '138－1234－5603', '13812345601')))).data
    expect(await tryOut(id, version)).toMatchObject({ rows: 4, toSend: 3, skipped: [{ reason: '重复的号码', count: 1 }] })
    expect((await found(id)).audience.persons[0]).toMatchObject({ phone: '138****5601' })
  })
})
