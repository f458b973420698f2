import { beforeAll, describe, expect, it } from 'vitest'
import { activityStatus, canEnrol } from '../../contract/training/status.ts'
import { sql } from 'kysely'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { activities, standingOf, columns } from './activity-queries.ts'
import { hasStatus, openSql, statusSql } from './status-sql.ts'
import { changing } from './visible.ts'

const clock = movableClock('2026-06-01T01:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock, env: { POLICY_REVIEW: '1' } })
})
const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
const post = async (who: string | null, what: string, body: object) => (await t.as(who).post(`/train/${what}`, body)).body
const form = async (who: string | null, what: string, body: Record<string, string>) => (await t.as(who).form(`/train/${what}`, body)).body
const get = async (who: string | null, what: string, query: Record<string, unknown> = {}) =>
  (await t.as(who).get(`/train/${what}`, query)).body
const host = { unitType: 1, unitName: '云溪县经济和信息化局（示例）', unitContact: '', unitPhone: '' }
let n = 0
const words = (more: object = {}) => ({
  title: `第 ${++n} 期用能培训`,
  type: '培训',
  content: '<p>节能改造</p>',
  enrolStartTime: at(-HOUR),
  enrolEndTime: at(9 * DAY),
  startTime: at(10 * DAY),
  endTime: at(10 * DAY + 3 * HOUR),
  place: '县经信局四楼会议室',
  maxNum: 2,
  units: [host],
  ...more,
})
const saved = async (who: string, more: object = {}): Promise<number> => {
  const answer = await post(who, 'activity/saveOrUpdate', words(more))
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  return answer.data.id
}
/** Written by one user, approved by another. */
async function published(more: object = {}): Promise<number> {
  const id = await saved('editor1', more)
  expect((await form('editor1', 'activity/publish', { id: String(id) })).data.status).toBe(13)
  const { version } = (await get('leader1', 'activity/findById', { id })).data.standing
  const passed = await post('leader1', 'activity/updateReviewState', { id, version, reviewState: 'pass' })
  expect(passed, JSON.stringify(passed)).toMatchObject({ success: true })
  return id
}
const own: Record<string, string> = { qy1: '15420000001', qy2: '15420000002', gr1: '15420000003' }
const enrol = (who: string, id: number, phone = own[who]!) => t.as(who).post('/train/activity/enrol', { id, contact: '林小满', phone })
/** The numbers of the demo accounts are bound, so no code is needed. */
const bind = async () => {
  const { blindIndex, sealPii } = await import('../kernel/access/pii.ts')
  for (const [name, phone] of Object.entries(own))
    await t.kernel.db
      .updateTable('sys_user')
      .set({ mobile: sealPii(t.kernel, phone), mobile_index: blindIndex(t.kernel, phone) })
      .where('user_name', '=', name)
      .execute()
}
/** Moves all times of this activity to the past, because moving the clock would end sessions. */
const pass = (id: number, ms: number) =>
  changing(t.kernel, (db) =>
    sql`update train_activity set enrol_start = enrol_start - make_interval(secs => ${ms / 1000}), enrol_end = enrol_end - make_interval(secs => ${ms / 1000}),
    start_at = start_at - make_interval(secs => ${ms / 1000}), end_at = end_at - make_interval(secs => ${ms / 1000}),
    delayed_from = delayed_from - make_interval(secs => ${ms / 1000}) where id = ${id}`.execute(db),
  )
const statusOf = async (id: number, who: string | null = null) => (await get(who, 'activity/findById', { id })).data?.status

describe('an activity', () => {
  it('is written by its publisher, reviewed by another person, and hidden from others before', async () => {
    expect((await post('gr1', 'activity/saveOrUpdate', words())).code).toBe('FORBIDDEN')
    expect((await post('dept1', 'activity/saveOrUpdate', words())).code).toBe('FORBIDDEN')
    const id = await saved('editor1', { units: [] })
    for (const who of [null, 'qy1', 'gr1', 'dept1'])
      expect((await get(who, 'activity/findById', { id })).code, String(who)).toBe('NOT_FOUND')
    expect((await form('editor1', 'activity/publish', { id: String(id) })).msg).toBe('发布前请至少填写一个主办单位')
    const { version } = (await get('editor1', 'activity/findById', { id })).data.standing
    expect(await post('editor1', 'activity/saveOrUpdate', { ...words(), id, version })).toMatchObject({ success: true })
    expect((await form('editor1', 'activity/publish', { id: String(id) })).data.status).toBe(13)
    expect((await post('editor1', 'activity/updateReviewState', { id, version: 3, reviewState: 'pass' })).code).toBe('FORBIDDEN')
    const seen = (await get('leader1', 'activity/findById', { id })).data
    expect(
      (await post('leader1', 'activity/updateReviewState', { id, version: seen.standing.version, reviewState: 'refuse' })).fields?.[0],
    ).toEqual({
      path: 'reviewOpinion',
      message: '请填写审核意见',
    })
    const agreed = { id, version: seen.standing.version, reviewState: 'pass' }
    expect((await post('leader1', 'activity/updateReviewState', { ...agreed, version: 1 })).code).toBe('CONFLICT')
    expect((await post('leader1', 'activity/updateReviewState', agreed)).data.status).toBe(7)
    expect((await get(null, 'activity/findById', { id })).data).toMatchObject({
      status: 7,
      statusName: '报名中',
      canEnrol: true,
      standing: null,
      liveUrl: null,
    })
    expect((await get(null, 'activity/list', { scope: 'manage' })).success).toBe(false)
  })

  it('is refused at the faulty field', async () => {
    const fault = async (more: object) => (await post('editor1', 'activity/saveOrUpdate', words(more))).fields?.[0]
    expect(await fault({ endTime: at(9 * DAY) })).toEqual({ path: 'endTime', message: '结束时间应晚于开始时间' })
    expect(await fault({ enrolEndTime: at(20 * DAY) })).toEqual({ path: 'enrolEndTime', message: '报名截止时间不能晚于活动结束时间' })
    expect(await fault({ startTime: at(-DAY) })).toEqual({ path: 'startTime', message: '开始时间应晚于现在' })
    expect(await fault({ maxNum: 0 })).toMatchObject({ path: 'maxNum' })
    expect(await fault({ online: 1, liveUrl: 'javascript:alert(1)' })).toMatchObject({ path: 'liveUrl' })
    expect(await fault({ place: '' })).toEqual({ path: 'place', message: '请输入活动地点' })
    expect(await fault({ units: [{ ...host, unitAbbre: '经信局' }] })).toMatchObject({ path: 'units.0.unitAbbre' })
    expect(await fault({ planId: 999_999 })).toMatchObject({ path: 'planId' })
  })

  it('of a company is read and changed only by its own users until it is public', async () => {
    const id = await saved('qy1')
    for (const who of ['qy2', 'gr1', null]) expect((await get(who, 'activity/findById', { id })).code).toBe('NOT_FOUND')
    for (const move of ['publish', 'withdraw', 'delete'])
      expect((await form('qy2', `activity/${move}`, { id: String(id) })).code).toBe('NOT_FOUND')
    expect((await form('qy1', 'activity/publish', { id: String(id) })).data.status).toBe(13)
    expect((await form('qy1', 'activity/withdraw', { id: String(id) })).data.status).toBe(2)
    const released = (await get('qy1', 'activity/listMy', { scope: 'released' })).data
    expect(released!.list.map((one: { id: number }) => one.id)).toContain(id)
    expect((await get('gr1', 'activity/listMy', { scope: 'released' })).code).toBe('FORBIDDEN')
    expect((await form('qy1', 'activity/delete', { id: String(id) })).success).toBe(true)
    expect((await get('qy1', 'activity/findById', { id })).code).toBe('NOT_FOUND')
  })

  it('of a company keeps the words that were reviewed; its seats change freely, its words only by staff', async () => {
    const id = await saved('qy1')
    await form('qy1', 'activity/publish', { id: String(id) })
    const { version } = (await get('leader1', 'activity/findById', { id })).data.standing
    expect(await post('leader1', 'activity/updateReviewState', { id, version, reviewState: 'pass' })).toMatchObject({ success: true })
    const change = async (who: string, more: object) => {
      const { standing, title, content, startTime, endTime, enrolStartTime, enrolEndTime } = (await get(who, 'activity/findById', { id }))
        .data
      const { version: current } = standing
      return post(who, 'activity/saveOrUpdate', {
        ...words(),
        id,
        version: current,
        title,
        content,
        startTime,
        endTime,
        enrolStartTime,
        enrolEndTime,
        ...more,
      })
    }
    const asked = {
      title: '加微信办贷款',
      type: '沙龙',
      summary: '加微信',
      content: '<p>加微信办贷款</p>',
      units: [{ ...host, unitName: '云溪县人民政府' }],
    }
    for (const [path, value] of Object.entries(asked))
      expect((await change('qy1', { [path]: value })).fields?.[0], path).toMatchObject({
        path,
        message: expect.stringContaining('已经审核公开'),
      })
    expect(await change('qy1', { maxNum: 5, place: '县经信局五楼会议室', units: [{ ...host, unitPhone: '0570-12345' }] })).toMatchObject({
      success: true,
    })
    expect(await change('editor1', { maxNum: 5, content: '<p>节能改造与补贴</p>' })).toMatchObject({ success: true })
    expect((await get(null, 'activity/findById', { id })).data).toMatchObject({ maxNum: 5, content: '<p>节能改造与补贴</p>' })
  })

  it('is 已延期 after a delay until its old start, then follows the new times; all participants are notified once', async () => {
    await bind()
    const id = await published()
    expect((await enrol('gr1', id)).body).toMatchObject({ success: true })
    const { version } = (await get('editor1', 'activity/findById', { id })).data.standing
    const wish = { id, version, newStartTime: at(12 * DAY), newEndTime: at(12 * DAY + HOUR), reason: '场地停电' }
    expect((await post('editor1', 'activity/delay', { ...wish, reason: ' ' })).fields?.[0]).toMatchObject({ path: 'reason' })
    expect((await post('editor1', 'activity/delay', { ...wish, newStartTime: at(DAY) })).fields?.[0]).toMatchObject({
      path: 'newStartTime',
    })
    const calendar = async () => (await t.http.inject(`/train/activity/ics?id=${id}`)).body
    const sequence = async () => Number(/SEQUENCE:(\d+)/.exec(await calendar())?.[1])
    const before = await sequence()
    expect(await calendar()).toContain(`UID:train-activity-${id}@`)
    const { url } = (await t.as('gr1').post('/pol/my/calendar/renew', {})).body.data
    const feed = async () => (await t.http.inject(new URL(url).pathname + new URL(url).search)).body
    expect(await feed()).toContain(`UID:train-activity-${id}@`)
    expect((await post('editor1', 'activity/delay', wish)).data.status).toBe(5)
    expect(await sequence()).toBeGreaterThan(before)
    const moved = `DTSTART:${wish.newStartTime.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
    expect(await calendar()).toContain(moved)
    expect(await feed()).toContain(moved)
    const told = await t.kernel.db.selectFrom('notice').select('title').where('title', 'like', '%延期到%').execute()
    expect(told).toHaveLength(1)
    await pass(id, 10 * DAY + HOUR)
    expect(await statusOf(id)).toBe(7)
    await pass(id, 2 * DAY)
    expect(await statusOf(id)).toBe(4)
  })

  it('stays readable with its reason after a cancellation, takes no enrolments and cannot be deleted with enrolments', async () => {
    const id = await published()
    await enrol('qy1', id)
    const { version } = (await get('editor1', 'activity/findById', { id })).data.standing
    expect((await post('editor1', 'activity/cancel', { id, version, reason: '讲师生病' })).data.status).toBe(12)
    expect((await get(null, 'activity/findById', { id })).data).toMatchObject({ statusName: '已取消', reason: '讲师生病' })
    const calendar = (await t.http.inject(`/train/activity/ics?id=${id}`)).body
    for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', '取消原因：讲师生病']) expect(calendar).toContain(line)
    expect((await t.http.inject('/train/activity/ics?id=999999')).json()).toMatchObject({ code: 'NOT_FOUND' })
    expect((await enrol('gr1', id)).body.code).toBe('NOT_FOUND')
    expect((await form('editor1', 'activity/delete', { id: String(id) })).msg).toBe('已有人报名的活动不能删除')
  })
})

describe('a seat', () => {
  it('that is taken or given back is visible to visitors at once, despite the cache', async () => {
    const id = await published()
    const seen = async () => (await get(null, 'activity/findById', { id })).data.enrolNum as number
    expect(await seen()).toBe(0)
    await enrol('qy1', id)
    expect(await seen()).toBe(1)
    const listed = async () =>
      (await get(null, 'activity/list', { pageSize: 100, open: 1 })).data.list.find((one: { id: number }) => one.id === id)
        ?.enrolNum as number
    expect(await listed()).toBe(1)
    await form('qy1', 'activity/cancelEnrol', { id: String(id) })
    expect([await seen(), await listed()]).toEqual([0, 0])
  })

  it('is taken once per number; when all are taken, people wait and move up when one leaves', async () => {
    const id = await published()
    expect((await enrol('front1', id)).body.code).toBe('FORBIDDEN')
    expect((await enrol('qy1', id)).body.data).toMatchObject({ waiting: null })
    expect((await enrol('qy1', id)).body.fields?.[0]).toEqual({ path: 'phone', message: '这个手机号已经报名' })
    expect((await enrol('gr1', id)).body.data).toMatchObject({ waiting: null })
    expect((await enrol('qy2', id)).body.data).toMatchObject({ waiting: 1 })
    const roster = (await get('editor1', 'activity/listEnrol', { id })).data
    expect(roster.list.map((one: { waiting: number | null }) => one.waiting)).toEqual([null, null, 1])
    expect(JSON.stringify(roster)).not.toContain(own.qy1)
    for (const who of ['qy1', 'qy2']) expect((await get(who, 'activity/listEnrol', { id })).code).toBe('NOT_FOUND')
    expect((await form('gr1', 'activity/cancelEnrol', { id: String(id) })).success).toBe(true)
    const mine = (await get('qy2', 'activity/findById', { id })).data.mine
    expect(mine).toMatchObject([{ waiting: null, stateName: '已报名' }])
    const involved = (await get('qy2', 'activity/listMy', { pageSize: 100 })).data.list.find((one: { id: number }) => one.id === id)
    expect(involved).toMatchObject({ mine: [{ waiting: null }], standing: null })
    // The card of the home page (spec §7 homeMyActivity): the own ones only, as in the list of all.
    const home = async (who: string | null, query: object = {}) =>
      (await t.as(who).get('/corp/policyCalculator/homeMyActivity', { ...query })).body
    expect((await home(null)).code).toBe('UNAUTHENTICATED')
    for (const who of ['editor1', 'dept1']) expect((await home(who)).code, who).toBe('FORBIDDEN')
    expect((await home('qy2', { pageSize: 0 })).fields?.[0]?.path).toBe('pageSize')
    const own2 = (await home('qy2', { pageSize: 100 })).data
    expect(own2).toEqual((await get('qy2', 'activity/listMy', { pageSize: 100 })).data)
    expect(own2.list.find((one: { id: number }) => one.id === id)).toEqual(involved)
    expect((await home('qy2', { pageSize: 1 })).data).toMatchObject({ total: own2.total, list: [own2.list[0]] })
    const cancelled = (await home('gr1', { pageSize: 100 })).data.list.find((one: { id: number }) => one.id === id)
    expect(cancelled?.mine ?? [], 'who cancelled').not.toContainEqual(expect.objectContaining({ stateName: '已报名' }))
    const told = await t.kernel.db.selectFrom('notice').select('title').where('title', 'like', '%候补已转为报名成功').execute()
    expect(told).toHaveLength(1)
  })

  it('of a cancelled activity is given to nobody who waits', async () => {
    await bind()
    const id = await published({ maxNum: 1 })
    await enrol('qy1', id)
    await enrol('qy2', id)
    const { version } = (await get('editor1', 'activity/findById', { id })).data.standing
    await post('editor1', 'activity/cancel', { id, version, reason: '讲师生病' })
    expect((await form('qy1', 'activity/cancelEnrol', { id: String(id) })).success).toBe(true)
    expect((await get('qy2', 'activity/findById', { id })).data.mine).toMatchObject([{ waiting: 1 }])
    const { title } = (await get(null, 'activity/findById', { id })).data
    expect(await t.kernel.db.selectFrom('notice').select('id').where('title', 'like', `“${title}”有了名额%`).execute()).toEqual([])
  })

  it('that comes free shortly before the start is given by the desk, not automatically and not to newcomers', async () => {
    const id = await published({ maxNum: 1, enrolEndTime: at(10 * DAY + HOUR) })
    await enrol('qy1', id)
    const waits = (await enrol('qy2', id)).body.data
    expect(waits).toMatchObject({ waiting: 1 })
    const give = (who: string, enrolId: number) => post(who, 'activity/giveSeat', { id, enrolId })
    expect((await give('editor1', waits.enrolId)).msg).toContain('此前按候补顺序')
    await pass(id, 10 * DAY - HOUR)
    expect((await give('editor1', waits.enrolId)).code).toBe('FULL')
    await form('qy1', 'activity/cancelEnrol', { id: String(id) })
    expect((await get('qy2', 'activity/findById', { id })).data.mine).toMatchObject([{ waiting: 1 }])
    expect((await enrol('gr1', id)).body.data).toMatchObject({ waiting: 2 })
    expect((await give('qy1', waits.enrolId)).code).toBe('NOT_FOUND')
    expect((await give('leader1', waits.enrolId)).code).toBe('FORBIDDEN')
    expect((await give('editor1', 999_999)).code).toBe('NOT_FOUND')
    expect((await give('editor1', waits.enrolId)).success).toBe(true)
    expect((await get('qy2', 'activity/findById', { id })).data).toMatchObject({ enrolNum: 1, waitNum: 1, mine: [{ waiting: null }] })
    expect((await give('editor1', waits.enrolId)).fields?.[0]).toMatchObject({ message: '这个人已经有名额' })
  })

  it('that came free shortly before the start goes to the waiting list when the activity is delayed', async () => {
    const id = await published({ maxNum: 1 })
    await enrol('qy1', id)
    await enrol('qy2', id)
    await pass(id, 10 * DAY - HOUR)
    await form('qy1', 'activity/cancelEnrol', { id: String(id) })
    expect((await get('qy2', 'activity/findById', { id })).data.mine).toMatchObject([{ waiting: 1 }])
    const { version } = (await get('editor1', 'activity/findById', { id })).data.standing
    await post('editor1', 'activity/delay', { id, version, newStartTime: at(5 * DAY), newEndTime: at(6 * DAY), reason: '讲师航班取消' })
    expect((await get('qy2', 'activity/findById', { id })).data.mine).toMatchObject([{ waiting: null }])
  })

  it('cannot be taken before or after the enrolment period, or without a waiting list when all are taken', async () => {
    const early = await published({ enrolStartTime: at(DAY) })
    expect((await enrol('gr1', early)).body.msg).toBe('报名还没有开始')
    // Also for a number that needs a code: nobody uses one up in vain.
    expect((await enrol('gr1', early, '15420000009')).body.msg).toBe('报名还没有开始')
    const full = await published({ maxNum: 1, waitList: 0 })
    await enrol('qy1', full)
    expect(await statusOf(full)).toBe(8)
    expect((await enrol('gr1', full)).body.msg).toBe('名额已满')
    await form('qy1', 'activity/cancelEnrol', { id: String(full) })
    expect(await statusOf(full)).toBe(7)
  })

  it('is taken with the bound number without typing it, and with a number written with spaces or +86', async () => {
    const id = await published({ maxNum: 9 })
    const mobile = (who: string, values: object) => t.kernel.db.updateTable('sys_user').set(values).where('user_name', '=', who).execute()
    await mobile('gr1', { mobile: null, mobile_index: null })
    expect((await enrol('gr1', id, '')).body.fields).toEqual([{ path: 'phone', message: '手机号不能为空' }])
    await bind()
    expect((await enrol('gr1', id, '')).body).toMatchObject({ success: true })
    expect((await get('gr1', 'activity/findById', { id })).data.mine).toMatchObject([{ phone: '154****0003' }])
    expect((await enrol('qy1', id, 'abc')).body.fields).toEqual([{ path: 'phone', message: '手机号格式错误' }])
    expect((await enrol('qy1', id, '+86 154 2000 0003')).body.fields?.[0]).toMatchObject({ path: 'verifyCode' })
    expect((await enrol('qy1', id, '+86 154 2000 0001')).body).toMatchObject({ success: true })
    expect((await enrol('qy1', id)).body.fields?.[0]).toMatchObject({ path: 'phone', message: '这个手机号已经报名' })
  })

  it('is first offered to the contact of a company, only while the company consents to the use of its archive', async () => {
    await bind()
    const id = await published({ maxNum: 9, perCompany: 2 })
    const contact = async (who: string | null) => (await get(who, 'activity/findById', { id })).data.contact
    const consent = async (authStatus: '01' | '02') =>
      expect((await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus })).body).toMatchObject({ success: true })
    for (const who of [null, 'qy1', 'gr1', 'editor1', 'leader1']) expect(await contact(who), String(who)).toBe('')
    await consent('02')
    const known = await contact('qy1')
    const company = (await t.as('qy1').get('/dynamic/company/info/findById')).body.data
    expect(known).toMatch(/^[\u4e00-\u9fff]{2,4}$/)
    expect(JSON.stringify(company)).toContain(known)
    for (const who of [null, 'gr1', 'editor1']) expect(await contact(who), String(who)).toBe('')
    expect(await contact('qy2')).not.toBe(known)
    await consent('01')
    expect(await contact('qy1')).toBe('')
    await consent('02')
    await enrol('qy1', id)
    expect(await contact('qy1'), 'the second is another person').toBe('')
    await consent('01')
  })

  it('is limited per company, and each needs a number of its own', async () => {
    const id = await published({ maxNum: 9, perCompany: 2 })
    await t.kernel.db.updateTable('sys_user').set({ mobile: null, mobile_index: null }).where('user_name', '=', 'qy1').execute()
    expect((await enrol('qy1', id)).body.fields?.[0]).toMatchObject({ path: 'verifyCode' })
    await bind()
    await enrol('qy1', id)
    expect((await enrol('qy1', id, '15420000009')).body.fields?.[0]).toMatchObject({ path: 'verifyCode' })
  })

  it('the number of seats never falls below those taken; enlarging fills them from the waiting list', async () => {
    const id = await published({ maxNum: 1 })
    await enrol('qy1', id)
    await enrol('qy2', id)
    await enrol('gr1', id)
    const seen = (await get('editor1', 'activity/findById', { id })).data
    const change = (more: object) =>
      post('editor1', 'activity/saveOrUpdate', {
        ...words(),
        id,
        version: seen.standing.version,
        startTime: seen.startTime,
        endTime: seen.endTime,
        enrolEndTime: seen.enrolEndTime,
        ...more,
      })
    expect((await change({ maxNum: 9, startTime: at(20 * DAY), endTime: at(21 * DAY) })).fields?.[0]).toMatchObject({ path: 'startTime' })
    expect(await change({ maxNum: 2 })).toMatchObject({ success: true })
    expect((await get(null, 'activity/findById', { id })).data).toMatchObject({ enrolNum: 2, waitNum: 1 })
    const again = (await get('editor1', 'activity/findById', { id })).data
    expect(
      (
        await post('editor1', 'activity/saveOrUpdate', {
          ...words(),
          ...again,
          units: [host],
          planId: null,
          coverAlt: '',
          version: again.standing.version,
          maxNum: 1,
        })
      ).success,
    ).toBe(false)
  })
})

describe('attendance and evaluation', () => {
  it('participants who attended evaluate once within fifteen days; nobody else, and never before the end', async () => {
    const id = await published({ maxNum: 3 })
    const { enrolId } = (await enrol('qy1', id)).body.data
    await enrol('gr1', id)
    const check = (who: string, body: object) => post(who, 'activity/checkIn', { id, enrolId, attended: true, ...body })
    expect((await check('editor1', {})).msg).toBe('活动开始前一小时起可以签到')
    await pass(id, 10 * DAY + HOUR)
    expect((await check('qy2', {})).code).toBe('NOT_FOUND')
    expect((await check('leader1', {})).code).toBe('FORBIDDEN')
    expect((await check('editor1', {})).data.state).toBe(1)
    expect((await form('qy1', 'activity/cancelEnrol', { id: String(id) })).msg).toBe('已经签到，不能取消报名')
    expect((await post('qy1', 'activity/evaluate', { id, score: 5 })).msg).toBe('活动结束后十五天内可以评价')
    await pass(id, 3 * HOUR)
    expect(await statusOf(id)).toBe(10)
    expect((await post('gr1', 'activity/evaluate', { id, score: 5 })).msg).toBe('签到参加过活动的人才能评价')
    expect((await post('qy1', 'activity/evaluate', { id, score: 6 })).fields?.[0]).toMatchObject({ path: 'score' })
    expect((await post('qy1', 'activity/evaluate', { id, score: 4, content: '有用' })).success).toBe(true)
    expect(await statusOf(id)).toBe(4)
    expect((await post('qy1', 'activity/evaluate', { id, score: 1 })).msg).toBe('已经评价过')
    expect((await post('editor1', 'activity/checkIn', { id, enrolId, attended: false })).msg).toBe('已经评价过活动，不能取消签到')
    // Nobody reads who gave which score.
    const roster = (await get('editor1', 'activity/listEnrol', { id })).data.list
    expect(roster.map((one: { evaluated: boolean }) => one.evaluated)).toContain(true)
    expect(JSON.stringify(roster)).not.toMatch(/有用|score/)
  })

  it('a pass is scanned once, by QR code or six digits, only at the desk of its own activity', async () => {
    await bind()
    const [id, other] = [await published({ maxNum: 1 }), await published()]
    const { enrolId } = (await enrol('qy1', id)).body.data
    await enrol('qy2', id)
    const pass_ = async (who: string, activityId = id) => get(who, 'activity/pass', { id: activityId })
    for (const who of [null, 'editor1']) expect((await pass_(who as string)).success, String(who)).toBe(false)
    expect((await pass_('gr1')).code).toBe('NOT_FOUND')
    expect((await pass_('qy2')).msg).toBe('候补期间没有入场码，有了名额再来')
    const { code, digits } = (await pass_('qy1')).data
    expect((await pass_('qy1')).data).toMatchObject({ enrolId, contact: '林小满', checkTime: null })
    expect(digits).toMatch(/^\d{6}$/)
    const scan = (who: string, body: object) => post(who, 'activity/scan', { id, code, ...body })
    expect((await scan('editor1', {})).msg).toBe('活动开始前一小时起可以签到')
    await pass(id, 10 * DAY + HOUR)
    expect((await scan('gr1', {})).code).toBe('FORBIDDEN')
    expect((await scan('leader1', {})).code).toBe('FORBIDDEN')
    expect((await scan('qy1', {})).code).toBe('NOT_FOUND')
    const wrong = { path: 'code', message: '不是这场活动的入场码' }
    expect((await scan('editor1', { code: `${enrolId}.${'A'.repeat(22)}` })).fields?.[0]).toEqual(wrong)
    expect((await scan('editor1', { code: String((Number(digits) + 1) % 1_000_000).padStart(6, '0') })).fields?.[0]).toEqual(wrong)
    await pass(other, 10 * DAY + HOUR)
    expect((await scan('editor1', { id: other })).fields?.[0]).toEqual(wrong)
    expect((await scan('editor1', { at: at(HOUR) })).fields?.[0]).toMatchObject({ path: 'at' })
    // Scanned while offline, sent later.
    const then = at(-10 * 60_000)
    expect((await scan('editor1', { at: then })).data).toMatchObject({ enrolId, contact: '林小满', already: false, checkTime: then })
    expect((await scan('editor1', { code: digits })).data).toMatchObject({ already: true, checkTime: then.replace('.000', '') })
    expect((await get('editor1', 'activity/findById', { id })).data.standing.attendNum).toBe(1)
  })

  it('the code of the venue changes every thirty seconds and lets participants with a seat check in themselves', async () => {
    const id = await published({ maxNum: 2 })
    await enrol('qy1', id)
    expect((await get('editor1', 'activity/venueCode', { id })).msg).toBe('活动开始前一小时起可以签到')
    await pass(id, 10 * DAY + HOUR)
    for (const who of ['qy2', 'gr1', 'leader1']) expect((await get(who, 'activity/venueCode', { id })).success, who).toBe(false)
    const { code } = (await get('editor1', 'activity/venueCode', { id })).data
    const self = (who: string, text = code) => post(who, 'activity/selfCheckIn', { id, code: text })
    expect((await self('qy2')).msg).toBe('没有找到您的报名')
    expect((await self('editor1')).code).toBe('FORBIDDEN')
    clock.advance(65_000)
    expect((await self('qy1')).msg).toBe('签到码已经过期，请重新扫现场屏幕上的码')
    const fresh = (await get('editor1', 'activity/venueCode', { id })).data.code
    expect(fresh).not.toBe(code)
    clock.advance(20_000)
    expect((await self('qy1', fresh)).data).toMatchObject({ already: false })
    expect((await self('qy1', fresh)).data).toMatchObject({ already: true })
    expect((await get('editor1', 'activity/listEnrol', { id })).data.list[0]).toMatchObject({ stateName: '已签到' })
  })

  it('participants with a seat are reminded three days and two hours before, once each, and again after a delay', async () => {
    const { remind } = await import('./remind.ts')
    const id = await published({ maxNum: 1 })
    const { title } = (await get(null, 'activity/findById', { id })).data
    await enrol('qy1', id)
    await enrol('gr1', id)
    const told = () =>
      t.kernel.db
        .selectFrom('notice')
        .select('user_id')
        .where('title', 'like', `%举办“${title}”%`)
        .execute()
        .then((rows) => rows.length)
    await remind(t.kernel)
    expect(await told()).toBe(0)
    await pass(id, 7 * DAY + HOUR)
    await remind(t.kernel)
    await remind(t.kernel)
    expect(await told()).toBe(1)
    const { version } = (await get('editor1', 'activity/findById', { id })).data.standing
    await post('editor1', 'activity/delay', { id, version, newStartTime: at(9 * DAY), newEndTime: at(9 * DAY + HOUR), reason: '换场地' })
    await pass(id, 9 * DAY - HOUR)
    await remind(t.kernel)
    await remind(t.kernel)
    expect(await told()).toBe(2)
  })

  it('a number is shown in clear to the publisher for a reason, which is recorded', async () => {
    const id = await published()
    const { enrolId } = (await enrol('qy1', id)).body.data
    const reason = '通知改到二楼'
    expect((await post('leader1', 'activity/revealEnrol', { id, enrolId, reason })).code).toBe('FORBIDDEN')
    expect((await post('qy2', 'activity/revealEnrol', { id, enrolId, reason })).code).toBe('NOT_FOUND')
    expect((await post('editor1', 'activity/revealEnrol', { id, enrolId, reason: '' })).fields?.[0]).toMatchObject({ path: 'reason' })
    expect((await post('editor1', 'activity/revealEnrol', { id, enrolId, reason })).data.value).toBe(own.qy1)
  })
})

describe('plans', () => {
  const plan = (more: object = {}) => ({
    title: '安全培训计划',
    year: 2026,
    startTime: at(DAY),
    endTime: at(90 * DAY),
    budget: 12.5,
    ...more,
  })
  it('are numbered by year, and released, delayed, shelved and deleted by users who manage training', async () => {
    for (const who of [null, 'qy1', 'dept1']) expect((await get(who, 'plan/list')).success).toBe(false)
    expect((await post('leader1', 'plan/saveOrUpdate', plan())).code).toBe('FORBIDDEN')
    expect((await post('editor1', 'plan/saveOrUpdate', plan({ endTime: at(0) }))).fields?.[0]).toMatchObject({ path: 'endTime' })
    expect((await post('editor1', 'plan/saveOrUpdate', plan({ budget: 12.50001 }))).fields).toEqual([
      { path: 'budget', message: '金额最多 4 位小数' },
    ])
    const { id } = (await post('editor1', 'plan/saveOrUpdate', plan())).data
    const read = async () => (await get('leader1', 'plan/findById', { id })).data
    expect(await read()).toMatchObject({ status: 2, budget: 12.5, allowed: [] })
    expect((await read()).planNo).toMatch(/^PX-2026-\d{3}$/)
    expect((await form('editor1', 'plan/release', { id: String(id) })).data.status).toBe(1)
    const { version } = await read()
    const delay = { id, version, newStartTime: at(5 * DAY), newEndTime: at(95 * DAY), reason: '讲师档期' }
    expect((await post('editor1', 'plan/delay', delay)).data.status).toBe(5)
    expect((await form('editor1', 'plan/shelf', { id: String(id) })).data.status).toBe(2)
    expect(await read()).toMatchObject({ shelfFlag: 1, statusName: '未发布' })
    const activityOf = await saved('editor1').then(async (activityId) => activityId)
    expect((await form('editor1', 'plan/release', { id: String(id) })).data.status).toBe(1)
    await t.kernel.db.updateTable('train_activity').set({ plan_id: id }).where('id', '=', activityOf).execute()
    await form('editor1', 'plan/shelf', { id: String(id) })
    expect((await form('editor1', 'plan/delete', { id: String(id) })).msg).toBe('计划里已有活动，不能删除')
  })
  it('a plan is deleted only while it is a draft without activities; then nobody reads, chooses or releases it', async () => {
    const title = '要删除的计划'
    const { id } = (await post('editor1', 'plan/saveOrUpdate', plan({ title }))).data
    const remove = (who: string | null, more: Record<string, string> = {}) => form(who, 'plan/delete', { id: String(id), ...more })
    const listed = async () => (await get('leader1', 'plan/list', { keyword: title })).data.total
    const offered = async () =>
      ((await get('editor1', 'plan/options')).data as { label: string }[]).filter(({ label }) => label.includes(title)).length
    expect((await remove(null)).code).toBe('UNAUTHENTICATED')
    for (const who of ['leader1', 'qy1', 'dept1']) expect((await remove(who)).code, who).toBe('FORBIDDEN')
    expect((await remove('editor1', { id: '999999' })).code).toBe('NOT_FOUND')
    const { version } = (await form('editor1', 'plan/release', { id: String(id) })).data
    expect(await offered()).toBe(1)
    expect((await remove('editor1')).code).toBe('STATE')
    const shelved = (await form('editor1', 'plan/shelf', { id: String(id) })).data
    expect((await remove('editor1', { version: String(version) })).code).toBe('CONFLICT')
    // An activity that was cancelled or deleted holds no plan.
    const activityId = await saved('editor1')
    await t.kernel.db.updateTable('train_activity').set({ plan_id: id }).where('id', '=', activityId).execute()
    expect((await remove('editor1', { version: String(shelved.version) })).msg).toBe('计划里已有活动，不能删除')
    expect(await form('editor1', 'activity/delete', { id: String(activityId) })).toMatchObject({ success: true })
    expect(await listed()).toBe(1)
    expect((await remove('editor1', { version: String(shelved.version) })).data).toBe(true)
    expect([await listed(), await offered()]).toEqual([0, 0])
    expect((await get('leader1', 'plan/findById', { id })).code).toBe('NOT_FOUND')
    for (const what of ['release', 'shelf', 'delete'])
      expect((await form('editor1', `plan/${what}`, { id: String(id) })).code, what).toBe('NOT_FOUND')
    expect((await post('editor1', 'plan/saveOrUpdate', plan({ id }))).code).toBe('NOT_FOUND')
    expect((await post('editor1', 'activity/saveOrUpdate', words({ planId: id }))).fields?.[0]?.path).toBe('planId')
    const noted = await t.kernel.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'trainPlan.delete')
      .where('object_id', '=', String(id))
      .execute()
    expect(noted).toMatchObject([{ detail: { title } }])
    // The number of a deleted plan is not given again.
    const next = (await post('editor1', 'plan/saveOrUpdate', plan())).data.id
    const { planNo } = (await get('leader1', 'plan/findById', { id: next })).data
    const gone = await t.kernel.db.selectFrom('train_plan').select('plan_no').where('id', '=', id).executeTakeFirstOrThrow()
    expect(planNo > gone.plan_no).toBe(true)
  })
})

it('the status in SQL equals the status of the function, at every moment of many activities', async () => {
  const rows = await activities(t.kernel.db).select(columns).execute()
  expect(rows.length).toBeGreaterThan(20)
  const moments = rows.flatMap((row) =>
    [row.enrol_start, row.enrol_end, row.start_at, row.end_at, row.delayed_from ?? row.start_at].map((time) => Date.parse(time)),
  )
  const ends = rows.map((row) => Date.parse(row.end_at) + 15 * DAY)
  const asked: number[][] = [...Array.from({ length: 13 }, (_, n) => [n + 1]), [6, 7, 8, 9], [4, 10], [4, 9], [5, 6], [10, 12], []]
  for (const moment of new Set([...moments, ...ends].flatMap((ms) => [ms - 1, ms, ms + 1]))) {
    const now = new Date(moment).toISOString()
    const said = await activities(t.kernel.db)
      .select(['a.id', statusSql(now).as('status'), openSql(now).as('open')])
      .select(asked.map((statuses, n) => hasStatus(now, statuses).as(`asked${n}`)))
      .execute()
    for (const one of said) {
      const standing = standingOf(rows.find(({ id }) => id === one.id)!)
      const status = activityStatus(standing, moment)
      expect([one.id, now, one.status, one.open]).toEqual([one.id, now, status, canEnrol(standing, moment)])
      const found = asked.map((_, n) => (one as unknown as Record<string, boolean>)[`asked${n}`])
      expect([one.id, now, found]).toEqual([one.id, now, asked.map((statuses) => statuses.includes(status))])
    }
  }
})

it('figures and sheets are for users who read training', async () => {
  for (const path of ['num/list', 'num/statistics', 'activity/export', 'plan/export'])
    expect((await t.as('dept1').get(`/train/${path}`)).body.code).toBe('FORBIDDEN')
  const figures = (await get('leader1', 'num/list', { startTime: '2026-01-01', endTime: '2026-12-31' })).data
  expect(figures.list.reduce((sum: number, one: { activityNum: number }) => sum + one.activityNum, 0)).toBeGreaterThan(5)
  const months = (await get('leader1', 'num/statistics', { startTime: '2026-01-01', endTime: '2026-12-31' })).data
  expect(months.names).toHaveLength(12)
  for (const path of ['activity/export', 'plan/export']) {
    const file = await t.as('leader1').get(`/train/${path}`)
    expect(file.raw.subarray(0, 2).toString()).toBe('PK')
  }
})
