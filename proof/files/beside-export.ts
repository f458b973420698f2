import { setTimeout as sleep } from 'node:timers/promises'
import { p95 } from '../load/arrivals.ts'
import { notRunHere, type Engine, type Finding } from '../finding.ts'
import type { ProofApp } from '../stage.ts'
import { ask, type Answer, type User } from '../user.ts'
import { ended, start } from './exports.ts'

/** Calls per second of the other users: searches with a session, so that no cached answer is used. */
const RATE = 30
const WORDS = ['研发', '设备', '贷款', '人才', '绿色', '数字化']

const whereOf = (engine: Engine) => ({ id: 'E-03', engine, what: '导出四万行时他人检索的 p95（平时 → 同时）' })
export const besideNotHere = (engine: Engine): Finding => notRunHere(whereOf(engine), '几秒钟看不出')

/** E-03: other users wait at most twice as long during an export of forty thousand rows as without it. */
export async function besideExport(app: ProofApp, exporter: User, other: User): Promise<Finding> {
  const where = whereOf(app.engine)
  const call = (n: number) =>
    ask(app.base, '/pol/my/list', { query: { q: WORDS[n % WORDS.length]!, sort: 'relevance' }, token: other.token })
  await searches(call, () => sleep(3000))
  const alone = await searches(call, () => sleep(8000))
  const beside = await searches(call, async () => {
    // Enough calls for a 95th percentile; during only three exports it would depend on four calls.
    for (let round = 0; round < 8; round++) {
      const { taskId } = (await start(exporter, 'visitLog')).body.data as { taskId: string }
      await ended(exporter, taskId)
    }
  })
  const [before, during] = [p95(alone), p95(beside)]
  const refused = [...alone, ...beside].filter(({ status }) => status !== 200)
  return {
    ...where,
    figure: `${before.toFixed(1)} → ${during.toFixed(1)} ms`,
    limit: '≤ 2 倍',
    result: during <= 2 * before && refused.length === 0 ? 'pass' : 'fail',
    faults: [`${alone.length} 与 ${beside.length} 次，${refused.length} 次没有答复`],
  }
}

interface Timed {
  ms: number
  status: number
}

/** Calls at an even rate, independent of their answer times, while `meanwhile` runs. */
async function searches(call: (n: number) => Promise<Answer>, meanwhile: () => Promise<unknown>): Promise<Timed[]> {
  const times: Timed[] = []
  const under: Promise<void>[] = []
  let over = false
  const work = meanwhile().finally(() => {
    over = true
  })
  for (let n = 0; !over; n++) {
    const from = performance.now()
    under.push(call(n).then(({ status }) => void times.push({ ms: performance.now() - from, status })))
    await sleep(1000 / RATE)
  }
  await Promise.all([work, ...under])
  return times
}
