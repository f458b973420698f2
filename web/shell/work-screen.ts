import type { Screen } from '../screens/screen.ts'
import { workScreens } from '../screens/work.ts'
import { screenAt } from '../screens/screen-at.ts'

/** The workbench screen of an address. */
export const workScreenAt = (path: string): Screen | undefined => {
  const at = path.replace(/\/{1,9}$/, '')
  return workScreens.find((s) => s.path === at) ?? screenAt(at)
}
