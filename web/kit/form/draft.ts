import { shanghaiTime } from '../../../contract/shanghai.ts'

/** Autosave of a form: two seconds after the last change, and at once when a field is left (ux.md §1.1 Drafts). */
export const DRAFT_DELAY_MS = 2000
/** A save that failed is tried again, and at once when the line is back. */
export const DRAFT_RETRY_MS = 15_000

export interface Stored<V> {
  values: V
  savedAt: number
  /** what the form began with */
  base?: V
}

/** "已保存 14:03" by the clock of Shanghai, as every time that people here read. */
export const savedText = (savedAt: number): string => `已保存 ${shanghaiTime(savedAt).slice(11, 16)}`

/** What a draft holds, or null when it is none of ours. */
export function readStored<V>(text: string): Stored<V> | null {
  try {
    const found = JSON.parse(text) as Stored<V> | null
    return found && typeof found.savedAt === 'number' && typeof found.values === 'object' ? found : null
  } catch {
    return null
  }
}

/**
 * Runs `save` once after the last change, immediately on flush, never twice at a time; changes made while saving are saved after it, and a save
 * that failed is tried again.
 */
export function autosaver(save: () => Promise<void>, delay = DRAFT_DELAY_MS, retry = DRAFT_RETRY_MS) {
  let timer: ReturnType<typeof setTimeout> | null = null
  let running: Promise<void> | null = null
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
    running = save()
      .catch(() => {
        if (sent !== before) return
        changed = true
        if (timer === null) runIn(retry)
      })
      .finally(() => {
        running = null
      })
    return running
  }
  return {
    touch() {
      changed = true
      runIn(delay)
    },
    flush: run,
    /** drops what is not saved yet (the form was sent or thrown away); over when a save that had begun is */
    async cancel() {
      changed = false
      if (timer) clearTimeout(timer)
      timer = null
      sent++
      await running
    },
    /** the last save; nothing is tried again after it */
    async end() {
      over = true
      await run()
    },
    /** the opposite of `end`, for a form that is mounted once more */
    begin() {
      over = false
    },
    get pending() {
      return changed || running !== null
    },
  }
}
