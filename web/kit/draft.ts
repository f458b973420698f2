import { shanghaiTime } from '../../contract/shanghai.ts'

/** Autosave of a form: two seconds after the last change, and at once when a field is left (ux.md §1.1 Drafts). */
export const DRAFT_DELAY_MS = 2000

export interface Stored<V> {
  values: V
  savedAt: number
  version?: number
}
export interface DraftStore {
  getItem: (key: string) => string | null
  setItem: (key: string, text: string) => void
  removeItem: (key: string) => void
}

export const draftKey = (user: string, form: string): string => `draft:${user}:${form}`

export function readDraft<V>(store: DraftStore, key: string): Stored<V> | null {
  try {
    const found = JSON.parse(store.getItem(key) ?? 'null') as Stored<V> | null
    return found && typeof found.savedAt === 'number' && typeof found.values === 'object' ? found : null
  } catch {
    return null
  }
}

/** False when the browser refuses to store (full, private mode): the form must say that nothing was kept. */
export function writeDraft<V>(store: DraftStore, key: string, draft: Stored<V>): boolean {
  try {
    store.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

/** "已保存 14:03" by the clock of Shanghai, as every time that people here read. */
export const savedText = (savedAt: number): string => `已保存 ${shanghaiTime(savedAt).slice(11, 16)}`

/**
 * Runs `save` once after the last change, immediately on flush, never twice at a time; changes made while saving are saved after it.
 */
export function autosaver(save: () => Promise<void>, delay = DRAFT_DELAY_MS) {
  let timer: ReturnType<typeof setTimeout> | null = null
  let running: Promise<void> | null = null
  let changed = false
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
    running = save()
      .catch(() => {
        changed = true
      })
      .finally(() => {
        running = null
      })
    return running
  }
  return {
    touch() {
      changed = true
      if (timer) clearTimeout(timer)
      timer = setTimeout(() => void run(), delay)
    },
    flush: run,
    /** drops what is not saved yet (the form was sent or thrown away) */
    cancel() {
      changed = false
      if (timer) clearTimeout(timer)
      timer = null
    },
    get pending() {
      return changed || running !== null
    },
  }
}
