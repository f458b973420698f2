import { median } from './report.ts'

/** Medians of two ways to do the same, measured alternately so that both have the same conditions; each runs once before. */
export async function inTurn(rounds: number, ours: () => Promise<unknown>, floor: () => Promise<unknown>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let n = -1; n < rounds; n++)
    for (const [i, work] of [ours, floor].entries()) {
      const from = performance.now()
      await work()
      if (n >= 0) times[i]!.push(performance.now() - from)
    }
  return [median(times[0]), median(times[1])]
}

/** The 95th percentile: of sixty times the fourth slowest. */
export const p95Of = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!

/** The 95th percentile of the given number of rounds, in milliseconds. */
export async function p95(rounds: number, work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  for (let n = 0; n < rounds; n++) {
    const from = performance.now()
    await work()
    times.push(performance.now() - from)
  }
  return p95Of(times)
}
