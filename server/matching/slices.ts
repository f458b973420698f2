/** So long at a stretch, then other requests get their turn. */
const STRETCH_MS = 8

const breathe = (): Promise<void> =>
  new Promise((next) => {
    setImmediate(next)
  })

/** Runs a sliced computation beside other requests; after `limitMs` its `next(true)` asks it to end. */
export async function inSlices<T>(run: Generator<undefined, T, boolean | undefined>, limitMs: number): Promise<T> {
  const started = performance.now()
  let stretch = started
  let step = run.next()
  while (!step.done) {
    const now = performance.now()
    if (now - stretch > STRETCH_MS) {
      await breathe()
      stretch = performance.now()
    }
    step = run.next(now - started > limitMs)
  }
  return step.value
}
