import { publicScreens } from './public.ts'
import { standaloneScreens } from './standalone.ts'
import type { Screen } from './screen.ts'

/** The screen at an address, among those that are rendered on the server. */
export const screenAt = (path: string): Screen | undefined => {
  const at = path.length > 1 ? path.replace(/\/{1,9}$/, '') : path
  return publicScreens.find((s) => s.path === at) ?? standaloneScreens.find((s) => s.path === at)
}
