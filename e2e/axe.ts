import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Pins of a map may lie close together: the list beside the map opens the same items (WCAG 2.5.8, equivalent control). */
const isPin = (target: string): boolean => target.includes('.leaflet-marker-icon')

/**
 * Serious and critical faults of the page, or of one part of it, as rule and first places. The check runs in the page itself, because the
 * usual mode opens a blank page for every result, which takes longer than the check. Our pages have no frames of other origins, so nothing
 * is missed.
 */
export async function graveFaults(page: Page, place?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(WCAG)
    .setLegacyMode()
  const { violations } = await (place ? builder.include(place) : builder).analyze()
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => ({ ...v, nodes: v.nodes.filter((n) => !(v.id === 'target-size' && isPin(n.target.join(' ')))) }))
    .filter((v) => v.nodes.length > 0)
    .map((v) => {
      const places = v.nodes.slice(0, 3).map((n) => n.target.join(' '))
      return `${v.id}: ${places.join(' | ')}`
    })
}
