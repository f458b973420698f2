import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { smsMessageCodes } from '../../contract/sms/states.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { systemCall } from '../../server/kernel/audit/audit.ts'
import { openPii } from '../../server/kernel/access/pii.ts'
import { desk } from '../../bench/desk.ts'
import type { Kernel } from '../../server/kernel/kernel.ts'
import { dryRun } from '../../server/sms/dry-run.ts'
import { reviewSend, saveSend, submitSend } from '../../server/sms/sends.ts'
import { noFaults, type Engine, type Finding } from '../finding.ts'
import { withKernel, type Home } from '../kernel.ts'
import { smsCloud, treatmentOf, type SmsCloud } from '../sms-cloud.ts'
import type { ProofStage } from '../stage.ts'

const DELAY_MS = 50
/** Between the clocks of one worker and the next, so that what a killed one had claimed counts as left behind at once. */
const LATER_MS = 60_000
const HOUR_MS = 3_600_000
/** Messages by the lying provider. */
const LIES = 100
const { submitted, delivered, failed, unknown, skipped } = smsMessageCodes.code

/**
 * D-05 for messages to many: the sender is killed with -9 again and again while a provider that recognises no repetition takes 50 ms for each.
 * By its log nobody got two. Whoever got none, or of whom it cannot be known, is 结果未知.
 */
export async function sendsOnce(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const rounds = stage.rounds(3, 5, 20)
  const perRound = 120
  const honest = await smsCloud(DELAY_MS, false)
  const lying = await smsCloud(5, true)
  stage.onEnd(() => honest.close())
  stage.onEnd(() => lying.close())
  const home: Home =
    engine === 'pglite' ? { dataDir: await stage.folder() } : { database: await stage.database(), dataDir: join(stage.dir, 'sends') }
  const day = Date.parse(`${shanghaiDay(Date.now() + 86_400_000)}T10:00:00+08:00`)
  const count = Math.min(rounds * perRound, 5000)
  const runs = Math.ceil(count / 200) + 2
  const [first, second] = await withKernel(
    home,
    async (k) => [
      await approvedSend(k, { name: '证明：群发', start: '131', count, at: day }),
      await approvedSend(k, { name: '证明：说谎的服务商', start: '132', count: LIES, at: day + HOUR_MS }),
    ],
    clockAt(day - LATER_MS),
  )
  let now = day + LATER_MS
  for (let round = 0; round < rounds; round++) {
    const before = honest.arrived.size
    const worker = await startWorker(home, { now, runs: 1, cloud: honest })
    for (let tries = 0; honest.arrived.size < before + 10 && tries < 400; tries++) await sleep(5)
    await sleep(Math.random() * 150)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    now += LATER_MS
  }
  await finished(await startWorker(home, { now, runs, cloud: honest }))
  await finished(await startWorker(home, { now: day + 2 * HOUR_MS, runs: 3, cloud: lying }))
  const [killed, lied] = await withKernel(
    home,
    async (k) => [await judged(k, first!, honest), await lies(k, second!, lying)],
    clockAt(day + 2 * HOUR_MS),
  )
  stage.say(`${engine}: ${killed!.states}; of the lying provider ${lied!.states}`)
  return [
    noFaults(
      { id: 'D-05', engine, what: `群发 ${count} 条中 ${rounds} 次 kill -9：按服务商的记录每人至多一条，其余为“结果未知”` },
      killed!.faults,
      killed!.looked,
    ),
    noFaults(
      { id: 'D-05', engine, what: '说谎的服务商（不应答、收下不送、拒绝、事后不认）：状态照实，没有一条记为送达或重发' },
      lied!.faults,
      lied!.looked,
    ),
  ]
}

const clockAt = (at: number) => ({ now: () => new Date(at) })

interface Work {
  now: number
  runs: number
  cloud: SmsCloud
}
async function startWorker({ dataDir, database }: Home, { now, runs, cloud }: Work): Promise<ChildProcess> {
  const worker = fork(new URL('send-worker.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PROOF_DATA: dataDir,
      PROOF_DATABASE: database ?? '',
      PROOF_NOW: new Date(now).toISOString(),
      PROOF_CLOUD: cloud.endpoint,
      PROOF_RUNS: String(runs),
    },
  })
  await Promise.race([once(worker, 'message'), once(worker, 'exit').then(() => Promise.reject(new Error('the sender did not start')))])
  return worker
}

async function finished(worker: ChildProcess): Promise<void> {
  const timer = setTimeout(() => worker.kill('SIGKILL'), 60_000)
  await once(worker, 'exit')
  clearTimeout(timer)
}

/** A send to so many numbers, written by op1 and approved by op2, for the time `at`. */
async function approvedSend(
  k: Kernel,
  { name, start, count, at }: { name: string; start: string; count: number; at: number },
): Promise<number> {
  await k.db.updateTable('sms_template').set({ aliyun_code: 'SMS_100' }).execute()
  const template = await k.db.selectFrom('sms_template').select('id').where('name', '=', '座谈会通知').executeTakeFirstOrThrow()
  const as = async (userName: string) => {
    const { id, name: own } = await k.db
      .selectFrom('sys_user')
      .select(['id', 'name'])
      .where('user_name', '=', userName)
      .executeTakeFirstOrThrow()
    return systemCall('proof', {
      ...desk({ userId: id }),
      name: own,
      permissions: new Set(['sms:read', 'sms:manage', 'sms:review'] as const),
    })
  }
  const [op1, op2] = [await as('op1'), await as('op2')]
  const persons = Array.from({ length: count }, (_, n) => ({ phone: `${start}${String(n).padStart(8, '0')}`, name: '' }))
  const values = { 日期: '3月12日', 时间: '9时', 地点: '县行政服务中心', 事项: '座谈会', 电话: '0570-12345' }
  const audience = { companyIds: [], tagIds: [], filter: null, policyIds: [], persons }
  const planTime = new Date(at).toISOString()
  const { id, version } = await saveSend(k, op1, { name, templateId: template.id, values, audience, planTime, bySheet: false })
  const { hash } = await dryRun(k, op1, { id, version })
  const moved = await submitSend(k, op1, { id, version, hash })
  await reviewSend(k, op2, { id, version: moved.version, reviewState: 1, reviewOpinion: '', hash })
  return id
}

interface Judged {
  faults: string[]
  looked: number
  states: string
}
async function messagesOf(k: Kernel, sendId: number) {
  const rows = await k.db
    .selectFrom('sms_message')
    .select(['phone_sealed', 'state', 'reason', 'serial'])
    .where('send_id', '=', sendId)
    .execute()
  const states = [...Map.groupBy(rows, (row) => smsMessageCodes.labels[row.state as keyof typeof smsMessageCodes.labels])]
  return {
    rows: rows.map((row) => ({ ...row, phone: openPii(k, row.phone_sealed) })),
    states: states.map(([label, of]) => `${label} ${of.length}`).join('，'),
  }
}

async function judged(k: Kernel, sendId: number, cloud: SmsCloud): Promise<Judged> {
  const { rows, states } = await messagesOf(k, sendId)
  const faults = rows.flatMap(({ phone, state, serial }) => {
    const got = cloud.arrived.get(phone) ?? []
    if (got.length > 1) return [`${phone} got ${got.length}`]
    if (got.length === 1 && got[0] !== serial) return [`${phone} got the message of another`]
    if (got.length === 1 && state !== delivered && state !== unknown) return [`${phone} got one, and its state is ${state}`]
    if (got.length === 0 && state !== unknown) return [`${phone} got none, and its state is ${state}`]
    return []
  })
  const { state } = await k.db.selectFrom('sms_send').select('state').where('id', '=', sendId).executeTakeFirstOrThrow()
  if (state !== 2 && state !== 3) faults.push(`the send did not end: ${state}`)
  // If hardly anything was delivered, the rule would hold for nothing.
  if (rows.filter((row) => row.state === delivered).length * 2 < rows.length) faults.push(`few were delivered: ${states}`)
  return { faults, looked: rows.length, states }
}

async function lies(k: Kernel, sendId: number, cloud: SmsCloud): Promise<Judged> {
  const { rows, states } = await messagesOf(k, sendId)
  const honest = { honest: [delivered], silent: [unknown], never: [submitted], refuses: [failed], forgets: [submitted] } as const
  const faults = rows.flatMap(({ phone, state }) => {
    const how = treatmentOf(phone)
    const allowed: readonly number[] = honest[how]
    const got = (cloud.arrived.get(phone) ?? []).length
    if (got !== (how === 'refuses' ? 0 : 1)) return [`${phone} (${how}) got ${got}`]
    return allowed.includes(state) ? [] : [`${phone} (${how}): state ${state}`]
  })
  if (rows.some(({ state }) => state === skipped)) faults.push('some were skipped')
  return { faults, looked: rows.length, states }
}
