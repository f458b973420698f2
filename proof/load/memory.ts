import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const MIB = 1024

/** Resident memory of a process in MiB, measured every half second until `stop`. */
export function watchMemory(pid: number): { samples: number[]; stop(): Promise<number[]> } {
  const samples: number[] = []
  let over = false
  const watching = (async () => {
    while (!over) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      const rss = /VmRSS:\s+(\d+) kB/.exec(status)?.[1]
      if (rss) samples.push(Number(rss) / MIB)
      await sleep(500)
    }
  })()
  return {
    samples,
    stop: async () => {
      over = true
      await watching
      return samples
    },
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/**
 * The growth from the first sixth to the last in per cent, and the medians of all sixths in MiB. A process that is warming up levels off, a
 * leak does not. Medians are used, so that a single garbage collection does not decide.
 */
export function growth(samples: readonly number[]): { percent: number; course: number[] } {
  const part = Math.max(1, Math.floor(samples.length / 6))
  const course = Array.from({ length: 6 }, (_, i) => median(samples.slice(i * part, (i + 1) * part)))
  return { percent: (course[5]! / course[0]! - 1) * 100, course }
}
