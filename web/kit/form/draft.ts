import { shanghaiTime } from '../../../contract/shanghai.ts'

/** Autosave of a form: two seconds after the last change, and at once when a field loses the focus (ux.md §1.1 Drafts). */
export const DRAFT_DELAY_MS = 2000
/** A failed save is retried after this time, and at once when the connection is back. */
export const DRAFT_RETRY_MS = 15_000

export interface Stored<V> {
  values: V
  savedAt: number
  /** what the form began with */
  base?: V
  /** drafts of earlier visits that the person neither took nor dropped, newest first */
  earlier?: readonly Stored<V>[]
}

/** "14:03" in Shanghai time, as all times here. */
export const savedTime = (savedAt: number): string => shanghaiTime(savedAt).slice(11, 16)
/** "草稿已保存 14:03": beside the button 保存 the word 已保存 alone would say that the record is stored. */
export const savedText = (savedAt: number): string => `草稿已保存 ${savedTime(savedAt)}`

const isStored = <V>(found: Stored<V> | null): found is Stored<V> =>
  found !== null && typeof found.savedAt === 'number' && typeof found.values === 'object'

/** The content of a stored draft, or null when the text is not one. */
export function readStored<V>(text: string): Stored<V> | null {
  try {
    const found = JSON.parse(text) as Stored<V> | null
    if (!isStored(found)) return null
    const { earlier = [], ...newest } = found
    return withEarlier<V>(
      newest,
      earlier.filter((one) => isStored(one)),
    )
  } catch {
    return null
  }
}
const withEarlier = <V>(newest: Stored<V>, earlier: readonly Stored<V>[]): Stored<V> =>
  earlier.length > 0 ? { ...newest, earlier } : newest

/** Several stored drafts as one, the newest first. The same one may be stored in two places. */
export function together<V>(found: readonly Stored<V>[]): Stored<V> | null {
  const [newest, ...earlier] = found
    .flatMap(({ earlier: before = [], ...one }): Stored<V>[] => [one, ...before])
    .toSorted((a, b) => b.savedAt - a.savedAt)
    .filter(({ savedAt }, at, all) => savedAt !== all[at - 1]?.savedAt)
  return newest ? withEarlier<V>(newest, earlier) : null
}

/**
 * The drafts of earlier visits that are offered, newest first. What is stored before the person takes or drops them contains them too, so
 * that typing overwrites none of them.
 */
export function offers<V>() {
  let left: readonly Stored<V>[] = []
  return {
    begin(found: Stored<V> | null, isWorth: (one: Stored<V>) => boolean = () => true): void {
      if (!found) left = []
      else {
        const { earlier = [], ...newest } = found
        left = [newest, ...earlier].filter(isWorth)
      }
    },
    /** takes out those that are not offered any more */
    drop(isGone: (one: Stored<V>) => boolean): void {
      left = left.filter((one) => !isGone(one))
    },
    /** when the drafts that are still offered were saved */
    times: (): readonly number[] => left.map(({ savedAt }) => savedAt),
    /** the one that is offered now */
    first: (): Stored<V> | null => left[0] ?? null,
    /** the person took or dropped the first */
    answer(): void {
      left = left.slice(1)
    },
    /** what is stored for `stored` */
    with: (stored: Stored<V>): Stored<V> => withEarlier(stored, left),
    /** what stays stored when nothing was typed since */
    rest: (): Stored<V> | null => (left[0] ? withEarlier(left[0], left.slice(1)) : null),
  }
}

/** Taken while changes wait for their save or are being saved. */
export interface UnsavedMark {
  take(): void
  release(): void
}

/**
 * Runs `save` once after the last change, immediately on flush, and never twice at a time. Changes made during a save are saved afterwards,
 * and a failed save is retried; between the tries `mark` is released.
 */
export function autosaver(save: () => Promise<void>, mark?: UnsavedMark, delay = DRAFT_DELAY_MS, retry = DRAFT_RETRY_MS) {
  let timer: ReturnType<typeof setTimeout> | null = null
  let running: Promise<void> | null = null
  let runningFor = 0
  let changed = false
  let over = false
  let sent = 0
  const runIn = (ms: number) => {
    if (timer) clearTimeout(timer)
    timer = over ? null : setTimeout(() => void run(), ms)
  }
  const run = async (): Promise<void> => {
    if (timer) {
      clearTimeout(timer)
      timer = null
    }
    if (!changed) return running ?? Promise.resolve()
    if (running) {
      await running
      return run()
    }
    changed = false
    const before = sent
    runningFor = sent
    mark?.take()
    running = save()
      .catch(() => {
        mark?.release()
        if (sent !== before) return
        changed = true
        if (timer === null) runIn(retry)
      })
      .finally(() => {
        running = null
        if (!changed) mark?.release()
      })
    return running
  }
  return {
    touch() {
      changed = true
      mark?.take()
      runIn(delay)
    },
    flush: run,
    /** drops unsaved changes (the form was sent or discarded); resolves when a running save has ended */
    async cancel() {
      changed = false
      if (timer) clearTimeout(timer)
      timer = null
      sent++
      await running
      if (!changed) mark?.release()
    },
    /** saves a last time; nothing is retried afterwards */
    async end() {
      over = true
      await run()
      mark?.release()
    },
    /** reverts `end`, for a form that is mounted again */
    begin() {
      over = false
    },
    /** whether something is not stored yet; a save that still runs after `cancel` stores only what was sent or discarded */
    get pending() {
      return changed || (running !== null && runningFor === sent)
    },
  }
}
