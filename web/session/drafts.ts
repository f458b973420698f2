/** Shared by the pages that hold something typed that is not saved; taken alone by a page that leaves. */
export const DRAFTS_LOCK = 'qifu.drafts'
const savers = new Set<() => Promise<void> | void>()

/** Registers a function that saves drafts before the page is reloaded; returns its removal. */
export const onFlushDrafts = (save: () => Promise<void> | void): (() => void) => {
  savers.add(save)
  return () => {
    savers.delete(save)
  }
}

/** Saves every draft of the page; a failing one does not stop the others. */
export const flushDrafts = async (): Promise<void> => {
  await Promise.allSettled([...savers].map(async (save) => save()))
}
