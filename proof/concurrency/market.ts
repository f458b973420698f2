import { exactly, noFaults, type Finding } from '../finding.ts'
import { OWNER, phoneOf, type Crowd } from './crowd.ts'
import { all } from './patient.ts'

const PEOPLE = 50
const ROUNDS = 5
const wish = (n: number) => ({
  title: `两个进程争一处 ${n}`,
  streetIds: [],
  trade: '4',
  areaMin: 800,
  contactPerson: '上官问渠',
  contactPhone: OWNER,
})
/** A half hour of next week. */
const slot = () => new Date(Math.floor(Date.now() / 1_800_000) * 1_800_000 + 7 * 86_400_000).toISOString()

/**
 * K-01: fifty people book one half hour through two processes on one PostgreSQL. Then items are withdrawn, changed and decided at the same
 * time; every action must leave one log row.
 */
export async function marketStorms({ people, asUser }: Crowd): Promise<Finding[]> {
  const [owner, staff] = [await asUser('qy1'), await asUser('market1')]
  const where = { id: 'K-01', engine: 'postgres' as const }
  const kind = 'workshopDemand'
  const listed = async (n: number): Promise<{ id: number; version: number }> => {
    const { data } = (await owner.post('/workshop/demand/save', wish(n))).body
    const passed = await staff.post('/workshop/demand/updateReviewState', { id: data.id, version: data.version, reviewState: 1 })
    return { id: data.id, version: passed.body.data.version }
  }

  const { id } = await listed(0)
  await owner.post('/market/visit/offer', { kind, id, starts: [slot()] })
  const slots = (await owner.get('/market/visit/slots', { kind, id: String(id) })).body.data as { id: number }[]
  const booked = await all(PEOPLE, (n) => people[n]!.post('/market/visit/book', { slotId: slots[0]!.id, phone: phoneOf(n) }))
  const odd = booked.filter(({ body }) => !body.success && body.code !== 'TAKEN').map(({ text }) => text.slice(0, 200))
  const findings: Finding[] = [
    noFaults({ ...where, what: `${PEOPLE} 人同时约一个看房时段，其余的都听到已被约走` }, odd, PEOPLE),
    exactly({ ...where, what: '约到的人' }, booked.filter(({ body }) => body.success).length, 1),
  ]
  const asked = await all(20, () => people[0]!.post('/market/contact/request', { kind, id, phone: phoneOf(0), message: '想看一下' }))
  const contacts = (await owner.get('/market/contact/list', { itemId: String(id) })).body.data.total as number
  findings.push(
    exactly({ ...where, what: '同一人连问 20 次联系方式的记录' }, `${asked.filter(({ body }) => body.success).length} ${contacts}`, '20 1'),
  )

  const wrong: string[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const item = await listed(round)
    const answers = await all(18, (n) =>
      n % 3 === 0
        ? owner.post('/workshop/demand/updateReviewState', { ...item, reviewState: 3 })
        : n % 3 === 1
          ? staff.post('/workshop/demand/updateReviewState', { ...item, reviewState: 3, reviewOpinion: '不实' })
          : owner.post('/workshop/demand/save', { ...wish(round), areaMin: 900 + n, ...item }),
    )
    const log = (await staff.get('/workshop/reviewLog/list', { itemId: String(item.id), pageSize: '50' })).body.data.total as number
    const won = answers.filter(({ body }) => body.success).length
    // Rows of the log: registration, approval, and the action that won.
    if (won !== 1 || log !== 3) wrong.push(`round ${round}: ${won} won, ${log} rows of the log`)
  }
  findings.push(noFaults({ ...where, what: '下架、修改同时到达：一次成功，每次办理一条记录' }, wrong, ROUNDS))
  return findings
}
