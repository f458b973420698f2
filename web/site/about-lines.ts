import { diffArrays } from 'diff'
import type { AboutVersion } from '../../contract/site/about.ts'

export interface Line {
  text: string
  mark: 'same' | 'added' | 'removed'
}

const BLOCKS = 'p, li, h1, h2, h3, h4, td, th, blockquote, pre'
/** The text of a version, one line for each paragraph, after its facts; a picture is a line. */
function linesOf(version: AboutVersion): string[] {
  const page = new DOMParser().parseFromString(version.content, 'text/html')
  const blocks = [...page.body.querySelectorAll(`${BLOCKS}, img`)].filter((one) => one.matches('img') || !one.querySelector(BLOCKS))
  return [
    `电话：${version.contactPhone}`,
    `地址：${version.address}`,
    `办公时间：${version.openingHours}`,
    `地图图片：${version.mapPicture ? `有（${version.mapPicture.slice(0, 6)}）` : '无'}`,
    ...blocks.map((one) => (one.matches('img') ? `［图片 ${one.getAttribute('alt') ?? ''}］` : one.textContent.trim())).filter(Boolean),
  ]
}

/** How many lines differ; one that was rewritten stands twice, as it was and as it is, and counts once. */
export function placesIn(lines: readonly Line[]): number {
  let [places, removed, added] = [0, 0, 0]
  for (const { mark } of [...lines, { mark: 'same' }]) {
    if (mark === 'removed') removed++
    else if (mark === 'added') added++
    else {
      places += Math.max(removed, added)
      removed = added = 0
    }
  }
  return places
}

/** What the second version changes in the first, by line. */
export const compared = (before: AboutVersion, after: AboutVersion): Line[] =>
  diffArrays(linesOf(before), linesOf(after)).flatMap(({ value, added, removed }) =>
    value.map((text) => ({ text, mark: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const) })),
  )
