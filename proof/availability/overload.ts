import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillPolicies } from '../../bench/fill.ts'
import { atLeast, atMost, noFaults, type Finding } from '../finding.ts'
import { arrivals, send, type Sending, type Sent } from '../load/arrivals.ts'
import { draftOf, prepare, scenario, searchPage, type Place } from '../load/scenario.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { loggedIn } from '../session/try.ts'
import { DOCUMENT, RECOVERY_MS, see, until } from './probe.ts'

const TIMES = 5
const CALLERS = 24
/** V-06: the 95th percentile of answer times of accepted requests. */
const ACCEPTED_MS = 2000
/** V-06: the least share of declarations and of sign-ins that are accepted, in per cent. */
const LAST_PERCENT = 90
/** V-06: answer time after the overload (the limit of pages in V-03). */
const NORMAL_MS = 500
const POLICIES = 1000
/** The share of calls that search for new words, and the share that declare; the others are as in V-03. */
const SEARCHING = 0.6
const DECLARING = 0.03

interface LogIn {
  ms: number
  refused: boolean
}

/** V-06: five times as many requests as were served at full speed just before: reading, searching, signing in and declaring. */
export async function overload(stage: ProofStage): Promise<Finding[]> {
  const database = await stage.database()
  await fillPolicies(database, POLICIES)
  const app = await stage.app({ engine: 'postgres', database, env: { LOG_LEVEL: 'warn' } })
  const place = await prepare(app.base, (name) => stage.asUser(app.base, name), [])
  const next = mix(place)
  await closedLoop(app.base, next, stage.rounds(1, 2, 2))
  const capacity = await closedLoop(app.base, next, stage.rounds(2, 4, 10))
  const rate = Math.ceil(capacity * TIMES)
  stage.say(`overload: ${Math.round(capacity)} a second served, ${rate} a second offered`)
  let over = false
  const people = logIns(app, () => over)
  const { sent, reached } = await arrivals(app.base, { next, rate, seconds: stage.rounds(5, 12, 60) })
  over = true
  const back = await until(() => asBefore(app.base, place), RECOVERY_MS * 2)
  const entered = await people
  const findings = figures({ sent, entered, back, capacity, reached })
  findings.push(noFaults({ ...where, what: '过载之后：同一进程，没有未处理的拒绝' }, await troubles(app), 1))
  await app.stop()
  return findings
}

const where = { id: 'V-06', engine: 'postgres' as const }

/** The county's normal day (V-03) with more declarations and many searches, because cached answers would hardly be work. */
function mix(place: Place): () => Sending {
  const others = scenario(place)
  const drafts = place.users.companies.map((user) => draftOf(user, place.projectId))
  let searches = 0
  return () => {
    const dice = Math.random()
    if (dice < DECLARING) return drafts[Math.floor(Math.random() * drafts.length)]!()
    return dice < DECLARING + SEARCHING ? searchPage(`企业 ${++searches}`) : others()
  }
}

/** Answers per second when so many callers send one request after the other. */
async function closedLoop(base: string, next: () => Sending, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const end = performance.now() + seconds * 1000
  let right = 0
  const callers = Array.from({ length: CALLERS }, async () => {
    while (performance.now() < end) {
      const sending = next()
      const { fault } = await send(base, agent, sending)
      sending.after?.()
      if (fault === undefined) right += 1
    }
  })
  await Promise.all(callers)
  agent.destroy()
  return right / seconds
}

/** Three users per second ask for a captcha and sign in. */
async function logIns({ base }: ProofApp, over: () => boolean): Promise<LogIn[]> {
  const entered: Promise<LogIn>[] = []
  for (let at = 0; !over(); at++) {
    const from = performance.now()
    const ended = (refused: boolean) => ({ ms: performance.now() - from, refused })
    entered.push(
      loggedIn(base, at % 2 ? 'qy2' : 'gr1').then(
        () => ended(false),
        () => ended(true),
      ),
    )
    await sleep(330)
  }
  return Promise.all(entered)
}

async function asBefore(base: string, { users }: Place): Promise<boolean> {
  const all = await Promise.all([
    see(base, '/page/home', { headers: DOCUMENT }),
    see(base, `/pol/my/list?q=${Math.random()}`),
    see(base, '/dec/my/list', { token: users.companies[0]!.token }),
    see(base, '/sys/activeUser/getVerifiCode'),
  ])
  return all.every(({ status, ms, answer }) => status === 200 && ms < NORMAL_MS && answer!.headers.get('x-html-cache') !== 'stale')
}

interface Got {
  sent: Sent[]
  entered: LogIn[]
  /** ms until answers are as fast as usual */
  back: number
  capacity: number
  reached: number
}

function figures({ sent, entered, back, capacity, reached }: Got): Finding[] {
  const refused = sent.filter(({ status }) => status !== 200)
  const accepted = sent.filter(({ status }) => status === 200)
  const declaring = sent.filter(({ path }) => /^\/dec\/my\//.test(path))
  const others = sent.filter(({ path }) => !path.startsWith('/dec/') && !path.startsWith('/sys/'))
  const percent = (of: readonly Sent[]) => (100 * of.filter(({ status }) => status === 200).length) / of.length
  const p95 = (times: readonly number[]) => Math.round(times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN)
  const note = [
    `${Math.round(capacity)} a second served before; ${Math.round(reached)} a second sent`,
    `accepted: ${percent(sent).toFixed(0)} % of all, ${percent(others).toFixed(0)} % of readers; answers of 200 a second: ${Math.round((accepted.length / sent.length) * reached)}`,
  ]
  return [
    // These two check that it was an overload. Seen red: a client that ran out of sockets (3.01).
    atLeast({ ...where, what: '实际送出的，是之前满速所答的几倍' }, reached / capacity, TIMES * 0.8, '', note),
    atLeast({ ...where, what: '确已过载：被拒的读者' }, 100 - percent(others), 20, ' %', note),
    noFaults(
      { ...where, what: `五倍过载：被拒的得 503 + Retry-After 与规定的内容（接受 ${percent(sent).toFixed(0)} %）` },
      wrong(refused),
      sent.length,
    ),
    // Seen red: the server as it was before (refusals only after the event loop had been late for two seconds): 36,815 ms, 29 % of those who declare;
    // with one listening socket for all: 30,848 ms, connections reset, 82 % of log-ins; without the second door: 18 % of those who declare.
    atMost({ ...where, what: '五倍过载：被接受的 p95' }, p95(accepted.map(({ answeredIn }) => answeredIn)), ACCEPTED_MS, ' ms', note),
    atLeast({ ...where, what: '五倍过载：申报被接受的' }, percent(declaring), LAST_PERCENT, ' %', note),
    atLeast(
      { ...where, what: '五倍过载：登录成功的' },
      (100 * entered.filter((one) => !one.refused).length) / entered.length,
      LAST_PERCENT,
      ' %',
      note,
    ),
    atMost({ ...where, what: '过载停止后一切如常' }, Math.round(back), RECOVERY_MS, ' ms'),
  ]
}

/** A refusal must be a 503 with Retry-After: the envelope, or for a page one without further resources. */
const wrong = (refused: readonly Sent[]): string[] =>
  [
    ...Map.groupBy(
      refused.flatMap(({ name, kind, status, fault, refusal }) => {
        const said = refusal && (kind === 'ssr' ? saysPage(refusal.text) : saysEnvelope(refusal.text))
        return status === 503 && said && Number(refusal.retryAfter) > 0 ? [] : [`${name}: ${fault}`.replace(/,"traceId.*/, '')]
      }),
      (text) => text,
    ).entries(),
  ].map(([text, some]) => `${some.length} × ${text}`)

const saysPage = (text: string) => text.startsWith('<!doctype html>') && text.includes('请稍后再试')

function saysEnvelope(text: string): boolean {
  const { success, code, msg, traceId } = JSON.parse(text) as Record<string, unknown>
  return success === false && code === 'BUSY' && /^现在操作的人较多，请 \d+ 秒后再试$/.test(String(msg)) && typeof traceId === 'string'
}

async function troubles({ process, log }: ProofApp): Promise<string[]> {
  const ended = process.exitCode ?? process.signalCode
  return [
    ...(ended === null ? [] : [`the process ended with ${ended}`]),
    ...((await log()).match(/unhandledRejection.*|uncaughtException.*|heap out of memory.*/g) ?? []),
  ]
}
