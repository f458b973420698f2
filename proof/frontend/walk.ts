import type { Browser, BrowserContext, Page } from '@playwright/test'
import { graveFaults } from '../../e2e/axe.ts'
import { openIdle } from '../../scripts/open-idle.ts'
import { layoutOf } from '../../web/screens.ts'
import { logIn } from '../browser.ts'
import { look, turnElder } from './in-page.ts'
import { absent, type Visit } from './screens.ts'

/** 720 is a window of 1440 at 200 %; 320 is one of 1280 at 400 %. */
export const WIDTHS = [1440, 720, 375, 320] as const
const LATER_MS = 800
export type Width = (typeof WIDTHS)[number]
/** One combination of width and version in which a screen is checked. */
export interface Look {
  width: Width
  elder: boolean
  axe: boolean
}

/** The faults of the visited screens, by check. */
export interface Walked {
  axe: string[]
  sideways: string[]
  small: string[]
  narrow: string[]
  headings: string[]
  failed: string[]
  /** number of checks with axe, and of all checks */
  judged: number
  looked: number
  /** addresses to which the screens link, each with one such screen */
  links: Map<string, string>
}

export const nothing = (): Walked => ({
  axe: [],
  sideways: [],
  small: [],
  narrow: [],
  headings: [],
  failed: [],
  judged: 0,
  looked: 0,
  links: new Map(),
})

export const newContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })

/** Opens the screens user by user in `lanes` tabs, and checks each in every combination that `looks` names for it. */
export async function walk(
  browser: Browser,
  base: string,
  visits: readonly Visit[],
  looks: (visit: Visit, place: number) => readonly Look[],
): Promise<Walked> {
  const walked = nothing()
  const left = [...Map.groupBy(visits, ({ user }) => user)]
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [user, own] = next
      const context = await newContext(browser)
      const page = await context.newPage()
      if (user !== null) await logIn(page, base, user)
      for (const [place, visit] of own.entries())
        await one(page, base, visit, looks(visit, place), walked).catch((error: unknown) =>
          walked.failed.push(`${visit.address} (${user}): ${String(error).split('\n')[0]}`),
        )
      await context.close()
    }
  }
  await Promise.all([lane(), lane()])
  return walked
}

async function one(page: Page, base: string, visit: Visit, looks: readonly Look[], walked: Walked): Promise<void> {
  const { address, screen, user } = visit
  const errors: string[] = []
  const note = (error: Error) => errors.push(error.message)
  page.on('pageerror', note)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(turnElder, false).catch(() => {})
  const answer = await openIdle(page, base + address)
  const say = (text: string) => `${address}${user ? ` (${user})` : ''}: ${text}`
  const isAbsent = absent.includes(screen.path)
  if (answer?.status() !== (isAbsent ? 404 : 200)) walked.failed.push(say(`HTTP ${answer?.status()}`))
  const words = await page.locator('body').innerText()
  const state = /页面不存在|没有权限|无权访问|加载失败|系统出现异常|记录不存在/.exec(words)
  // The demo of the kit shows error states on purpose.
  if (state && !isAbsent && !screen.demo) walked.failed.push(say(`shows ${state[0]}`))

  for (const { width, elder, axe } of looks) {
    const at = `${width} px${elder ? ' 长辈版' : ''}`
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(turnElder, elder)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const isReading = layoutOf(screen) !== 'work' && !screen.kit
    const sizes = { text: elder ? 18 : 0, main: elder ? 60 : isReading ? 44 : 0, other: elder ? 44 : 0 }
    let seen = await page.evaluate(look, sizes)
    // Components follow a change of version or width in a later frame, on a busy machine much later.
    for (let tries = 0; tries < 5 && seen.small.length + seen.narrow.length + Math.max(0, seen.sideways) > 0; tries++) {
      await page.waitForTimeout(LATER_MS)
      seen = await page.evaluate(look, sizes)
    }
    walked.looked += 1
    walked.small.push(...seen.small.map((text) => say(`${at} ${text}`)))
    walked.narrow.push(...seen.narrow.map((text) => say(`${at} ${text}`)))
    walked.headings.push(...seen.jumps.map((text) => say(`${at} ${text}`)))
    if (seen.sideways > 0) walked.sideways.push(say(`${at}: ${seen.sideways} px to the side`))
    for (const link of seen.links) if (!walked.links.has(link)) walked.links.set(link, address)
    if (!axe) continue
    walked.judged += 1
    let grave = await graveFaults(page)
    if (grave.length > 0) {
      await page.waitForTimeout(LATER_MS)
      grave = await graveFaults(page)
    }
    walked.axe.push(...grave.map((text) => say(`${at} ${text}`)))
  }
  page.off('pageerror', note)
  walked.failed.push(...errors.map((text) => say(`script error ${text}`)))
}
