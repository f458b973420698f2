/** Milliseconds of work before other requests get their turn. */
const STRETCH_MS = 8

const breathe = (): Promise<void> =>
  new Promise((next) => {
    setImmediate(next)
  })

/**
 * Runs a sliced computation between other requests. After `limitMs` of work, or when nobody waits for it any more, `next(true)` asks it to
 * end.
 */
export async function inSlices<T>(run: Generator<undefined, T, boolean | undefined>, limitMs: number, signal?: AbortSignal): Promise<T> {
  let worked = 0
  let stretch = performance.now()
  let step = run.next()
  while (!step.done) {
    const spent = performance.now() - stretch
    if (spent > STRETCH_MS) {
      worked += spent
      await breathe()
      stretch = performance.now()
    }
    step = run.next(worked > limitMs || signal?.aborted)
  }
  return step.value
}
