import { valueStore } from './value-store.ts'

/** A call asks for a code of the second factor first; the page shows a dialog over whatever is open, and all calls that wait get one answer. */
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
