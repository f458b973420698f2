import { busy } from '../errors.ts'

/** Lets `atOnce` pieces of work run and `queue` wait, in order; the next is refused with 503. */
export function gate(atOnce: number, queue: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= queue) throw busy()
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
  /** so many run, of each caller one */
  atOnce: number
  /** so many wait, of all callers */
  queue: number
  /** so many of one caller run or wait */
  own: number
}

/**
 * As `gate`, for callers who are told apart by `key`: none keeps the others waiting by asking often. Refused with 503 are those for whom there is no
 * room, and who went away (`signal`) while they waited.
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
      if (signal?.aborted || mine >= own || waiting.length >= queue) return reject(busy(1))
      const one = { key, go: resolve }
      waiting.push(one)
      signal?.addEventListener(
        'abort',
        () => {
          const at = waiting.indexOf(one)
          if (at === -1) return
          waiting.splice(at, 1)
          reject(busy(1))
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
