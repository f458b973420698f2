/**
 * The map of the product: one row for each route of the specification. Routing, titles, guards, menus that light up, and what stays
 * out of the server build are derived from it. To build a screen: write `web/<domain>/<name>.tsx`, then name it here as `file`.
 */
import { publicScreens } from './screens/public.ts'
import { layoutOf, type Screen } from './screens/screen.ts'
import { standaloneScreens } from './screens/standalone.ts'
import { workScreens } from './screens/work.ts'

export { layoutOf }
export type { Layout, Screen } from './screens/screen.ts'
export const screens: readonly Screen[] = [...standaloneScreens, ...publicScreens, ...workScreens]

/** Addresses that only lead elsewhere; the query is kept. The names of /page/techService answer without the prefix too (ambiguities A08). */
export const redirects: Readonly<Record<string, string>> = {
  '/': '/page/home',
  '/page': '/page/home',
  '/page/policymarket': '/page/policymarket/index',
  ...Object.fromEntries(
    screens.filter((s) => s.path.startsWith('/page/techService/')).map((s) => [s.path.replace('/techService/', '/'), s.path]),
  ),
}

/** Who may see it, as one word for the table of `npm run -s screens`. */
export const whoText = (s: Screen): string => (typeof s.who === 'string' ? s.who : s.who.join(','))
export const isBuilt = (s: Screen): boolean => s.file !== undefined
/** Screens that never render on the server. */
export const clientOnlyFiles = (): string[] => screens.flatMap((s) => (s.file && layoutOf(s) === 'work' ? [s.file] : []))
