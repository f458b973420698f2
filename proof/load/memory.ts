import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const MIB = 1024

/** Resident memory of a process in MiB, every half second until `stop`. */
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

/** By how many per cent the last sixth lies above the first. Medians: one collection of garbage more or less does not decide. */
export function growth(samples: readonly number[]): { percent: number; from: number; to: number } {
  const part = Math.max(1, Math.floor(samples.length / 6))
  const [from, to] = [median(samples.slice(0, part)), median(samples.slice(-part))]
  return { percent: (to / from - 1) * 100, from, to }
}
