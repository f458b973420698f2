import { beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { rematch } from '../matching/index.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { freezeStandings } from './effect.ts'
import { sendInvitations } from './invite.ts'

let t: TestApp
const DAY = 86_400_000
let policyId: number
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '0' } })
  await rematch(t.kernel)
  // The policy that most demo companies nearly meet.
  const { rows } = await sql<{
    id: number
  }>`select p.id::int as id from company_match_result r, unnest(r.near) n join policy p on p.id = n and p.state = 2
    group by p.id order by count(*) desc, p.id limit 1`.execute(t.kernel.db)
  policyId = rows[0]!.id
}, 120_000)
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const post = async (who: string | null, what: string, body: object) => (await t.as(who).post(`/train/${what}`, body)).body
const get = async (who: string | null, what: string, query: Record<string, unknown> = {}) =>
  (await t.as(who).get(`/train/${what}`, query)).body
const words = (more: object = {}) => ({
  title: '申报辅导',
  type: '讲座',
  enrolStartTime: at(-DAY),
  enrolEndTime: at(DAY),
  startTime: at(2 * DAY),
  endTime: at(2 * DAY + 10_800_000),
  place: '三楼会议室',
  maxNum: 50,
  units: [{ unitType: 1, unitName: '云溪县经济和信息化局（示例）', unitContact: '', unitPhone: '' }],
  ...more,
})
async function published(more: object = {}): Promise<number> {
  const saved = await post('editor1', 'activity/saveOrUpdate', words({ policyId, ...more }))
  expect(saved, JSON.stringify(saved)).toMatchObject({ success: true })
  await t.as('editor1').form('/train/activity/publish', { id: String(saved.data.id) })
  return saved.data.id
}
const invite = (id: number, verdicts: ('match' | 'near')[]) =>
  sendInvitations(t.kernel, { id, verdicts, by: { userId: 1, officeId: null } })
const told = (id: number) =>
  t.kernel.db.selectFrom('train_invite').select(['company_id', 'verdict']).where('activity_id', '=', id).orderBy('company_id').execute()

it('companies are invited by their verdict for the policy, each once, and only while they consent', async () => {
  expect((await post('editor1', 'activity/saveOrUpdate', words({ policyId: 999_999 }))).fields?.[0]).toMatchObject({ path: 'policyId' })
  expect((await post('qy1', 'activity/saveOrUpdate', words({ policyId }))).fields?.[0]).toMatchObject({ path: 'policyId' })
  const id = await published()
  for (const who of ['leader1', 'qy1', 'gr1', 'dept1']) {
    expect((await get(who, 'activity/inviteCount', { id })).code, who).toBe('FORBIDDEN')
    expect((await post(who, 'activity/invite', { id, verdicts: ['near'] })).code, who).toBe('FORBIDDEN')
  }
  expect((await get('editor1', 'activity/inviteCount', { id: await published({ policyId: null }) })).msg).toContain('没有对应的政策')
  const { near, invited } = (await get('editor1', 'activity/inviteCount', { id })).data
  expect(near).toBeGreaterThan(0)
  expect(invited).toBe(0)
  expect((await post('editor1', 'activity/invite', { id, verdicts: [] })).fields?.[0]).toMatchObject({ path: 'verdicts' })
  expect((await post('editor1', 'activity/invite', { id, verdicts: ['near'] })).data.taskId).toEqual(expect.any(String))
  expect(await invite(id, ['near'])).toBeLessThanOrEqual(near)
  const first = await told(id)
  expect(first).toHaveLength(near)
  expect(await invite(id, ['near'])).toBe(0)
  // A company that withdrew its consent meanwhile gets no invitation.
  const other = await published()
  const gone = first[0]!.company_id
  await t.kernel.db.updateTable('company_facts').set({ authorized: false }).where('company_id', '=', gone).execute()
  expect(await invite(other, ['near'])).toBe(near - 1)
  expect((await told(other)).map((one) => one.company_id)).not.toContain(gone)
  await t.kernel.db.updateTable('company_facts').set({ authorized: true }).where('company_id', '=', gone).execute()
  // The invitation is in the ledger of each company.
  const { rows } = await sql<{
    ids: string[]
  }>`select company_ids::text[] as ids from archive_export where purpose = ${'邀请参加活动“申报辅导”'}`.execute(t.kernel.db)
  expect(rows.flatMap((row) => row.ids).map(Number)).toContain(gone)
  const notices = await t.kernel.db.selectFrom('notice').select('body').where('title', 'like', '邀请参加“申报辅导”%').execute()
  for (const { body } of notices) expect(body).toContain('差一点符合')
})

it('later changes are shown as counts, for five companies or more', async () => {
  const id = await published()
  await invite(id, ['near'])
  const companies = (await told(id)).map((one) => one.company_id)
  for (const [n, company_id] of companies.slice(0, 5).entries())
    await t.kernel.db
      .insertInto('train_enrol')
      .values({ activity_id: id, company_id, contact: '-', phone: '-', phone_index: `test-${id}-${n}`, state: 1 })
      .execute()
  expect((await get('editor1', 'activity/effect', { id })).data).toMatchObject({ since: null, attended: { companies: 0, was: null } })
  await sql`update train_activity set enrol_start = enrol_start - interval '3 days', enrol_end = enrol_end - interval '3 days',
    start_at = start_at - interval '3 days', end_at = end_at - interval '3 days' where id = ${id}`.execute(t.kernel.db)
  await freezeStandings(t.kernel)
  await freezeStandings(t.kernel)
  const enough = companies.length >= 5
  const before = (await get('leader1', 'activity/effect', { id })).data
  expect(before.attended.companies).toBe(Math.min(5, companies.length))
  if (!enough) return expect(before.attended.was).toBeNull()
  expect(before.attended).toMatchObject({ was: { near: 5, match: 0 }, now: { near: 5, match: 0 }, turned: 0 })
  // One of them meets it today.
  await sql`update company_match_result set near = array_remove(near, ${policyId}::int), met = met || ${policyId}::int, amount_min = amount_min || null::bigint,
    amount_max = amount_max || null::bigint where company_id = ${companies[0]!}`.execute(t.kernel.db)
  expect((await get('leader1', 'activity/effect', { id })).data.attended).toMatchObject({
    was: { near: 5 },
    now: { near: 4, match: 1 },
    turned: 1,
  })
  // With one company fewer only the number of companies is shown.
  await t.kernel.db.updateTable('company_facts').set({ authorized: false }).where('company_id', '=', companies[1]!).execute()
  expect((await get('leader1', 'activity/effect', { id })).data.attended).toEqual({ companies: 4, was: null, now: null, turned: null })
  for (const who of ['qy1', 'gr1', 'dept1']) expect((await get(who, 'activity/effect', { id })).code, who).toBe('FORBIDDEN')
})
