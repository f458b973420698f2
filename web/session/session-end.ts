import { valueStore } from './value-store.ts'

/** When the session ends unless the user continues, in this browser's clock; null: not soon. */
export const sessionEnd = valueStore<number>()
