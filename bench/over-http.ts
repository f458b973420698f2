import { p95Of } from './in-turn.ts'
import type { Measured } from './load.ts'
import type { Row } from './report.ts'

const TIMES = 40

async function timed(address: string, authorization?: string): Promise<number> {
  const from = performance.now()
  const answer = await fetch(address, { headers: authorization ? { authorization } : {} })
  const body = (await answer.json()) as { success: boolean; msg?: string }
  if (!body.success) throw new Error(`${address}: ${answer.status} ${body.msg}`)
  return performance.now() - from
}
/** The 95th percentile of the first forty addresses, requested one after the other, in ms. */
export async function oneByOne(addresses: readonly string[], authorization?: string): Promise<number> {
  const times: number[] = []
  for (const address of addresses.slice(0, TIMES)) times.push(await timed(address, authorization))
  return p95Of(times)
}
/** The same address as many times as `oneByOne` requests. */
export const repeated = (address: string): string[] => Array.from({ length: TIMES }, () => address)

/** Requests per second beside the comparison server. */
export const beside = (name: string, { rates: [figure, floor], refused, slow }: Measured, atLeast?: number): Row => ({
  name,
  figure: figure!,
  unit: '/s',
  floor: floor!,
  ...(atLeast ? { atLeast } : {}),
  note: refused > 0 ? `${refused} answers were refused` : `97.5 %: ${slow} ms`,
  failed: refused > 0,
})
