import type { Data } from '../../contract/endpoint.ts'
import type { identity } from '../../contract/identity.ts'
import type { PublicSiteConfig, SiteLink } from '../../contract/site.ts'
import { screenAt } from '../screens/screen-at.ts'

type Entry = Pick<Data<typeof identity.links>[number], 'position' | 'name' | 'url' | 'desc' | 'hidden' | 'disabled'>
  & Pick<SiteLink, 'eventLabel' | 'logo' | 'login'>

const isWritten = (url: string): boolean => {
  const screen = url.startsWith('/') ? screenAt(url.split('?')[0]!) : undefined
  return !screen || screen.file !== undefined
}

/** A quick link to a screen that is not yet built is left out; the six menu entries stay (spec §2). */
export const waitsForItsScreen = ({ position, url }: Pick<Entry, 'position' | 'url'>): boolean => position === 'quick' && !isWritten(url)

/** What visitors see of the entries of menu and footer: of the saved ones, and in the preview of those that are being written. */
export function shownLinks(entries: readonly Entry[]): Pick<PublicSiteConfig, 'menu' | 'quickLinks' | 'governmentLinks'> {
  const at = (position: Entry['position']): SiteLink[] =>
    entries
      .filter((one) => one.position === position && !one.hidden && !waitsForItsScreen(one))
      .map(({ name, url, disabled, desc, eventLabel, logo, login }) => ({
        name,
        url,
        ...(disabled ? { disabled, ...(desc ? { desc } : {}) } : {}),
        ...(eventLabel ? { eventLabel } : {}),
        ...(logo ? { logo } : {}),
        ...(login ? { login } : {}),
      }))
  return { menu: at('menu'), quickLinks: at('quick'), governmentLinks: at('gov') }
}
