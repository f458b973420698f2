/**
 * The map of the product: one row for each route of the specification. Routing, titles, guards, highlighted menus, and the screens left out
 * of the server build are derived from it. To build a screen, write `web/<domain>/<name>.tsx` and name it here as `file`.
 * `contract/missing-page.ts` has the same addresses for the server.
 */
import { publicScreens } from './screens/public.ts'
import { layoutOf, type Screen } from './screens/screen.ts'
import { standaloneScreens } from './screens/standalone.ts'
import { workScreens } from './screens/work.ts'

export { redirects } from '../contract/screen-paths.ts'
export { layoutOf }
export type { Layout, Screen } from './screens/screen.ts'
export const screens: readonly Screen[] = [...standaloneScreens, ...publicScreens, ...workScreens]

/** The permitted users as one word, for the table of `npm run -s screens`. */
export const whoText = (s: Screen): string => (typeof s.who === 'string' ? s.who : s.who.join(','))
export const isBuilt = (s: Screen): boolean => s.file !== undefined
/** Modules of the screens that are never rendered on the server. */
export const clientOnlyFiles = (): string[] => screens.flatMap((s) => (s.file && layoutOf(s) === 'work' ? [s.file] : []))
