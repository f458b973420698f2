import { valueStore } from './value-store.ts'

/** When the session ends unless the person goes on, in this browser's clock; null: not soon. */
export const sessionEnd = valueStore<number>()
