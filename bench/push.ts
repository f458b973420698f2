import { readFileSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { manySessions } from '../server/kernel/testing/many-sessions.ts'
import type { Row } from './report.ts'

const STREAMS = 2000
const TOLD = 20

const residentKb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** Resolves with the answer when its first text has arrived; later text is passed to `hears`. */
function stream(base: string, token: string, agent: Agent, hears: (text: string) => void): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(`${base}/sys/push`, { agent, headers: { authorization: token, accept: 'text/event-stream' } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${answer.statusCode}`))
      answer
        .setEncoding('utf8')
        .on('data', hears)
        .once('data', () => resolve(answer))
      answer.on('error', () => {})
    })
      .on('error', reject)
      .end()
  })
}

/** As many streams as a process can hold: the memory of each, and the time until all have received a message. */
export async function streams(url: string, { base, pid }: { base: string; pid: number }): Promise<Row[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const tokens = await manySessions(pool, STREAMS + 3)
  const agent = new Agent({ maxSockets: Infinity })
  const tell = () => pool.query(`select pg_notify('qifu', '{"topic":"push","data":{"name":"notice","all":true}}')`)
  let heard = 0
  const hears = (text: string) => (heard += text.split('event: notice').length - 1)
  // Warm-up, so that the code has run before memory is measured.
  const warm = await Promise.all(tokens.slice(STREAMS).map((token) => stream(base, token, agent, () => {})))
  await sleep(1500)
  const before = residentKb(pid)
  for (const one of warm) one.destroy()
  for (let from = 0; from < STREAMS; from += 100)
    await Promise.all(tokens.slice(from, Math.min(from + 100, STREAMS)).map((token) => stream(base, token, agent, hears)))
  await sleep(3000)
  const each = (residentKb(pid) - before) / STREAMS
  const times: number[] = []
  for (let round = 0; round < TOLD; round++) {
    heard = 0
    const from = performance.now()
    await tell()
    while (heard < STREAMS && performance.now() - from < 10_000) await sleep(2)
    times.push(performance.now() - from)
  }
  await pool.end()
  agent.destroy()
  const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!
  return [
    { name: `${STREAMS} streams: each`, figure: each, unit: 'KB', atMost: 40 },
    { name: `${STREAMS} streams: all have heard, p95`, figure: p95, unit: 'ms' },
  ]
}
