import { browserPorts } from './browser.ts'
import { createStore } from './store.ts'

/** The session of this page as far as rendering needs it; the rules around it are loaded after the page has come alive. */
export const store = createStore(browserPorts)
