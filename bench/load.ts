import autocannon from 'autocannon'
import { median } from './report.ts'

const CONNECTIONS = 16
const ROUNDS = 3
const SECONDS = 2
/** Rendering a page runs so much code that several thousand pages are needed until all of it is compiled. */
const WARM = 5

/** Paths are requested in turn, from addresses of 10.0.0.0/8 in turn, so that no address reaches its limit. */
export interface Target {
  base: string
  /** a function when every round requests other paths */
  paths: readonly string[] | (() => readonly string[])
  headers?: Record<string, string>
}
export interface Measured {
  /** requests per second, the median for each target */
  rates: number[]
  /** number of errors and of answers other than 2xx */
  refused: number
  /** median of the 97.5th percentiles of the first target, in ms */
  slow: number
}

const ADDRESSES = 2000
const address = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

/** Each connection has its own paths and addresses, because simultaneous requests for the same could be answered together. */
function round({ base, paths: given, headers }: Target, seconds: number): Promise<autocannon.Result> {
  const paths = typeof given === 'function' ? given() : given
  let place = Math.floor(Math.random() * (1 << 24))
  const share = Math.ceil(Math.max(ADDRESSES, paths.length) / CONNECTIONS)
  const setupClient = (client: autocannon.Client) => {
    const from = place
    place += share
    client.setRequests(
      Array.from({ length: share }, (_, n) => ({
        method: 'GET' as const,
        path: paths[(from + n) % paths.length]!,
        headers: { ...headers, 'x-forwarded-for': address(from + n) },
      })),
    )
  }
  return autocannon({ url: base, connections: CONNECTIONS, duration: seconds, setupClient })
}

/** Warms up every target, then measures them alternately in three short rounds; returns medians. */
export async function measure(targets: readonly Target[], seconds = SECONDS): Promise<Measured> {
  let refused = 0
  const rates = targets.map((): number[] => [])
  const slow: number[] = []
  for (const target of targets) await round(target, WARM)
  for (let n = 0; n < ROUNDS; n++) {
    for (const [place, target] of targets.entries()) {
      const result = await round(target, seconds)
      refused += result.non2xx + result.errors
      rates[place]!.push(result.requests.average)
      if (place === 0) slow.push(result.latency.p97_5)
    }
  }
  return { rates: rates.map(median), refused, slow: median(slow) }
}
