import { crowded } from '../errors.ts'

const WAIT_SECONDS = 5

/** Runs at most `atOnce` works; up to `queue` more wait in order; further ones are refused with 503. */
export function gate(atOnce: number, queue: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= queue) throw crowded(WAIT_SECONDS)
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

interface FairGate {
  /** how many run at once, at most one of each caller */
  atOnce: number
  /** how many wait, of all callers together */
  queue: number
  /** how many works one caller may have running or waiting */
  own: number
}

/**
 * As `gate`, but fair between callers, who are told apart by `key`: one caller with many requests does not delay the others. Refuses with
 * 503 when there is no room, and when the caller went away (`signal`) while waiting.
 */
export function fairGate({ atOnce, queue, own }: FairGate): <T>(key: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  const running = new Set<string>()
  const waiting: { key: string; go: () => void }[] = []
  const next = () => {
    while (running.size < atOnce) {
      const at = waiting.findIndex(({ key }) => !running.has(key))
      if (at === -1) return
      const [first] = waiting.splice(at, 1)
      running.add(first!.key)
      first!.go()
    }
  }
  const turn = (key: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const mine = waiting.filter((one) => one.key === key).length + Number(running.has(key))
      if (signal?.aborted || mine >= own || waiting.length >= queue) return reject(crowded(1))
      const one = { key, go: resolve }
      waiting.push(one)
      signal?.addEventListener(
        'abort',
        () => {
          const at = waiting.indexOf(one)
          if (at === -1) return
          waiting.splice(at, 1)
          reject(crowded(1))
        },
        { once: true },
      )
      next()
    })
  return async (key, work, signal) => {
    await turn(key, signal)
    try {
      return await work()
    } finally {
      running.delete(key)
      next()
    }
  }
}
