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
  // Most demo companies have no account.
  await sql`insert into sys_user (user_name, name, type, company_id) select 'of-' || c.id, c.name, 'QY', c.id from company c
    where not exists (select from sys_user u where u.company_id = c.id and u.enabled)`.execute(t.kernel.db)
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
  // A company whose users have all switched off invitations gets none and does not count as invited.
  const own = first[1]!.company_id
  const { id: qy1 } = await t.kernel.db
    .updateTable('sys_user')
    .set({ company_id: own })
    .where('user_name', '=', 'qy1')
    .returning('id')
    .executeTakeFirstOrThrow()
  const colleagues = await t.kernel.db
    .selectFrom('sys_user')
    .select('id')
    .where('company_id', '=', own)
    .where('enabled', '=', true)
    .execute()
  for (const { id: user_id } of colleagues)
    await t.kernel.db
      .insertInto('notice_setting')
      .values({ user_id, off_kinds: ['invitation'] })
      .onConflict((c) => c.column('user_id').doUpdateSet({ off_kinds: ['invitation'] }))
      .execute()
  const third = await published()
  await invite(third, ['near'])
  expect((await told(third)).map((one) => one.company_id)).not.toContain(own)
  expect((await told(third)).length).toBeGreaterThan(0)
  const got = () =>
    t.kernel.db.selectFrom('notice').select('id').where('user_id', '=', qy1).where('key', 'like', 'train:invite:%').execute()
  const before = (await got()).length
  await t.as('qy1').post('/sys/notice/saveSetting', { smsKinds: [], offKinds: [] })
  await invite(third, ['near'])
  expect((await told(third)).map((one) => one.company_id)).toContain(own)
  expect((await got()).length).toBe(before + 1)
  // The invitation is recorded in the ledger of each company.
  const { rows } = await sql<{
    ids: string[]
  }>`select company_ids::text[] as ids from archive_export where purpose = ${'邀请参加活动“申报辅导”'}`.execute(t.kernel.db)
  expect(rows.flatMap((row) => row.ids).map(Number)).toContain(gone)
  // Each notice says why, with what is missing.
  const notices = await t.kernel.db.selectFrom('notice').select('body').where('title', 'like', '邀请参加“申报辅导”%').execute()
  expect(notices.length).toBeGreaterThan(0)
  for (const { body } of notices) expect(body).toMatch(/差一点符合《.+》：还差/)
})

it('a company in which nobody has an account in service is counted apart, not invited and not noted as invited', async () => {
  const id = await published()
  const counts = async () => (await get('editor1', 'activity/inviteCount', { id })).data
  const { near, unreached } = await counts()
  expect(unreached).toEqual({ match: 0, near: 0 })
  const [company] = await t.kernel.db
    .selectFrom('company_match_result as r')
    .innerJoin('company_facts as f', 'f.company_id', 'r.company_id')
    .select('r.company_id')
    .where('f.authorized', '=', true)
    .where(sql<boolean>`${policyId}::int = any(r.near)`)
    .orderBy('r.company_id', 'desc')
    .limit(1)
    .execute()
  const enable = (enabled: boolean) =>
    t.kernel.db.updateTable('sys_user').set({ enabled }).where('company_id', '=', company!.company_id).execute()
  await enable(false)
  expect(await counts()).toMatchObject({ near, unreached: { match: 0, near: 1 } })
  await invite(id, ['near'])
  expect((await told(id)).map((one) => one.company_id)).not.toContain(company!.company_id)
  // Once somebody can log in, the company is invited like the others.
  await enable(true)
  await invite(id, ['near'])
  expect((await told(id)).map((one) => one.company_id)).toContain(company!.company_id)
})

it('nobody is invited any more when the task gets to it after enrolment has closed', async () => {
  const id = await published()
  await sql`update train_activity set enrol_start = enrol_start - interval '3 days', enrol_end = enrol_end - interval '3 days' where id = ${id}`.execute(
    t.kernel.db,
  )
  expect(await invite(id, ['near', 'match'])).toBe(0)
  expect(await told(id)).toEqual([])
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
  // Five are needed to see anything; the demo has them.
  expect(companies.length).toBeGreaterThanOrEqual(5)
  const before = (await get('leader1', 'activity/effect', { id })).data
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
  expect((await get('leader1', 'activity/effect', { id })).data.attended).toEqual({
    companies: 4,
    was: null,
    now: null,
    turned: null,
    declared: null,
    paid: null,
    paidAmount: null,
  })
  for (const who of ['qy1', 'gr1', 'dept1']) expect((await get(who, 'activity/effect', { id })).code, who).toBe('FORBIDDEN')
})

it('verdicts are kept anew when a delay opens enrolment again, so that who comes then is among them', async () => {
  const id = await published()
  await invite(id, ['near'])
  const [company_id] = (await told(id)).map((one) => one.company_id)
  await sql`update train_activity set enrol_start = enrol_start - interval '3 days', enrol_end = enrol_end - interval '3 days' where id = ${id}`.execute(
    t.kernel.db,
  )
  await freezeStandings(t.kernel)
  const seen = async () => (await get('editor1', 'activity/effect', { id })).data
  const { since, absent } = await seen()
  expect(since).not.toBeNull()
  expect(absent.companies).toBeGreaterThan(0)
  const { version } = (await get('editor1', 'activity/findById', { id })).data.standing
  const wish = { newStartTime: at(5 * DAY), newEndTime: at(5 * DAY + 10_800_000), newEnrolEndTime: at(4 * DAY), reason: '讲师航班取消' }
  expect(await post('editor1', 'activity/delay', { id, version, ...wish })).toMatchObject({ success: true })
  expect(await seen()).toMatchObject({ since: null, absent: { companies: 0 } })
  await t.kernel.db.deleteFrom('train_invite').where('activity_id', '=', id).execute()
  await t.kernel.db
    .insertInto('train_enrol')
    .values({ activity_id: id, company_id: company_id!, contact: '-', phone: '-', phone_index: `late-${id}`, state: 0 })
    .execute()
  await sql`update train_activity set enrol_end = now() - interval '1 minute' where id = ${id}`.execute(t.kernel.db)
  await freezeStandings(t.kernel)
  expect((await seen()).absent.companies).toBe(1)
})

it('verdicts for one policy are never compared with those for another', async () => {
  const id = await published()
  await invite(id, ['near'])
  await sql`update train_activity set enrol_start = enrol_start - interval '3 days', enrol_end = enrol_end - interval '3 days' where id = ${id}`.execute(
    t.kernel.db,
  )
  await freezeStandings(t.kernel)
  const { standing, enrolStartTime, enrolEndTime, startTime, endTime } = (await get('editor1', 'activity/findById', { id })).data
  const { rows } = await sql<{
    id: number
  }>`select id::int as id from policy where state = 2 and id <> ${policyId} order by id limit 1`.execute(t.kernel.db)
  const times = { enrolStartTime, enrolEndTime, startTime, endTime }
  const other = { ...words({ policyId: rows[0]!.id }), ...times, id, version: standing.version }
  expect(await post('editor1', 'activity/saveOrUpdate', other)).toMatchObject({ success: true })
  expect((await get('editor1', 'activity/effect', { id })).data).toMatchObject({ since: null, absent: { companies: 0 } })
})

/** A declaration of this company for the policy, sent now. */
async function declares(companyId: number): Promise<number> {
  const { db } = t.kernel
  const row = await db
    .selectFrom('declaration')
    .select(['id', 'project_id'])
    .where('deleted_at', 'is', null)
    .where('state', '=', 'approved')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('project').set({ policy_id: policyId }).where('id', '=', row.project_id).execute()
  await db
    .updateTable('declaration')
    .set({ deleted_at: new Date() })
    .where('project_id', '=', row.project_id)
    .where('id', '!=', row.id)
    .execute()
  await db.updateTable('declaration').set({ company_id: companyId, submit_time: new Date() }).where('id', '=', row.id).execute()
  return row.id
}

it('on request, companies that have declared already or do not have the tag are not invited', async () => {
  await sql`update company_facts set authorized = true where company_id in (select company_id from company_match_result where ${policyId}::int = any(near))`.execute(
    t.kernel.db,
  )
  const id = await published()
  const all = (await get('editor1', 'activity/inviteCount', { id })).data
  const { rows } = await sql<{
    id: number
  }>`select r.company_id::int as id from company_match_result r join company_facts f on f.company_id = r.company_id
    where f.authorized and ${policyId}::int = any(r.near) order by 1 limit 2`.execute(t.kernel.db)
  const [one, other] = rows.map((row) => row.id) as [number, number]
  const countNow = async (more: object) => (await get('editor1', 'activity/inviteCount', { id, ...more })).data.near as number
  const before = await countNow({ declared: 0 })
  await declares(one)
  const after = await countNow({ declared: 0 })
  expect(after).toBe(before - 1)
  expect(after).toBeLessThan(all.near)
  expect((await get('editor1', 'activity/inviteCount', { id, declared: 1 })).fields?.[0]).toMatchObject({ path: 'declared' })
  const { id: tagId } = await t.kernel.db
    .insertInto('tag')
    .values({ name: `只邀请这些 ${Math.random()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const company_id of [one, other])
    await t.kernel.db.insertInto('tag_company').values({ tag_id: tagId, company_id, source: 'manual' }).execute()
  expect(await countNow({ tagIds: String(tagId) })).toBe(2)
  expect(await countNow({ tagIds: String(tagId), declared: 0 })).toBe(1)
  expect(await countNow({ tagIds: '999999' })).toBe(0)
  await sendInvitations(t.kernel, { id, verdicts: ['near'], declared: 0, tagIds: [tagId], by: { userId: 1, officeId: null } })
  expect((await told(id)).map((row) => row.company_id)).toEqual([other])
})

it('declarations and payments since then are shown for groups of five companies or more', async () => {
  const id = await published()
  await invite(id, ['near', 'match'])
  const companies = (await told(id)).map((row) => row.company_id)
  for (const [n, company_id] of companies.slice(0, 6).entries())
    await t.kernel.db
      .insertInto('train_enrol')
      .values({ activity_id: id, company_id, contact: '-', phone: '-', phone_index: `test-${id}-${n}`, state: 1 })
      .execute()
  await sql`update train_activity set enrol_start = enrol_start - interval '3 days', enrol_end = enrol_end - interval '3 days',
    start_at = start_at - interval '3 days', end_at = end_at - interval '3 days' where id = ${id}`.execute(t.kernel.db)
  await freezeStandings(t.kernel)
  const seen = async () => (await get('leader1', 'activity/effect', { id })).data
  const before = await seen()
  expect(before.attended.companies).toBeGreaterThanOrEqual(5)
  const came = companies[1]!
  expect(before.attended).toMatchObject({ declared: 0, paid: 0, paidAmount: 0 })
  const declarationId = await declares(came)
  await sql`delete from allowance where declaration_id = ${declarationId}`.execute(t.kernel.db)
  await t.kernel.db
    .insertInto('allowance')
    .values({
      company_id: came,
      policy_id: null,
      declaration_id: declarationId,
      project_name: '测试项目',
      year: 2026,
      amount: 12_345_600,
      files: '[]',
      source: 'declaration',
      state: 3,
      pay_date: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
    })
    .execute()
  const now = await seen()
  expect(now.attended).toMatchObject({ declared: 1, paid: 1, paidAmount: 12.3456 })
  expect(now.absent).toEqual(before.absent)
})
