import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
const DAY = 86_400_000
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '0' } })
})
/** A Monday on which the demo has no activities, at nine in the morning in Shanghai. */
const MONDAY = '2027-11-29'
const at = (day: number, hour: number) => new Date(Date.parse(`${MONDAY}T00:00:00+08:00`) + day * DAY + hour * 3_600_000).toISOString()
const save = async (who: string, title: string, [day, from, to]: [number, number, number], more: object = {}) => {
  const answer = (
    await t.as(who).post('/train/activity/saveOrUpdate', {
      title,
      type: '讲座',
      enrolStartTime: at(day - 5, 9),
      enrolEndTime: at(day - 1, 9),
      startTime: at(day, from),
      endTime: at(day, to),
      place: '县政务中心 B201',
      maxNum: 10,
      units: [{ unitType: 1, unitName: '县经信局（示例）', unitContact: '', unitPhone: '' }],
      ...more,
    })
  ).body
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  return answer.data as { id: number; version: number; clashes: { title: string }[] }
}
const week = async (who: string | null, from = MONDAY) => (await t.as(who).get('/train/activity/rooms', { from })).body

it('a double booking is reported when saving and shown in the week of its room, even when the place is written differently', async () => {
  for (const who of [null, 'gr1', 'qy1', 'dept1', 'front1']) expect((await week(who)).success, String(who)).toBe(false)
  expect((await week('editor1', '2027-02-30')).fields?.[0]).toMatchObject({ path: 'from' })
  expect((await save('editor1', '上午讲座', [0, 9, 11])).clashes).toEqual([])
  expect((await save('editor1', '接着讲', [0, 11, 12])).clashes).toEqual([])
  expect((await save('editor1', '撞上的', [0, 10, 12], { place: '县政务中心b201' })).clashes.map((one) => one.title)).toEqual([
    '上午讲座',
    '接着讲',
  ])
  await save('editor1', '线上的', [0, 9, 11], { online: 1, place: '', liveUrl: 'https://live.example.gov.cn/1' })
  await save('editor1', '另一处', [6, 23, 24], { place: '图书馆' })
  await save('editor1', '下一周的', [7, 0, 1])
  const { list, to, cut } = (await week('editor1')).data
  expect([to, cut]).toEqual(['2027-12-05', false])
  expect(list.map(({ place }: { place: string }) => place)).toEqual(
    ['图书馆', '县政务中心 B201'].toSorted((a, b) => a.localeCompare(b, 'zh-CN')),
  )
  const room = list.find(({ place }: { place: string }) => place !== '图书馆')
  expect(room.bookings.map((one: { title: string; clashes: string[] }) => [one.title, one.clashes])).toEqual([
    ['上午讲座', ['撞上的']],
    ['撞上的', ['上午讲座', '接着讲']],
    ['接着讲', ['撞上的']],
  ])
  expect((await week('editor1', '2027-12-06')).data.list.map((one: { bookings: unknown[] }) => one.bookings.length)).toEqual([1])
})
