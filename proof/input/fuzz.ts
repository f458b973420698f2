import fc from 'fast-check'
import { filled } from '../access/sample.ts'
import type { LiveEndpoint } from '../endpoints.ts'
import { atLeast, exactly, noFaults, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { cases, type Case } from './cases.ts'
import { faultsInLog, isOnlyLate, judged } from './judge.ts'
import { random } from './late-calls.ts'
import { endsOthers, type InputScene } from './scene.ts'
import { wireOf } from './send.ts'

/** Each call is timed; more at once would measure the queue of a small machine. */
const AT_ONCE = 3
/** Least share of the cases that reach the handler, in per cent; the schema stops the others, as it should for most. */
const LEAST_REACHED = 15
const LEAST_ENDPOINTS = 80

/** PROOF_SEED repeats a run. Each endpoint derives its own sequence from it, so that a new endpoint does not change the cases of others. */
export const seedOf = (given: string | undefined): number => (given ? Number(given) : Date.now()) | 0
export const seedFor = (seed: number, key: string): number => [...key].reduce((sum, c) => (Math.imul(sum, 31) + c.charCodeAt(0)) | 0, seed)

/** Every endpoint gets valid calls with a few wrong values, sent by a user with access (I-01). */
export async function fuzz(stage: ProofStage, scene: InputScene, seed: number): Promise<Finding[]> {
  const { app, engine, endpoints, pool } = scene
  const numRuns = stage.rounds(5, 20, 200)
  const faults: string[] = []
  const sum = { sent: 0, drawn: 0, reached: 0, limited: 0 }
  const reachedBy = new Set<string>()
  const attack = async (endpoint: LiveEndpoint) => {
    const caller = await scene.callerOf(endpoint)
    const plain = filled(endpoint, { id: String(pool.get('id')?.[0] ?? 1), file: String(pool.get('filePath')?.[0]) })
    const once = async (one: Case) => {
      const wire = wireOf(endpoint, one, caller.token)
      const { reply, fault } = await judged(app, wire)
      // The unchanged valid call always gets through, so it does not count for the drawn cases.
      const drawn = one !== plain
      sum.sent += 1
      if (drawn) sum.drawn += 1
      if (reply.status === 429) sum.limited += 1
      // After the schema a refusal of the handler is a 200; a 400 of the handler cannot be told from the schema's and is not counted.
      if (reply.status === 200 && reply.json.code !== 'FORBIDDEN') {
        if (drawn) sum.reached += 1
        reachedBy.add(endpoint.key)
      }
      // Among the last, one endpoint may have ended the account of another one's caller for good.
      if ([401, 402, 403].includes(reply.status) && caller.token)
        await caller.again().catch((error: unknown) => {
          if (!endsOthers(endpoint)) throw error
        })
      if (fault && isOnlyLate(reply)) random.late.push({ key: endpoint.key, userName: caller.userName, wire })
      else if (fault) throw new Error(fault)
    }
    const details = await fc.check(fc.asyncProperty(cases(endpoint, pool), once), {
      numRuns,
      seed: seedFor(seed, endpoint.key),
      examples: [[plain]],
    })
    if (!details.failed) return
    const error = details.errorInstance as Error | null
    faults.push(`${endpoint.key} as ${caller.userName}: ${error?.message} ← ${JSON.stringify(details.counterexample?.[0]).slice(0, 500)}`)
  }
  // Endpoints without a body come first, while the records that others delete still exist.
  const queue = endpoints.filter(({ as }) => as !== 'multipart').toSorted((a, b) => a.method.localeCompare(b.method))
  const waiting = queue.filter((endpoint) => !endsOthers(endpoint))
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { key } = next
        // When the server has ended, nobody can sign in: that is a finding of the rows below, and this part continues.
        await attack(next).catch((error: unknown) => faults.push(`${key}: ${String(error)}`))
      }
    }),
  )
  for (const endpoint of queue.filter(endsOthers))
    await attack(endpoint).catch((error: unknown) => faults.push(`${endpoint.key}: ${String(error)}`))
  const unreached = queue.filter(({ key }) => !reachedBy.has(key)).map(({ key }) => key)
  const share = (100 * sum.reached) / sum.drawn
  random.sent += sum.sent
  stage.say(`${engine}: ${sum.sent} cases, ${random.late.length} late, ${sum.limited} met a limit of the account`)
  const told = `种子 ${seed}`
  return [
    // Seen red: depId=2147483648, the date 0000-00-00 (both mended).
    noFaults({ id: 'I-01', what: `每个接口 ${numRuns} 例乱填：无 5xx、无堆栈（${told}）`, engine }, faults, sum.sent),
    // Seen red: cases() made of hardValue and hardParameter alone: 9.39 %.
    atLeast({ id: 'I-01', what: '乱填的请求到达用例的比例', engine }, share, LEAST_REACHED, ' %'),
    // Seen red: 68 %, when all filters of a list were filled at once.
    atLeast(
      { id: 'I-01', what: '用例被到达过的接口', engine },
      (100 * (queue.length - unreached.length)) / queue.length,
      LEAST_ENDPOINTS,
      ' %',
      unreached,
    ),
    // Seen red: process.exit(7) in the handler of /sys/log/saveLog: 7.
    exactly({ id: 'I-01', what: '进程仍是同一个', engine }, app.process.exitCode ?? app.process.signalCode ?? app.pid, app.pid),
    // Seen red: `value "2147483648" is out of range for type integer`.
    noFaults({ id: 'I-01', what: '日志里没有未处理的异常', engine }, await faultsInLog(app), sum.sent),
  ]
}
