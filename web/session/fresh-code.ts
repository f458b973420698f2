import { valueStore } from './value-store.ts'

/** A call first needs a code of the second factor: the page shows a dialog, and all waiting calls get its one answer. */
export const freshCode = valueStore<{ answer(given: boolean): void }>()
let asked: Promise<boolean> | null = null

export function askCode(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    freshCode.set({
      answer: (given) => {
        asked = null
        freshCode.set(null)
        resolve(given)
      },
    })
  })
  return asked
}
