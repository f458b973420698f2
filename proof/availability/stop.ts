import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { manySessions } from '../../server/kernel/testing/many-sessions.ts'
import { listen } from '../../server/kernel/testing/streams.ts'
import { atMost, noFaults, type Engine, type Finding } from '../finding.ts'
import { withKernel } from '../kernel.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { see } from './probe.ts'

const CALLERS = 8
const STREAMS = 200

/** SIGTERM under load: every accepted connection gets an answer, including kept-alive ones. */
export async function stopUnderLoad(stage: ProofStage): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const engine of stage.engines) {
    const faults: string[] = []
    let answered = 0,
      slowest = 0
    const rounds = stage.rounds(1, 2, 20)
    for (let round = 0; round < rounds; round++) {
      const { app, tokens } = await withStreams(stage, engine)
      await see(app.base, '/page/home')
      const streams = await Promise.all(tokens.map((token) => listen(app.base, token)))
      if (streams.some(({ status }) => status !== 200)) faults.push('a stream was refused')
      let stopping = false,
        over = false
      const callers = Array.from({ length: CALLERS }, async (_, n) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        while (!over) {
          const path = n % 2 ? '/page/home' : `/pol/my/list?policyTitle=${n}${Math.random()}`
          const late = stopping
          const { status, refused } = await call(app.base + path, agent)
          // A client that comes after the signal may be refused (a proxy then asks the next process), but must not be cut off.
          if (refused && late) return
          if (status === 200) answered += 1
          else faults.push(`${path} → ${status || 'cut'}`)
        }
      })
      await sleep(500)
      stopping = true
      const from = performance.now()
      const code = await app.stop()
      slowest = Math.max(slowest, performance.now() - from)
      over = true
      await Promise.all([...callers, ...streams.map(({ ended }) => ended)])
      if (code !== 0) faults.push(`exit ${code}`)
    }
    findings.push(noFaults({ id: 'V-04', engine, what: `SIGTERM 时没有一个请求被切断或拒答（${rounds} 次）` }, faults, answered))
    findings.push(atMost({ id: 'V-04', engine, what: `${STREAMS} 路实时提醒打开时，SIGTERM 到退出` }, Math.round(slowest), 10_000, ' ms'))
  }
  return findings
}

/** A server with users who signed in before it started. */
async function withStreams(stage: ProofStage, engine: Engine): Promise<{ app: ProofApp; tokens: string[] }> {
  const home =
    engine === 'postgres' ? { database: await stage.database(), dataDir: join(stage.dir, 'streams') } : { dataDir: await stage.folder() }
  const tokens = await withKernel(home, ({ pool }) => manySessions(pool, STREAMS))
  return { app: await stage.app({ engine, ...home }), tokens }
}

/** One GET, with three outcomes: connection refused, connection cut, answer. A stale kept-alive connection is retried, as browsers do. */
function call(url: string, agent: Agent): Promise<{ status: number; refused: boolean }> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      {
        agent,
        headers: {
          accept: url.includes('/page/') ? 'text/html' : 'application/json',
          'x-forwarded-for': `10.9.${Math.floor(Math.random() * 250)}.1`,
        },
      },
      (response) => {
        let whole = true
        response.on('aborted', () => {
          whole = false
        })
        response.resume().on('close', () => resolve({ status: whole && response.complete ? response.statusCode! : 0, refused: false }))
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && error.code === 'ECONNRESET') return resolve(call(url, agent))
      // The connection was closed before it was accepted, because the listener was closing.
      resolve({ status: 0, refused: error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET' })
    })
    sent.end()
  })
}
