import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, png } from '../kernel/testing/samples.ts'

let t: TestApp
const HOUR = 3_600_000
const DAY = 24 * HOUR
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '0' } })
})
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const CENTRE = { streetId: '339999001', lng: 120.1511, lat: 29.12 }
const words = (more: object = {}) => ({
  title: '按镇街举办的讲座',
  type: '讲座',
  enrolStartTime: at(-DAY),
  enrolEndTime: at(DAY),
  startTime: at(2 * DAY),
  endTime: at(2 * DAY + HOUR),
  place: '街道办三楼会议室',
  maxNum: 50,
  units: [{ unitType: 1, unitName: '云溪县经济和信息化局（示例）', unitContact: '', unitPhone: '' }],
  ...more,
})
const save = async (more: object, who = 'editor1') => (await t.as(who).post('/train/activity/saveOrUpdate', words(more))).body
const get = async (who: string | null, what: string, query: Record<string, unknown> = {}) =>
  (await t.as(who).get(`/train/activity/${what}`, query)).body
async function published(more: object): Promise<number> {
  const answer = await save(more)
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  await t.as('editor1').form('/train/activity/publish', { id: String(answer.data.id) })
  return answer.data.id
}
const idsOf = async (query: Record<string, unknown>) => {
  const { data } = await get(null, 'list', { keyword: '按镇街举办', pageSize: 50, ...query })
  return (data.list as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)
}

it('an unknown street, half a position, a position outside the county and an empty part of the programme are refused at the field', async () => {
  const faults: [object, string][] = [
    [{ streetId: '110101001' }, 'streetId'],
    [{ streetId: '339991001' }, 'streetId'],
    [{ streetId: 'x'.repeat(21) }, 'streetId'],
    [{ lng: 120.15 }, 'lng'],
    [{ lat: 29.12 }, 'lng'],
    [{ lng: 29.12, lat: 120.15 }, 'lat'],
    [{ lng: 116.4, lat: 39.9 }, 'lng'],
    [{ lng: '120.15', lat: 29.12 }, 'lng'],
    [{ agenda: [{ time: '9:00', topic: ' ', speaker: '' }] }, 'agenda.0.topic'],
    [{ agenda: [{ topic: '一', more: '二' }] }, 'agenda.0'],
    [{ agenda: Array.from({ length: 41 }, (_, n) => ({ topic: `第 ${n} 项` })) }, 'agenda'],
  ]
  for (const [more, path] of faults) {
    const answer = await save(more)
    expect(answer.fields?.[0]?.path, `${JSON.stringify(more).slice(0, 80)} ${JSON.stringify(answer).slice(0, 200)}`).toContain(path)
  }
})

it('is found by its street and by whether it is online; visitors read programme and position', async () => {
  const agenda = [
    { time: '9:00—9:40', topic: '量子纠缠入门', speaker: '顾望舒' },
    { time: '', topic: '答疑', speaker: '' },
  ]
  const here = await published({ ...CENTRE, agenda })
  const there = await published({ streetId: '339999101' })
  const nowhere = await published({})
  const online = await published({ ...CENTRE, online: 1, place: '', liveUrl: 'https://live.example.gov.cn/1' })
  expect((await get(null, 'findById', { id: here })).data).toMatchObject({ ...CENTRE, streetName: '云溪街道', agenda })
  expect((await get(null, 'findById', { id: nowhere })).data).toMatchObject({ streetId: null, streetName: null, lng: null, agenda: [] })
  // An online activity has no place.
  expect((await get(null, 'findById', { id: online })).data).toMatchObject({ streetId: null, lng: null, lat: null })
  expect(await idsOf({ streetId: '339999001' })).toEqual([here])
  expect(await idsOf({ streetId: '339999001,339999101' })).toEqual([here, there])
  expect(await idsOf({ streetId: '0' })).toEqual([])
  expect(await idsOf({ online: 1 })).toEqual([online])
  expect(await idsOf({ online: 0 })).toEqual([here, there, nowhere])
  expect((await get(null, 'list', { online: 2 })).fields?.[0]).toMatchObject({ path: 'online' })
  const managed = await get('editor1', 'list', { scope: 'manage', streetId: '339999101', keyword: '按镇街举办' })
  expect(managed.data.list.map(({ id }: { id: number }) => id)).toEqual([there])
  expect((await get(null, 'enums')).data.street).toContainEqual({ value: '339999101', label: '石塘镇' })
  const { list } = (await t.as(null).get('/thirdPartApi/globalSearch', { keyword: '量子纠缠', type: 'activity', pageSize: 20 })).body.data
  expect(JSON.stringify(list)).toContain(`id=${here}`)
})

it('an activity keeps a street that was removed meanwhile, and no other takes it', async () => {
  const id = await published({ streetId: '339999200' })
  await t.kernel.db
    .updateTable('dict_value')
    .set({ enabled: false })
    .where('dict_type', '=', 'region')
    .where('value', '=', '339999200')
    .execute()
  const { version } = (await get('editor1', 'findById', { id })).data.standing
  const times = (({ startTime, endTime }) => ({ startTime, endTime }))((await get('editor1', 'findById', { id })).data)
  expect(await save({ id, version, streetId: '339999200', ...times })).toMatchObject({ success: true })
  expect((await save({ streetId: '339999200' })).fields?.[0]).toMatchObject({ path: 'streetId' })
})

it('its files are for everybody while it is public, and only its own', async () => {
  const sent = async (who: string) => {
    const file = multipart({ name: '通知.png', content: await png() }, { accept: '.png' })
    return (await t.as(who).send({ method: 'POST', url: '/files/upload', ...file })).body.data.filePath as string
  }
  const fileId = await sent('editor1')
  const read = async (who: string | null) => (await t.as(who).get('/files/download', { filePath: fileId })).status
  const foreign = await save({ attachments: [{ fileId: await sent('qy1'), fileName: '别人的.png' }] })
  expect(foreign.success, JSON.stringify(foreign)).toBe(false)
  const { id } = (await save({ attachments: [{ fileId, fileName: '改过的名字.png' }] })).data
  expect(await read(null)).toBe(401)
  await t.as('editor1').form('/train/activity/publish', { id: String(id) })
  const { attachments, standing } = (await get('editor1', 'findById', { id })).data
  expect(attachments).toEqual([{ fileId, fileName: '通知.png', size: expect.any(Number) as number }])
  expect(await read(null)).toBe(200)
  // Taken out of the activity, it is no longer public.
  const { startTime, endTime } = (await get('editor1', 'findById', { id })).data
  expect(await save({ id, version: standing.version, startTime, endTime })).toMatchObject({ success: true })
  expect((await get(null, 'findById', { id })).data.attachments).toEqual([])
  expect(await read(null)).not.toBe(200)
})
