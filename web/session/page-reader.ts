import { pageStorage } from './page-storage.ts'
import { createReader } from './session-reader.ts'

/** The session of this page as far as rendering needs it; its rules are loaded after hydration. */
export const reader = createReader(pageStorage)
