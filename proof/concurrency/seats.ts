import { exactly, noFaults, type Finding } from '../finding.ts'
import type { User } from '../user.ts'
import { PEOPLE, phoneOf, type Crowd } from './crowd.ts'
import { all } from './patient.ts'

const SEATS = 20
const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const activity = {
  title: '两百人争二十个名额',
  type: '培训',
  enrolStartTime: inHours(-1),
  enrolEndTime: inHours(40),
  startTime: inHours(48),
  endTime: inHours(50),
  place: '报告厅',
  maxNum: SEATS,
  units: [{ unitType: 1, unitName: '县经信局', unitContact: '', unitPhone: '' }],
}

/**
 * K-01: two hundred people enrol for twenty seats through two processes on one PostgreSQL; then people leave and the activity is enlarged
 * at the same time. After every step the counters must equal the rows.
 */
export async function seats({ people, asUser }: Crowd): Promise<Finding[]> {
  const editor = await asUser('editor1')
  const saved = await editor.post('/train/activity/saveOrUpdate', activity)
  const id = saved.body.data?.id as number
  await editor.form('/train/activity/publish', { id: String(id) })
  const where = { id: 'K-01', engine: 'postgres' as const }
  const findings: Finding[] = []

  const enrolments = await all(PEOPLE, (n) => people[n]!.post('/train/activity/enrol', { id, contact: `第${n}人`, phone: phoneOf(n) }))
  const refused = enrolments.filter(({ body }) => !body.success).map(({ text }) => text.slice(0, 200))
  findings.push(noFaults({ ...where, what: `${PEOPLE} 人同时报名，每人都得到名额或候补次序` }, refused, PEOPLE))
  const places = enrolments.map(({ body }) => body.data?.waiting as number | null)
  const waiting = places.filter((place) => place !== null).toSorted((a, b) => a - b)
  const inOrder = waiting.every((place, at) => place === at + 1)
  findings.push(exactly({ ...where, what: '得到名额的人；候补次序连续' }, `${PEOPLE - waiting.length} ${inOrder}`, `${SEATS} true`))
  findings.push(await whole(editor, id, '报名之后：名单行数与计数一致', SEATS, PEOPLE - SEATS))

  const LEAVING = 30
  const { standing } = (await editor.get('/train/activity/findById', { id: String(id) })).body.data as { standing: { version: number } }
  const [left, enlarged] = await Promise.all([
    all(LEAVING, (n) => people[n]!.form('/train/activity/cancelEnrol', { id: String(id) })),
    editor.post('/train/activity/saveOrUpdate', { ...activity, id, version: standing.version, maxNum: SEATS + 10 }),
  ])
  const faults = [...left, enlarged].filter(({ body }) => !body.success).map(({ text }) => text.slice(0, 200))
  findings.push(noFaults({ ...where, what: `${LEAVING} 人取消的同时增加 10 个名额` }, faults, LEAVING + 1))
  findings.push(await whole(editor, id, '之后：候补按先后补上，名单行数与计数一致', SEATS + 10, PEOPLE - LEAVING - SEATS - 10))
  return findings
}

/** Compares the rows of the roster and the counters of the activity with the expected numbers. */
async function whole(editor: User, id: number, what: string, seated: number, waiting: number): Promise<Finding> {
  const rows = async (waits: '0' | '1') =>
    (await editor.get('/train/activity/listEnrol', { id: String(id), waiting: waits })).body.data?.total as number
  const { enrolNum, waitNum } = (await editor.get('/train/activity/findById', { id: String(id) })).body.data as Record<string, number>
  const figure = [await rows('0'), enrolNum, await rows('1'), waitNum].join(' ')
  return exactly({ id: 'K-01', engine: 'postgres', what }, figure, [seated, seated, waiting, waiting].join(' '))
}
