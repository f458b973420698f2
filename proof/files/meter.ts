import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofApp } from '../stage.ts'

export const MB = 1 << 20

const residentBytes = async (pid: number) => Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

export interface Cost {
  /** largest growth of resident memory since the beginning, in MB */
  grown: number
  /** longest delay of the server's event loop, in ms */
  late: number
}

/** Measures the cost of some work for the server. */
export async function costOf<T>(app: ProofApp, work: () => Promise<T>): Promise<Cost & { result: T }> {
  await latest(app)
  const before = await residentBytes(app.pid)
  let peak = before,
    over = false
  const watch = (async () => {
    for (; !over; await sleep(10)) peak = Math.max(peak, await residentBytes(app.pid))
  })()
  const result = await work().finally(async () => {
    over = true
    await watch
  })
  return { result, grown: (peak - before) / MB, late: await latest(app) }
}

/** The server measures its own event loop; each request starts a new measurement. */
async function latest(app: ProofApp): Promise<number> {
  const text = await (await fetch(`${app.admin}/metrics`)).text()
  const found = /^nodejs_eventloop_lag_max_seconds ([\d.e+-]+)$/m.exec(text)
  return found ? Number(found[1]) * 1000 : Number.NaN
}
