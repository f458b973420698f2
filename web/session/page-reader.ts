import { pageStorage } from './page-storage.ts'
import { createReader } from './session-reader.ts'

/** The session of this page as far as rendering needs it; the rules around it are loaded after the page has come alive. */
export const reader = createReader(pageStorage)
