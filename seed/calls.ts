import { writeFile } from 'node:fs/promises'
import { callVector } from '../server/callcentre/call-words.ts'
import { callbackDue } from '../server/callcentre/due.ts'
import type { CallDirection, CallResult } from '../contract/callcentre/states.ts'
import { blindIndex, sealPii } from '../server/kernel/access/pii.ts'
import { dateOf } from '../server/kernel/clock.ts'
import type { Db } from '../server/kernel/db/index.ts'
import { keepMade, withTemporary } from '../server/kernel/files/files.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { addWorkdays } from '../server/kernel/offers/workdays.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'
import { silentWav } from './silent-wav.ts'

const CALLS = 420
const INCOMING = 307
const MISSED = 31
const CALLED_BACK = 26
const REPORTED = 96
const WITHOUT_COMPANY = 120
const RECORDINGS = 3
const MINUTE = 60_000
const contacts = ['林小满', '沈知秋', '顾望舒', '江予安', '苏念慈', '程砚']
const said: readonly (readonly [words: string, type: number])[] = [
  ['咨询技改补贴的申报时间和需要的材料', 1001],
  ['反映厂区用电容量不够，希望协调变压器增容', 1601],
  ['咨询高新技术企业认定的条件', 1401],
  ['询问贷款贴息还有没有额度', 1301],
  ['招工困难，希望参加招聘会', 1201],
  ['询问补贴什么时候拨付', 1503],
  ['咨询专精特新中小企业的申报流程', 1003],
  ['反映厂门口道路破损影响货车进出', 1702],
  ['咨询人才房的申请条件', 1203],
  ['询问企业绑定申请多久审核', 2201],
]

/** Distributes `of` marks evenly over `all` places. */
const spread = (of: number, all: number) =>
  Array.from({ length: all }, (_, n) => Math.floor((n * of) / all) !== Math.floor(((n + 1) * of) / all))

interface Plan {
  missed: boolean
  /** without a callback so far */
  open: boolean
  incoming: boolean
  reported: boolean
  nobody: boolean
}
/** The kinds of all calls, the same on every machine; the numbers of the demo add up. */
function planned(): Plan[] {
  const missed = spread(MISSED, CALLS)
  const incoming = spread(INCOMING - MISSED, CALLS - MISSED)
  const reported = spread(REPORTED, CALLS - MISSED)
  const nobody = spread(WITHOUT_COMPANY, CALLS - REPORTED)
  let [lost, spoken, unreported] = [0, 0, 0]
  return missed.map((isMissed) => {
    if (isMissed) lost += 1
    const at = isMissed ? -1 : spoken++
    const isReported = at >= 0 && reported[at]!
    return {
      missed: isMissed,
      open: isMissed && lost > CALLED_BACK,
      incoming: isMissed || incoming[at]!,
      reported: isReported,
      nobody: !isReported && nobody[unreported++]!,
    }
  })
}

/** From half past eight to five on working days of the last ninety days, the newest today. */
async function timesOf(k: Kernel, db: Db): Promise<Date[]> {
  const now = k.clock.now()
  const days: string[] = []
  for (let back = 62; back >= 1; back--) days.push(await addWorkdays(db, dateOf(now), -back))
  return Array.from({ length: CALLS }, (_, n) => {
    const day = days[Math.floor((n * days.length) / CALLS)]!
    return new Date(Date.parse(`${day}T08:31:00+08:00`) + ((n * 73) % 500) * MINUTE + ((n * 17) % 60) * 1000)
  })
}

interface Known {
  companies: { id: number; name: string }[]
  appeals: { id: number; company_id: number | null; type_id: number | null; title: string }[]
  types: ReadonlySet<number>
  agents: number[]
}

async function enter(k: Kernel, db: Db): Promise<number[]> {
  const known: Known = {
    companies: await db.selectFrom('company').select(['id', 'name']).orderBy('id').limit(40).execute(),
    appeals: await db
      .selectFrom('appeal')
      .select(['id', 'company_id', 'type_id', 'title'])
      .where('company_id', 'is not', null)
      .where('state', '>', 0)
      .orderBy('id')
      .execute(),
    types: new Set((await db.selectFrom('appeal_type').select('id').where('parent_id', 'is not', null).execute()).map(({ id }) => id)),
    agents: (await db.selectFrom('sys_user').select('id').where('user_name', 'in', ['agent1', 'agent2']).orderBy('id').execute()).map(
      ({ id }) => id,
    ),
  }
  if (known.agents.length === 0 || known.companies.length === 0) return []
  const times = await timesOf(k, db)
  const plan = planned()
  const rows = times.map((start, n) => recordOf(k, known, start, n, plan[n]!))
  const made = await db.insertInto('call_record').values(rows).returning(['id', 'state', 'start_time', 'company_id']).execute()
  await promise(k, db, known, rows, made)
  return made.flatMap(({ id, state }) => (state === 3 ? [id] : []))
}

function recordOf(k: Kernel, known: Known, start: Date, n: number, { missed, open, incoming, reported, nobody }: Plan) {
  const direction: CallDirection = incoming ? 'in' : 'out'
  const appeal = reported && known.appeals.length > 0 ? known.appeals[(n * 7) % known.appeals.length]! : null
  const [words, type] = said[(n + Math.floor(n / said.length / 4)) % said.length]!
  const wrong = !missed && nobody && n % 5 === 0
  const company = nobody
    ? null
    : (known.companies.find(({ id }) => id === appeal?.company_id) ?? known.companies[(n * 11) % known.companies.length]!)
  const phone = n % 4 === 0 ? `0570${String(5_000_000 + (n % 90) * 131)}` : `1390000${String(2000 + ((n * 7) % 300))}`
  const wait = 4000 + ((n * 3) % 20) * 1000
  const content = missed ? '' : wrong ? '打错电话' : (appeal?.title ?? words)
  const result: CallResult | null = missed ? null : appeal ? 'appeal' : wrong ? 'wrong' : 'answered'
  return {
    state: missed ? (open ? 4 : 5) : 3,
    call_key: `demo-${n + 1}`,
    direction,
    phone_sealed: sealPii(k, phone),
    phone_index: blindIndex(k, phone),
    contact_sealed: missed ? null : sealPii(k, contacts[n % contacts.length]!),
    company_id: company?.id ?? null,
    agent_id: known.agents[n % known.agents.length]!,
    extension: String(801 + (n % known.agents.length)),
    start_time: start,
    answer_time: missed ? null : new Date(start.getTime() + wait),
    end_time: new Date(start.getTime() + wait + (missed ? 0 : 60_000 + ((n * 19) % 240) * 1000)),
    content,
    type_id: missed || wrong ? null : (appeal?.type_id ?? (known.types.has(type) ? type : null)),
    result,
    report_flag: appeal !== null,
    appeal_id: appeal?.id ?? null,
    search: callVector(content, company?.name ?? null),
    registered_at: missed ? null : new Date(start.getTime() + 6 * MINUTE),
    created_at: start,
  }
}

type Made = { id: number; state: number; start_time: string; company_id: number | null }
/** Missed calls have callbacks: most in time, some late, the last ones open. */
async function promise(k: Kernel, db: Db, { agents }: Known, rows: ReturnType<typeof recordOf>[], made: readonly Made[]): Promise<void> {
  const waiting = new Set<string>()
  for (const [n, row] of made.entries()) {
    if (row.state !== 4 && row.state !== 5) continue
    const { phone_sealed, phone_index } = rows[n]!
    if (row.state === 4 && waiting.has(phone_index)) continue
    if (row.state === 4) waiting.add(phone_index)
    const start = new Date(row.start_time)
    const due = await callbackDue(db, start)
    const kept = new Date(n % 6 === 0 ? due.getTime() + 40 * MINUTE : start.getTime() + 12 * MINUTE)
    await db
      .insertInto('call_callback')
      .values({
        record_id: row.id,
        state: row.state === 5 ? 2 : 0,
        phone_sealed,
        phone_index,
        company_id: row.company_id,
        due_at: due,
        created_at: start,
        ...(row.state === 5
          ? { taken_by: agents[n % agents.length]!, taken_at: start, done_at: kept, note: '已回电，问题已答复（示例）' }
          : {}),
      })
      .execute()
  }
}

async function record(k: Kernel, ids: readonly number[]): Promise<void> {
  for (const id of ids.slice(-RECORDINGS))
    await withTemporary(k, async (path) => {
      await writeFile(path, silentWav(20))
      const made = { name: `通话录音-${id}.wav`, mime: 'audio/wav', ownerId: null, bizType: 'call' }
      await keepMade(k, path, { ...made, objectType: 'callRecording', objectId: String(id) })
    })
}

/** Ninety days of the hotline. */
export const callSeed: Seed = {
  name: 'calls',
  demoOnly: true,
  run: (k) =>
    seedOnce(k, 'calls', async () => {
      if (await k.db.selectFrom('call_record').select('id').limit(1).executeTakeFirst()) return
      await record(k, await k.db.transaction().execute((db) => enter(k, db)))
    }),
}
