import { fillCompanies, fillPolicies } from '../../bench/fill.ts'
import { atLeast, atMost, exactly, notRunHere, type Finding } from '../finding.ts'
import type { Part, ProofApp, ProofStage } from '../stage.ts'
import { arrivals, p95, type Sent } from './arrivals.ts'
import { dearCalls } from './dear-calls.ts'
import { growth, watchMemory } from './memory.ts'
import { prepare, scenario, visit } from './scenario.ts'
import { fillDeclarations } from './waiting.ts'

/** Number of policies, companies and declarations in the first run; the second run has ten times as many. */
const ROWS = 1000
const API_MS = 300
const SSR_MS = 500
const ERRORS_PERCENT = 0.1
const GROWTH_PERCENT = 5

interface Run {
  times: number
  sent: Sent[]
  /** calls per second that were really sent */
  reached: number
  api: number
  ssr: number
  /** % */
  errors: number
  samples: number[]
  app: ProofApp
}

/** An ordinary working day of a county compressed into minutes, on PostgreSQL, with load and server on the same cores (V-03). */
export const part: Part = {
  name: 'load',
  alone: async (stage) => {
    if (!stage.engines.includes('postgres')) return [notRunHere({ id: 'V-03', what: '混合负载' }, '没有 PostgreSQL')]
    // A little above the promised rate, so that the rate really sent is not below it.
    const rate = stage.rounds(41, 102, 102)
    const base = await run(stage, 1, { rate, warmUp: stage.rounds(3, 60, 120), seconds: stage.rounds(8, 120, 600) })
    const findings = [...figures(base, stage.rounds(40, 100, 100)), memory(stage, base), ...(await quiet(base))]
    findings.push(...(await dearCalls(stage, 'postgres')))
    if (stage.scale === 'short') return findings
    const large = await run(stage, 10, { rate, warmUp: 20, seconds: stage.rounds(0, 40, 180) })
    return [...findings, ...growing(base, large)]
  },
}

interface Plan {
  rate: number
  warmUp: number
  seconds: number
}

async function run(stage: ProofStage, times: number, { rate, warmUp, seconds }: Plan): Promise<Run> {
  const database = await stage.database(`load_${times}`)
  stage.say(`loading ${ROWS * times} policies and companies`)
  await fillPolicies(database, ROWS * times)
  await fillCompanies(database, ROWS * times)
  const waiting = await fillDeclarations(database, ROWS * times)
  const app = await stage.app({ engine: 'postgres', database, env: { LOG_LEVEL: 'warn' } })
  const place = await prepare(app.base, (name) => stage.asUser(app.base, name), waiting)
  const next = scenario(place)
  stage.say(`${rate} a second, ${warmUp} s to warm up, ${seconds} s measured`)
  // Memory growth is measured after the page cache is full (at most 48 MB) and the first matching of all companies, which runs on the
  // minute, is over.
  if (stage.scale !== 'short') for (const { id } of place.policies) await visit(app.base, id)
  await arrivals(app.base, { next, rate, seconds: warmUp })
  const watched = watchMemory(app.pid)
  const { sent, reached } = await arrivals(app.base, { next, rate, seconds })
  const samples = await watched.stop()
  await app.stop()
  const of = (kind: Sent['kind']) => sent.filter((one) => one.kind === kind)
  const wrong = sent.filter(({ fault }) => fault !== undefined)
  const result = {
    times,
    sent,
    reached,
    api: p95(of('api')),
    ssr: p95(of('ssr')),
    errors: (wrong.length / sent.length) * 100,
    samples,
    app,
  }
  stage.say(`×${times}: API ${ms(result.api)}, SSR ${ms(result.ssr)}, ${wrong.length} of ${sent.length} wrong`)
  return result
}

const ms = (value: number) => `${Math.round(value)} ms`

/** The slowest kinds of call, to help find the reason. */
const slowest = (sent: readonly Sent[]): string[] =>
  [...Map.groupBy(sent, ({ name }) => name)]
    .map(([name, some]) => ({ name, value: p95(some), count: some.length }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, 6)
    .map(({ name, value, count }) => `${name}: p95 ${ms(value)}, ${count} calls`)

const faultsOf = (sent: readonly Sent[]): string[] =>
  [
    ...Map.groupBy(
      sent.filter(({ fault }) => fault !== undefined),
      ({ name, fault }) => `${name}: ${fault!.replace(/,"traceId.*/, '')}`,
    ),
  ].map(([text, some]) => `${some.length} × ${text}`)

function figures({ sent, reached, api, ssr, errors }: Run, rate: number): Finding[] {
  const where = (what: string) => ({ id: 'V-03', engine: 'postgres' as const, what: `混合负载：${what}` })
  return [
    // Seen red: a scenario that blocked the event loop for 30 ms a call: 32 of 40 (short form).
    atLeast(where('每秒送出（不等前一个的答复）'), Math.round(reached), rate),
    // Seen red: far pages of policies shared the name of a prepared statement with near ones (500); filters that do not exist (400).
    atMost(where('失败'), errors, ERRORS_PERCENT, ' %', faultsOf(sent)),
    // Seen red, both: on a machine whose two cores were busy (711 ms, 773 ms).
    atMost(where('接口 p95，自应发之时起'), Math.round(api), API_MS, ' ms', slowest(sent.filter(({ kind }) => kind === 'api'))),
    atMost(where('页面 p95，自应发之时起'), Math.round(ssr), SSR_MS, ' ms', slowest(sent.filter(({ kind }) => kind === 'ssr'))),
  ]
}

/** A cache without limit or a listener that is never removed would let the process grow within the minutes of the run. */
function memory(stage: ProofStage, { samples }: Run): Finding {
  const where = { id: 'V-03', engine: 'postgres' as const, what: '混合负载：预热之后常驻内存增长' }
  if (stage.scale === 'short') return notRunHere(where, '几秒钟看不出')
  const { percent, course } = growth(samples)
  const told = `${course.map((mib) => mib.toFixed(0)).join(' → ')} MiB`
  stage.say(`resident memory: ${told}`)
  // Seen red: every call kept 300 KB (449 → 528 MiB in eight seconds).
  return atMost(where, percent, GROWTH_PERCENT, ' %', [told])
}

async function quiet({ app }: Run): Promise<Finding[]> {
  const log = await app.log()
  const unhandled = log.split('\n').filter((line) => /unhandledRejection|ERR_UNHANDLED|uncaughtException/.test(line))
  // Seen red: one call in a hundred left a rejected promise behind.
  return [exactly({ id: 'V-03', engine: 'postgres', what: '混合负载：没有人接住的错误' }, unhandled.length, 0, unhandled)]
}

/** How the cost grows with ten times the policies, companies and declarations: both results side by side, within the same limits. */
function growing(base: Run, large: Run): Finding[] {
  const pair = (what: string, kind: 'api' | 'ssr', limit: number): Finding => ({
    id: 'V-03',
    engine: 'postgres',
    what: `十倍数据（${ROWS} → ${ROWS * large.times}）：${what} p95`,
    figure: `${ms(base[kind])} → ${ms(large[kind])}`,
    limit: `≤ ${limit} ms`,
    result: large[kind] <= limit && large.errors <= ERRORS_PERCENT ? 'pass' : 'fail',
    faults: [...faultsOf(large.sent), ...slowest(large.sent.filter((one) => one.kind === kind))],
  })
  return [pair('接口', 'api', API_MS), pair('页面', 'ssr', SSR_MS)]
}
