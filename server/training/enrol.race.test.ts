import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { blindIndex, sealPii } from '../kernel/access/pii.ts'
import { testApp, testEngine, type TestApp } from '../kernel/testing/harness.ts'
import { remind } from './remind.ts'

const PEOPLE = 40
let t: TestApp
const phoneOf = (n: number) => `1390000${String(n).padStart(4, '0')}`
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '0' } })
  // Forty individuals with bound numbers, so that no code is needed.
  const { id: _, ...gr1 } = await t.kernel.db.selectFrom('sys_user').selectAll().where('user_name', '=', 'gr1').executeTakeFirstOrThrow()
  const roles = await t.kernel.db.selectFrom('user_role').selectAll().where('user_id', '=', _).execute()
  for (let n = 0; n < PEOPLE; n++) {
    const mobile = { mobile: sealPii(t.kernel, phoneOf(n)), mobile_index: blindIndex(t.kernel, phoneOf(n)) }
    const person = { ...gr1, ...mobile, user_name: `racer${n}`, account_id: null, display: null }
    const { id } = await t.kernel.db.insertInto('sys_user').values(person).returning('id').executeTakeFirstOrThrow()
    await t.kernel.db
      .insertInto('user_role')
      .values(roles.map((role) => ({ ...role, user_id: id })))
      .execute()
  }
  await Promise.all(
    ['editor1', ...Array.from({ length: PEOPLE }, (_, n) => `racer${n}`)].map((who) => t.as(who).get('/train/activity/listMy')),
  )
}, 60_000)
const DAY = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const words = (maxNum: number) => ({
  title: '抢名额的培训',
  type: '培训',
  enrolStartTime: at(-1),
  enrolEndTime: at(9),
  startTime: at(10),
  endTime: at(11),
  place: '报告厅',
  maxNum,
  perCompany: 50,
  units: [{ unitType: 1, unitName: '县经信局', unitContact: '', unitPhone: '' }],
})
async function published(maxNum: number, more: object = {}): Promise<number> {
  const { id } = (await t.as('editor1').post('/train/activity/saveOrUpdate', { ...words(maxNum), ...more })).body.data
  expect((await t.as('editor1').form('/train/activity/publish', { id: String(id) })).body.data.status).toBe(7)
  return id
}
/** Repeats the request after a moment when the server is busy, as a browser does. */
async function enrol(id: number, n: number) {
  for (;;) {
    const reply = await t.as(`racer${n}`).post('/train/activity/enrol', { id, contact: `第${n}人`, phone: phoneOf(n) })
    if (reply.status !== 503) return reply
    await new Promise((done) => setTimeout(done, 50))
  }
}
const rowsOf = (id: number) =>
  t.kernel.db
    .selectFrom('train_enrol')
    .select(['id', 'state', 'wait_no', 'company_id'])
    .where('activity_id', '=', id)
    .where('state', '!=', 2)
    .execute()
const countsOf = (id: number) =>
  t.kernel.db.selectFrom('train_activity').select(['enrol_num', 'wait_num', 'max_num']).where('id', '=', id).executeTakeFirstOrThrow()

/** Counters equal the rows; nobody waits while a seat is free. */
async function isWhole(id: number): Promise<void> {
  const [rows, counts] = [await rowsOf(id), await countsOf(id)]
  const seated = rows.filter((row) => row.wait_no === null).length
  expect([counts.enrol_num, counts.wait_num]).toEqual([seated, rows.length - seated])
  expect(seated).toBeLessThanOrEqual(counts.max_num)
  if (rows.length > seated) expect(seated).toBe(counts.max_num)
}

// Seen red without `forUpdate` in lockSeats.
it('forty parallel enrolments for ten seats: ten seats and an ordered waiting list', async () => {
  const id = await published(10)
  const replies = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => enrol(id, n)))
  const answers = replies.map(({ body }) => body)
  expect(answers.filter((body) => !body.success)).toEqual([])
  const places = answers.map((body) => body.data.waiting as number | null)
  expect(places.filter((place) => place === null)).toHaveLength(10)
  expect(places.filter((place) => place !== null).toSorted((a, b) => a - b)).toEqual(Array.from({ length: PEOPLE - 10 }, (_, n) => n + 1))
  await isWhole(id)
})

// Seen red without the door for enrolments in pressure.ts: everybody who was refused was told to come back after five seconds.
it('of six hundred at once, who is refused gets an own time to come back', async () => {
  const id = await published(5)
  const replies = await Promise.all(
    Array.from({ length: 600 }, (_, n) =>
      t.as(`racer${n % PEOPLE}`).post('/train/activity/enrol', { id, contact: `第${n}次`, phone: phoneOf(n % PEOPLE) }),
    ),
  )
  expect(replies.filter(({ status }) => ![200, 400, 503].includes(status))).toEqual([])
  const refused = replies.filter(({ status }) => status === 503)
  const times = Map.groupBy(refused, ({ headers }) => Number(headers['retry-after']))
  expect(refused.length).toBeGreaterThan(100)
  expect(times.size).toBeGreaterThan(1)
  expect([...times.keys()].every((seconds) => seconds >= 1 && seconds <= 30)).toBe(true)
  expect([...times.values()].every((same) => same.length <= 160)).toBe(true)
  await isWhole(id)
})

// Seen red without `forUpdate` in lockSeats and the unique index train_enrol_once.
it('twelve parallel enrolments of one person make one', async () => {
  const id = await published(9)
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => t.as('racer1').post('/train/activity/enrol', { id, contact: `第${n}次`, phone: phoneOf(1) })),
  )
  expect(await rowsOf(id)).toHaveLength(1)
  await isWhole(id)
})

// Seen red without `forUpdate` in lockAny: the counters did not equal the rows.
it('parallel enrolments, cancellations and enlargement keep counters and rows equal', async () => {
  const id = await published(3)
  await Promise.all(Array.from({ length: 10 }, (_, n) => enrol(id, n)))
  const seen = (await t.as('editor1').get('/train/activity/findById', { id })).body.data
  const times = { enrolStartTime: seen.enrolStartTime, enrolEndTime: seen.enrolEndTime, startTime: seen.startTime, endTime: seen.endTime }
  await Promise.all([
    ...Array.from({ length: 6 }, (_, n) => t.as(`racer${n}`).form('/train/activity/cancelEnrol', { id: String(id) })),
    ...Array.from({ length: 8 }, (_, n) => enrol(id, 20 + n)),
    t.as('editor1').post('/train/activity/saveOrUpdate', { ...words(5), ...times, id, version: seen.standing.version }),
  ])
  await isWhole(id)
  expect(await countsOf(id)).toMatchObject({ max_num: 5, enrol_num: 5, wait_num: 7 })
})

// Seen red without the turns in `seating`: each of the twenty held a connection, and the visitor got none.
it.runIf(testEngine === 'postgres')('while many wait for one activity, the database has connections for the others', async () => {
  const [id, other] = [await published(40), await published(5)]
  await Promise.all(Array.from({ length: 20 }, (_, n) => enrol(id, n)))
  const holder = new pg.Client({ connectionString: t.database.target.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from train_activity where id = $1 for update', [id])
  const leaving = Array.from({ length: 20 }, (_, n) => t.as(`racer${n}`).form('/train/activity/cancelEnrol', { id: String(id) }))
  await sleep(500)
  const visit = t.as(null).get('/train/activity/findById', { id: other })
  const answered = await Promise.race([visit.then(({ status }) => status), sleep(2000)])
  await holder.query('commit')
  await holder.end()
  expect(answered).toBe(200)
  expect((await Promise.all(leaving)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  await isWhole(id)
})

// Seen red without the condition on `reminded` in the update of remindOf.
it('several processes remind of an activity once', async () => {
  await remind(t.kernel)
  const id = await published(5, { title: '只提醒一次的培训', enrolEndTime: at(2), startTime: at(2.5), endTime: at(3) })
  await Promise.all([enrol(id, 1), enrol(id, 2)])
  const found = await Promise.all(Array.from({ length: 6 }, () => remind(t.kernel)))
  expect(found.reduce((sum, one) => sum + one, 0)).toBe(1)
  const told = await t.kernel.db
    .selectFrom('notice')
    .select('user_id')
    .where('link', 'like', `%id=${id}`)
    .where('title', 'like', '%举办“只提醒一次的培训”%')
    .execute()
  expect(told).toHaveLength(2)
})
