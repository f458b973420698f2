import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { newestCode } from '../account/testing/codes.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { getChallenge } from '../kernel/testing/people.ts'
import { meeting } from '../kernel/testing/meeting.ts'

// Seen red: without the unique index market_visit_slot (two visits of one slot), without market_contact_once (20 rows for one request), and
// with rows that are neither locked nor moved by version (ten log rows instead of three; either guard alone keeps it green).
const clock = movableClock('2026-06-01T01:00:00Z')
let t: TestApp
const phones: Record<string, string> = { qy1: '15430000001', qy2: '15430000002', gr1: '15430000003' }
beforeAll(async () => {
  t = await testApp({ clock })
  const { blindIndex, sealPii } = await import('../kernel/access/pii.ts')
  for (const [name, phone] of Object.entries(phones))
    await t.kernel.db
      .updateTable('sys_user')
      .set({ mobile: sealPii(t.kernel, phone), mobile_index: blindIndex(t.kernel, phone) })
      .where('user_name', '=', name)
      .execute()
})
const post = async (who: string, what: string, body: object) => (await t.as(who).post(what, body)).body
const wish = (n: number) => ({
  title: `求租 ${n}`,
  streetIds: [],
  trade: '4',
  areaMin: 800,
  contactPerson: '上官问渠',
  contactPhone: phones.qy1,
})
const many = <T>(count: number, of: (n: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, (_, n) => of(n)))
async function listed(n: number): Promise<{ id: number; version: number }> {
  const { data } = await post('qy1', '/workshop/demand/save', wish(n))
  const { data: passed } = await post('market1', '/workshop/demand/updateReviewState', {
    id: data.id,
    version: data.version,
    reviewState: 1,
  })
  return { id: data.id, version: passed.version }
}

it('fifty parallel bookings of one slot make one visit', async () => {
  const { id } = await listed(1)
  await post('qy1', '/market/visit/offer', { kind: 'workshopDemand', id, starts: ['2026-06-10 09:00:00'] })
  const [slot] = (await t.as('qy1').get('/market/visit/slots', { kind: 'workshopDemand', id })).body.data
  const answers = await many(50, (n) =>
    post(n % 2 ? 'gr1' : 'qy2', '/market/visit/book', { slotId: slot.id, phone: phones[n % 2 ? 'gr1' : 'qy2'] }),
  )
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(
    answers.every(({ success, code }) => success || ['TAKEN', 'TWICE'].includes(code ?? '')),
    JSON.stringify(answers.map(({ code }) => code)),
  ).toBe(true)
  const { n } = await t.kernel.db
    .selectFrom('market_visit')
    .where('item_id', '=', id)
    .where('state', '!=', 1)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(1)
})

// Seen red without the lock of the user in bookVisit.
it('thirty parallel bookings of thirty places by one account make twenty visits', async () => {
  const account = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'gr1').executeTakeFirstOrThrow()
  // The sample data has visits of its own.
  await t.kernel.db.deleteFrom('market_visit').where('user_id', '=', account.id).execute()
  const slots: { id: number }[] = []
  for (let n = 0; n < 30; n++) {
    const { id } = await listed(200 + n)
    await post('qy1', '/market/visit/offer', { kind: 'workshopDemand', id, starts: ['2026-06-12 09:00:00'] })
    slots.push((await t.as('qy1').get('/market/visit/slots', { kind: 'workshopDemand', id })).body.data[0])
  }
  const answers = await many(30, (n) => post('gr1', '/market/visit/book', { slotId: slots[n]!.id, phone: phones.gr1 }))
  expect(answers.map(({ success, code }) => (success ? 'booked' : code)).toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 'LIMIT'),
    ...Array.from({ length: 20 }, () => 'booked'),
  ])
  await t.kernel.db.deleteFrom('market_visit').where('user_id', '=', account.id).execute()
})

// Seen red without the locks of the half hour in bookVisit and closeSlot: both succeeded.
it('of a parallel booking and taking back of a half hour one succeeds', async () => {
  const { id } = await listed(3)
  for (let round = 0; round < 10; round++) {
    const start = `2026-06-11 ${String(9 + round).padStart(2, '0')}:00:00`
    await post('qy1', '/market/visit/offer', { kind: 'workshopDemand', id, starts: [start] })
    const slot = await t.kernel.db
      .selectFrom('market_slot')
      .select('id')
      .where('item_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const [booked, closed] = await meeting(t, 2, () =>
      Promise.all([
        post('gr1', '/market/visit/book', { slotId: slot.id, phone: phones.gr1 }),
        post('qy1', '/market/visit/close', { slotId: slot.id }),
      ]),
    )
    expect([booked.success, closed.success].filter(Boolean), JSON.stringify([booked, closed])).toHaveLength(1)
    if (booked.success) await post('gr1', '/market/visit/cancel', { id: booked.data.id })
  }
})

// Seen red without the lock of half hour and item in bookVisit: the visit stayed.
it('a visit that is booked while its item is taken down does not stay', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, version } = await listed(30 + round)
    await post('qy1', '/market/visit/offer', { kind: 'workshopDemand', id, starts: ['2026-06-12 09:00:00'] })
    const [slot] = (await t.as('qy1').get('/market/visit/slots', { kind: 'workshopDemand', id })).body.data
    const [booked, down] = await meeting(t, 2, () =>
      Promise.all([
        post('gr1', '/market/visit/book', { slotId: slot.id, phone: phones.gr1 }),
        post('qy1', '/workshop/demand/updateReviewState', { id, version, reviewState: 3 }),
      ]),
    )
    expect(down).toMatchObject({ success: true })
    const open = await t.kernel.db.selectFrom('market_visit').select('id').where('item_id', '=', id).where('state', '=', 0).execute()
    expect(open, JSON.stringify(booked)).toEqual([])
  }
})

it('one who asks twenty times at once has asked once', async () => {
  const { id } = await listed(2)
  const answers = await many(20, () =>
    post('gr1', '/market/contact/request', { kind: 'workshopDemand', id, phone: phones.gr1, message: '想看一下' }),
  )
  expect(answers.every(({ success }) => success)).toBe(true)
  const rows = await t.kernel.db.selectFrom('market_contact').select('id').where('item_id', '=', id).execute()
  expect(rows).toHaveLength(1)
  const item = await t.kernel.db.selectFrom('market_item').select('contact_num').where('id', '=', id).executeTakeFirstOrThrow()
  expect(item.contact_num).toBe(1)
})

// Seen red: each of the parallel requests for one item counted, so that the next item was refused for that day.
it('of twenty-four parallel requests for contacts twenty are answered; repeated ones count once', async () => {
  const account = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'qy2').executeTakeFirstOrThrow()
  // The sample data has requests of its own.
  await t.kernel.db.deleteFrom('market_contact').where('user_id', '=', account.id).execute()
  const made: { id: number }[] = []
  for (let n = 0; n < 24; n++) made.push(await listed(300 + n))
  const ask = (id: number) => post('qy2', '/market/contact/request', { kind: 'workshopDemand', id, phone: phones.qy2, message: '想看一下' })
  const twice = await many(20, () => ask(made[0]!.id))
  expect(twice.every(({ success }) => success)).toBe(true)
  const answers = await Promise.all(made.map(({ id }) => ask(id)))
  expect(answers.filter(({ success }) => success)).toHaveLength(20)
  expect(new Set(answers.filter(({ success }) => !success).map(({ code, msg }) => `${code} ${msg}`))).toEqual(
    new Set(['TOO_MANY 每天最多索取 20 个联系方式，请明天再试']),
  )
  const rows = await t.kernel.db
    .selectFrom('market_contact')
    .select('id')
    .where(
      'item_id',
      'in',
      made.map(({ id }) => id),
    )
    .execute()
  expect(rows).toHaveLength(20)
  expect((await ask(made[0]!.id)).success).toBe(true)
})

it('parallel review, change and take-down: every move has one log row, and the last state is that of the last row', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, version } = await listed(10 + round)
    await Promise.all([
      ...Array.from({ length: 6 }, () => post('qy1', '/workshop/demand/updateReviewState', { id, version, reviewState: 3 })),
      ...Array.from({ length: 6 }, () =>
        post('market1', '/workshop/demand/updateReviewState', { id, version, reviewState: 3, reviewOpinion: '不实' }),
      ),
      ...Array.from({ length: 6 }, (_, n) => post('qy1', '/workshop/demand/save', { ...wish(10 + round), areaMin: 900 + n, id, version })),
    ])
    const steps = await t.kernel.db
      .selectFrom('flow_log')
      .select(['move', 'to_state', 'row_version'])
      .where('flow', '=', 'market')
      .where('row_id', '=', id)
      .orderBy('id')
      .execute()
    const row = await t.kernel.db.selectFrom('market_item').select(['state', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
    expect(steps).toHaveLength(3)
    expect(Number(steps.at(-1)!.to_state)).toBe(row.state)
    expect(new Set(steps.slice(1).map((step) => step.row_version)).size).toBe(2)
    expect(row.version).toBe(version + 1)
  }
})

async function ownRows(title: string): Promise<number[]> {
  const rows = await t.kernel.db.selectFrom('market_item').select('id').where('title', 'like', `${title}%`).orderBy('id').execute()
  return rows.map(({ id }) => id)
}
const sold = { title: '同一张表 ', streetIds: [], trade: '4', areaMin: 900, contactPerson: '上官问渠', contactPhone: phones.gr1 }

// Seen red without the lock of lockOwner: four items.
it('the same form sent four times at once makes one item, and everybody gets its answer', async () => {
  const answers = await many(4, () => post('gr1', '/workshop/demand/save', sold))
  const ids = await ownRows('同一张表')
  expect(ids).toHaveLength(1)
  expect(answers.map(({ data }) => data)).toEqual(Array.from({ length: 4 }, () => ({ id: ids[0], reviewState: 0, version: 1 })))
  const { n } = await t.kernel.db
    .selectFrom('flow_log')
    .where('flow', '=', 'market')
    .where('row_id', '=', ids[0]!)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(1)
  // One with other figures, one of somebody else, and one after a minute are items of their own.
  await post('gr1', '/workshop/demand/save', { ...sold, areaMin: 901 })
  await post('qy2', '/workshop/demand/save', { ...sold, contactPhone: phones.qy2 })
  clock.advance(61_000)
  await post('gr1', '/workshop/demand/save', sold)
  expect(await ownRows('同一张表')).toHaveLength(4)
})

// Seen red: the first form used the code, and the others were told that it had expired.
it('parallel forms with one code of a new number are all accepted; a wrong code is not, and five of them end it', async () => {
  const phone = '15430000077'
  const codeFor = async (number: string, already: number) => {
    const { cookies } = await getChallenge(t.http)
    const payload = new URLSearchParams({ phone: number, verifiCode: 't3st' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await t.as('gr1').send({ method: 'POST', url: '/workshop/demand/sendVerificationCode', cookies, headers, payload })
    return newestCode(t, number, already + 1)
  }
  const verifyCode = await codeFor(phone, 0)
  const form = { ...sold, title: '一个验证码', contactPhone: phone, verifyCode }
  const answers = await many(8, () => post('gr1', '/workshop/demand/save', form))
  expect(new Set(answers.map((answer) => JSON.stringify(answer.data ?? answer.fields)))).toEqual(
    new Set([JSON.stringify({ id: (await ownRows('一个验证码'))[0], reviewState: 0, version: 1 })]),
  )
  const other = '15430000078'
  const right = await codeFor(other, 0)
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  const guesses = await many(8, () =>
    post('gr1', '/workshop/demand/save', { ...form, title: '猜的', contactPhone: other, verifyCode: wrong }),
  )
  expect(guesses.filter(({ success }) => success)).toEqual([])
  expect(guesses.filter(({ fields }) => fields?.[0]?.message === '请输入正确的验证码')).toHaveLength(5)
  const late = await post('gr1', '/workshop/demand/save', { ...form, title: '猜的', contactPhone: other, verifyCode: right })
  expect(late.fields).toEqual([{ path: 'verifyCode', message: '验证码已失效，请重新获取' }])
})

// Seen red without the lock of lockOwner: all four were added.
it('an owner adds at most 200 items a day, also with four at once', async () => {
  const { data } = await post('gr1', '/workshop/demand/save', { ...sold, title: '当天的需求' })
  await sql`insert into market_item (kind, title, street_ids, facts, contact, phone, phone_index, origin, user_id, created_by, fresh_at, created_at, updated_at)
    select kind, title || n, street_ids, facts, contact, phone, phone_index, origin, user_id, created_by, fresh_at, created_at, updated_at
      from market_item i, generate_series(1, 199 - (select count(*)::int from market_item o where o.user_id = i.user_id)) n
      where i.id = ${data.id}`.execute(t.kernel.db)
  const wishing = (n: number) => post('gr1', '/workshop/demand/save', { ...sold, title: `当天的需求，最后 ${n}` })
  const answers = await many(4, wishing)
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 'LIMIT')).toHaveLength(3)
  expect(answers.find(({ success }) => !success)!.msg).toBe('每天最多新增 200 条供需信息，请明天再试')
  expect((await post('qy2', '/workshop/demand/save', { ...sold, title: '别人的', contactPhone: phones.qy2 })).success).toBe(true)
  await sql`update market_item set created_at = created_at - interval '1 day' where title like '当天的需求%'`.execute(t.kernel.db)
  expect((await wishing(9)).success).toBe(true)
})
