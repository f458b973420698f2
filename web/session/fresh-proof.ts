import { valueStore } from './value-store.ts'

/** A call first needs a proof from the person: the page shows a dialog, and all waiting calls get its one answer. */
function asking() {
  const shown = valueStore<{ answer(given: boolean): void }>()
  let asked: Promise<boolean> | null = null
  return {
    ...shown,
    /** false: declined */
    ask: (): Promise<boolean> =>
      (asked ??= new Promise<boolean>((resolve) => {
        shown.set({
          answer: (given) => {
            asked = null
            shown.set(null)
            resolve(given)
          },
        })
      })),
  }
}
/** a code of the second factor */
export const freshCode = asking()
/** the password of the log-in */
export const ownPassword = asking()
