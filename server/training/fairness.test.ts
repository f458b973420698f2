import { beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { forget } from '../identity/index.ts'
import { erasePersonal } from '../kernel/access/personal-data.ts'
import { blindIndex, sealPii } from '../kernel/access/pii.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
const DAY = 86_400_000
const own: Record<string, string> = { qy1: '15420000001', qy2: '15420000002', gr1: '15420000003' }
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '0' } })
  for (const [name, phone] of Object.entries(own))
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
  title: '节能培训',
  type: '培训',
  enrolStartTime: at(-DAY),
  enrolEndTime: at(DAY),
  startTime: at(2 * DAY),
  endTime: at(2 * DAY + 10_800_000),
  place: '三楼会议室',
  maxNum: 1,
  units: [{ unitType: 1, unitName: '云溪县经济和信息化局（示例）', unitContact: '', unitPhone: '' }],
  ...more,
})
async function published(more: object = {}): Promise<number> {
  const { id } = (await post('editor1', 'activity/saveOrUpdate', words(more))).data
  await t.as('editor1').form('/train/activity/publish', { id: String(id) })
  return id
}
const enrol = async (who: string, id: number, phone = own[who]!) =>
  (await post(who, 'activity/enrol', { id, contact: '林小满', phone })).data
/** An activity some days ago, which another person attended. */
const wasHeld = (id: number, days: number, came = 1) =>
  sql`update train_activity set enrol_start = enrol_start - make_interval(days => ${days}), enrol_end = enrol_end - make_interval(days => ${days}),
    start_at = start_at - make_interval(days => ${days}), end_at = end_at - make_interval(days => ${days}), attend_num = ${came}
    where id = ${id}`.execute(t.kernel.db)

// Before: the seat stayed taken by nobody, and nothing of it was said before.
it('an account that is closed reads before that its seats are given back; the first who waits moves up', async () => {
  const id = await published()
  await enrol('gr1', id)
  expect(await enrol('qy2', id)).toMatchObject({ waiting: 1 })
  const open = async () => (await t.as('gr1').get('/sys/account/data')).body.data.open
  expect(await open()).toContainEqual({
    title: '还没有举办的活动报名',
    count: expect.any(Number),
    deadline: null,
    to: '/work/myInvolved',
    atClosing: '取消报名，名额让给候补的人',
  })
  const { id: user } = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'gr1').executeTakeFirstOrThrow()
  await t.kernel.db.transaction().execute((db) => erasePersonal(db, user))
  expect((await get('qy2', 'activity/findById', { id })).data.mine).toMatchObject([{ waiting: null }])
  expect((await get('editor1', 'activity/findById', { id })).data).toMatchObject({ enrolNum: 1 })
  expect((await open()).some(({ title }: { title: string }) => title === '还没有举办的活动报名')).toBe(false)
  await t.kernel.db.updateTable('train_enrol').set({ user_id: null }).where('user_id', '=', user).execute()
  // The other tests need this person's number, and the room.
  await t.kernel.db.updateTable('train_activity').set({ deleted: true }).where('id', '=', id).execute()
  await t.kernel.db
    .updateTable('sys_user')
    .set({ mobile: sealPii(t.kernel, own.gr1!), mobile_index: blindIndex(t.kernel, own.gr1!) })
    .where('id', '=', user)
    .execute()
  // The sessions were erased too. What is remembered of one lasts less than a second, and a visitor may read activities: log in again now.
  forget(t.kernel, { users: [user] })
  expect((await t.as('gr1').get('/sys/activeUser/info')).body.success).toBe(true)
})

it('a person who missed two activities in a year waits behind others; one missed activity or a cancellation has no effect', async () => {
  for (const [days, came] of [
    [10, 1],
    [30, 1],
  ] as const) {
    const id = await published({ maxNum: 9 })
    await enrol('gr1', id)
    await enrol('qy2', id)
    await wasHeld(id, days, came)
    if (days === 10)
      await sql`update train_enrol set state = 2 where activity_id = ${id} and phone_index = ${blindIndex(t.kernel, own.qy2!)}`.execute(
        t.kernel.db,
      )
  }
  // One too long ago, and one without attendance records.
  for (const [days, came] of [
    [400, 1],
    [20, 0],
  ] as const) {
    const id = await published({ maxNum: 9 })
    await enrol('qy2', id)
    await wasHeld(id, days, came)
  }
  const id = await published()
  expect(await enrol('qy1', id)).toMatchObject({ waiting: null, missed: [] })
  const missing = await enrol('gr1', id)
  expect(missing).toMatchObject({ waiting: 1, missed: [expect.any(String), expect.any(String)] })
  expect(await enrol('qy2', id)).toMatchObject({ waiting: 1, missed: [] })
  expect((await get('gr1', 'activity/findById', { id })).data.mine).toMatchObject([
    { waiting: 2, stateName: '候补第 2 位', missed: missing.missed },
  ])
  expect((await get('qy2', 'activity/findById', { id })).data.mine).toMatchObject([{ waiting: 1, missed: [] }])
  await t.as('qy1').form('/train/activity/cancelEnrol', { id: String(id) })
  expect((await get('qy2', 'activity/findById', { id })).data.mine).toMatchObject([{ waiting: null }])
  expect((await get('gr1', 'activity/findById', { id })).data.mine).toMatchObject([{ waiting: 1 }])
})

it('the publisher is told of a place booked twice, the participant of other enrolments at the same time', async () => {
  const first = await published({ title: '先订的活动', place: '八楼报告厅', maxNum: 5 })
  const told = await post('editor1', 'activity/saveOrUpdate', words({ place: '八楼报告厅', maxNum: 5 }))
  expect(told.data.clashes).toMatchObject([{ id: first, title: '先订的活动' }])
  for (const more of [
    { place: '九楼' },
    { place: '八楼报告厅', online: 1, liveUrl: 'https://live.example.cn/1' },
    { place: '八楼报告厅', startTime: at(3 * DAY), endTime: at(3 * DAY + 3_600_000) },
  ])
    expect((await post('editor1', 'activity/saveOrUpdate', words(more))).data.clashes).toEqual([])
  // Other publishers do not see drafts of staff.
  const secret = (await post('editor1', 'activity/saveOrUpdate', words({ place: '密室' }))).data.id
  expect((await post('qy1', 'activity/saveOrUpdate', words({ place: '密室' }))).data.clashes).toEqual([])
  expect((await post('editor1', 'activity/saveOrUpdate', words({ place: '密室' }))).data.clashes).toMatchObject([
    { id: secret },
    expect.anything(),
  ])
  const other = await published({ place: '别处', maxNum: 5 })
  expect((await get('gr1', 'activity/findById', { id: other })).data.clashes).toMatchObject([expect.anything()])
  await enrol('qy2', first)
  expect((await get('qy2', 'activity/findById', { id: other })).data.clashes.map((one: { id: number }) => one.id)).toContain(first)
  expect((await get(null, 'activity/findById', { id: other })).data.clashes).toEqual([])
  expect((await get('editor1', 'activity/findById', { id: other })).data.clashes).toEqual([])
})

it('the publisher sends messages to participants, at most five a day; nobody else does', async () => {
  const id = await published({ maxNum: 1 })
  const message = (who: string, more: object = {}) =>
    post(who, 'activity/message', { id, to: 'seated', content: '请带营业执照复印件', ...more })
  expect((await message('editor1')).msg).toBe('没有可以通知的人')
  await enrol('qy1', id)
  await enrol('qy2', id)
  for (const [who, code] of [
    ['gr1', 'FORBIDDEN'],
    ['qy1', 'NOT_FOUND'],
    ['leader1', 'FORBIDDEN'],
  ] as const)
    expect((await message(who)).code, who).toBe(code)
  expect((await message('editor1', { content: ' ' })).fields?.[0]).toMatchObject({ path: 'content' })
  expect((await message('editor1')).data).toEqual({ told: 1 })
  expect((await message('editor1', { to: 'all' })).data).toEqual({ told: 2 })
  const inbox = async (who: string) =>
    (
      await t.kernel.db
        .selectFrom('notice as n')
        .innerJoin('sys_user as u', 'u.id', 'n.user_id')
        .select('n.body')
        .where('u.user_name', '=', who)
        .where('n.body', '=', '请带营业执照复印件')
        .execute()
    ).length
  expect([await inbox('qy1'), await inbox('qy2'), await inbox('gr1')]).toEqual([2, 1, 0])
  await message('editor1')
  await message('editor1')
  expect((await t.as('editor1').post('/train/activity/message', { id, to: 'all', content: '第六次' })).status).toBe(429)
})
