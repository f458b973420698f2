import { screens as content } from '../content/screens.ts'
import { screens as market } from '../market/screens.ts'
import type { Screen } from './screen.ts'
import { screens as training } from '../training/screens.ts'

/** The screens that domains list in their own folders. A new domain adds its import and its name here. */
export const domainScreens: readonly Screen[] = [...content, ...training, ...market]
