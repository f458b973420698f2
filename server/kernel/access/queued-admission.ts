import { crowded } from '../errors.ts'
import { whoAsks } from './asking.ts'

interface FairGate {
  /** how many run at once */
  atOnce: number
  /** how many of them may be of one caller: one, unless told otherwise */
  ownAtOnce?: number
  /** how many wait, of all callers together */
  queue: number
  /** how many works one caller may have running or waiting; where an address is given, all callers of one address together */
  own: number
  /** seconds after which a refused caller may come again */
  comeBack?: number
}

/**
 * Runs at most `atOnce` works; `queue` more wait. It is fair between callers, who are told apart by `key`: whose works are fewest among the
 * running is next, so that one caller with many requests does not delay the others. Refuses with 503 when there is no room, and when the
 * caller went away (`signal`) while waiting.
 */
export function fairGate({
  atOnce,
  ownAtOnce = 1,
  queue,
  own,
  comeBack = 1,
}: FairGate): <T>(key: string | symbol, work: () => Promise<T>, signal?: AbortSignal, address?: string | symbol) => Promise<T> {
  const inside = new Map<string | symbol, number>()
  const running = new Map<string | symbol, number>()
  let all = 0
  const waiting: { key: string | symbol; go: () => void }[] = []
  const of = (key: string | symbol) => running.get(key) ?? 0
  const add = (to: typeof running, key: string | symbol, by: 1 | -1) => {
    const now = (to.get(key) ?? 0) + by
    if (now > 0) to.set(key, now)
    else to.delete(key)
  }
  const next = () => {
    while (all < atOnce) {
      let at = -1
      for (const [place, { key }] of waiting.entries()) if (of(key) < (at === -1 ? ownAtOnce : of(waiting[at]!.key))) at = place
      if (at === -1) return
      const [first] = waiting.splice(at, 1)
      add(running, first!.key, 1)
      all += 1
      first!.go()
    }
  }
  const turn = (key: string | symbol, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted || waiting.length >= queue) return reject(crowded(comeBack))
      const one = { key, go: resolve }
      waiting.push(one)
      signal?.addEventListener(
        'abort',
        () => {
          const at = waiting.indexOf(one)
          if (at === -1) return
          waiting.splice(at, 1)
          reject(crowded(comeBack))
        },
        { once: true },
      )
      next()
    })
  return async (key, work, signal, address = key) => {
    if ((inside.get(address) ?? 0) >= own) throw crowded(comeBack)
    add(inside, address, 1)
    try {
      await turn(key, signal)
      try {
        return await work()
      } finally {
        add(running, key, -1)
        all -= 1
        next()
      }
    } finally {
      add(inside, address, -1)
    }
  }
}

/** The part of a queue that one address may fill. */
const OWN_SHARE = 0.9

/**
 * A fair gate between those who ask (asking.ts). While nobody else waits, one of them may have everything that runs; an address has nine
 * tenths of the queue, under however many names, so that nobody alone shuts the others out. What no caller asked for (jobs) counts for nobody.
 */
export function gate(atOnce: number, queue: number): <T>(work: () => Promise<T>) => Promise<T> {
  const turn = fairGate({ atOnce, ownAtOnce: atOnce, queue, own: Math.ceil(queue * OWN_SHARE), comeBack: 5 })
  return (work) => {
    const nobody = Symbol('nobody')
    const { name, address } = whoAsks() ?? { name: nobody, address: nobody }
    return turn(name, work, undefined, address)
  }
}
