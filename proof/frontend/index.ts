import type { Browser } from '@playwright/test'
import { checkBudgets } from '../../scripts/budgets.ts'
import { findChromium } from '../../scripts/system-parts.mjs'
import { isBuilt, screens } from '../../web/screens.ts'
import { openBrowser } from '../browser.ts'
import { noFaults, notRunHere, type Finding } from '../finding.ts'
import type { Part, ProofStage } from '../stage.ts'
import { crawl } from './crawl.ts'
import { keyboardJourney } from './keyboard.ts'
import { lighthouses } from './lighthouse.ts'
import { visits } from './screens.ts'
import { walk, WIDTHS, type Look } from './walk.ts'

/** The appearance and accessibility of the screens (X-01, X-02, V-02; budgets and Lighthouse of docs/architecture.md). */
export const part: Part = {
  name: 'frontend',
  run: async (stage) => {
    const built = screens.filter(isBuilt).length
    // Seen red: READING = 100 in scripts/budgets.ts.
    const budgets = noFaults({ id: '§6', what: '每个页面首屏 JavaScript 不超过预算，也不比记录的大 5 %' }, checkBudgets(), built)
    const browser = await openBrowser(stage)
    if (!browser) return [budgets, notRunHere({ id: 'X-01', what: '浏览器里的检查' }, '没有 Chromium')]
    const app = await stage.app({ engine: stage.engines.at(-1)!, env: { LOG_LEVEL: 'warn' } })
    const findings = [budgets, ...(await onScreens(stage, browser, app.base))]
    if (stage.scale !== 'short') {
      stage.say('keyboard')
      findings.push(...(await keyboardJourney(stage, browser, app.base)))
    }
    await app.stop()
    return findings
  },
  alone: async (stage) => {
    if (stage.scale === 'short' || !findChromium()) return []
    const app = await stage.app({ engine: stage.engines.at(-1)!, env: { LOG_LEVEL: 'warn' } })
    const findings = await lighthouses(stage, app.base)
    await app.stop()
    return findings
  },
}

const every: Look[] = WIDTHS.flatMap((width) => [false, true].map((elder) => ({ width, elder, axe: width !== 720 })))
/** For each screen a quarter of the eight combinations, in rotation; in the long form all. */
const looksFor = (scale: ProofStage['scale'], place: number): Look[] =>
  scale === 'long' ? every : every.filter((_, at) => (at + place) % 4 === 0)

async function onScreens(stage: ProofStage, browser: Browser, base: string): Promise<Finding[]> {
  const all = await visits(stage, base)
  stage.say(`${all.length} screens`)
  const seen = await walk(browser, base, all, (visit) => looksFor(stage.scale, all.indexOf(visit)))
  stage.say(`crawl`)
  const found = await crawl(base, [...seen.links], stage.rounds(120, 1500, 20_000))
  const where = (id: string, what: string) => ({ id, what })
  return [
    // Seen red: a screen without its record (the comparison of versions answered 404).
    noFaults(where('X-01', `${all.length} 个已建页面与其中的视图都打得开，没有脚本错误`), seen.failed, all.length),
    // Seen red: a link told apart from its sentence by colour alone; the button in antd's tablist.
    noFaults(where('X-01', 'axe：普通版与长辈版、1440/375/320 px，严重与重大问题'), seen.axe, seen.judged),
    // Seen red: tags and the side of a declaration that were wider than 320 px in 长辈版.
    noFaults(where('X-02', '放大到 200 %、320 px 宽都不横向滚动'), seen.sideways, seen.looked),
    // Seen red: sizes written in px in forty style sheets; a part that missed the switch while it was being mounted.
    noFaults(where('X-02', '长辈版文字 ≥ 18 px'), seen.small, seen.looked),
    // Seen red: antd controls of 52 px, links of 34, switches of 29.
    noFaults(where('X-02', '长辈版主要目标 ≥ 60 px、其他 ≥ 44 px（普通版阅读页主要目标 ≥ 44 px）'), seen.narrow, seen.looked),
    // Seen red: names of policies as h3 below the h1 of a list, a chart before its section's heading, a list whose name was h2: 4 screens.
    noFaults(where('X-01', '标题逐级出现，不跳级'), seen.headings, seen.looked),
    // Seen red: pages of the demo's identity provider, which are valid in one sign-in only (400).
    noFaults(where('V-02', '自己的页面里没有断链、打不开的附件与图片'), found.broken, found.asked),
  ]
}
