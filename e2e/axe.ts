import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Serious and critical faults of the page, or of one place on it: rule and the first places. The check runs in the page itself (no frame of another
 * origin stands in ours) and says nothing of what passed: the usual way opens a blank page for every answer, which takes longer than the check.
 */
export async function graveFaults(page: Page, place?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(WCAG)
    .setLegacyMode()
  const { violations } = await (place ? builder.include(place) : builder).analyze()
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => {
      const places = v.nodes.slice(0, 3).map((n) => n.target.join(' '))
      return `${v.id}: ${places.join(' | ')}`
    })
}
