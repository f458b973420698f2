import type { PushName } from '../contract/push-names.ts'

type Hears = (id: string | number | undefined) => void
const hears = new Map<PushName, Set<Hears>>()
let hearsNow = (): boolean => false
let begun = false

/** Passes an event to its listeners. `look` means that events may have been missed, so all listeners read again. */
function heard({ name, id }: { name: PushName; id?: string | number }): void {
  if (name === 'look') for (const all of hears.values()) for (const hear of all) hear(undefined)
  else for (const hear of hears.get(name) ?? []) hear(id)
}

function begin(): void {
  if (begun || typeof document === 'undefined') return
  begun = true
  // Without the stream the page works too, because it polls.
  import('./session/live-stream.ts').then(
    (stream) => {
      hearsNow = stream.begin(heard)
    },
    () => {},
  )
}

/** Whether the live stream is connected; otherwise pages poll. */
export const isLive = (): boolean => hearsNow()

/**
 * Listens for a name of the live stream (contract/push-names.ts); only for pages of signed-in users. Returns a function that stops
 * listening.
 */
export function hear(name: PushName, then: Hears): () => void {
  begin()
  const own = hears.get(name) ?? new Set()
  hears.set(name, own.add(then))
  return () => void own.delete(then)
}

/** Factor by which pages poll less often while the live stream is connected. */
const RARER = 5

/** Runs `then` once: when the live stream names this id, or after the polling interval. Returns a function that cancels it. */
export function nudged(name: PushName, id: string, pauseMs: number, then: () => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    deaf()
  }
  const run = () => {
    stop()
    then()
  }
  const timer = setTimeout(run, isLive() ? pauseMs * RARER : pauseMs)
  const deaf = hear(name, (which) => {
    if (which === undefined || which === id) run()
  })
  return stop
}
