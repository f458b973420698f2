import type { PushName } from '../contract/push-names.ts'

type Hears = (id: string | number | undefined) => void
const hears = new Map<PushName, Set<Hears>>()
let hearsNow = (): boolean => false
let begun = false

/** Who hears that something may have been missed reads again, whatever it listens for. */
function heard({ name, id }: { name: PushName; id?: string | number }): void {
  if (name === 'look') for (const all of hears.values()) for (const hear of all) hear(undefined)
  else for (const hear of hears.get(name) ?? []) hear(id)
}

function begin(): void {
  if (begun || typeof document === 'undefined') return
  begun = true
  // A page works without it: it asks by itself.
  import('./session/live-stream.ts').then(
    (stream) => {
      hearsNow = stream.begin(heard)
    },
    () => {},
  )
}

/** Whether the server tells this browser what is new; otherwise a page asks now and then. */
export const isLive = (): boolean => hearsNow()

/** Hears a name of the live stream (contract/push-names.ts), for pages of somebody who has logged in. The answer ends it. */
export function hear(name: PushName, then: Hears): () => void {
  begin()
  const own = hears.get(name) ?? new Set()
  hears.set(name, own.add(then))
  return () => void own.delete(then)
}

/** So much rarer a page asks by itself while it is told. */
const RARER = 5

/** Runs `then` once: when the live stream names this id, or after the pause of a page that asks by itself. The answer calls it off. */
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
