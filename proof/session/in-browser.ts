import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, Request, Route } from '@playwright/test'
import { RELOAD_AFTER_REFRESH_S } from '../../contract/constants.ts'
import { enter, logIn, openBrowser } from '../browser.ts'
import { atMost, noFaults, notRunHere, type Finding } from '../finding.ts'
import { together, type ProofApp, type ProofStage } from '../stage.ts'

/** A client in an endless loop would send another request within RELOAD_AFTER_REFRESH_S. */
const CALM_MS = RELOAD_AFTER_REFRESH_S * 1000 + 1500
const COME_MS = 20_000
const SETTLE_MS = 12_000
const API = /\/sys\/notice\/unreadCount|\/sys\/activeUser\/(info|getMenus)/

/** Pretends that the sign-in was two minutes ago, because within 60 s after new tokens the client does not refresh. */
const longAgo = (page: Page) => page.evaluate(() => localStorage.setItem('qifu.refreshedAt', String(Date.now() - 120_000)))

/** Counts refreshes and loaded documents. */
function watch(context: BrowserContext) {
  const seen = { refreshes: 0, refreshed: 0, reloads: 0, askedAt: 0, loading: 0 }
  const loads = (request: Request) => request.isNavigationRequest() && request.frame().parentFrame() === null
  context.on('request', (request) => {
    seen.askedAt = performance.now()
    if (request.url().includes('/sys/activeUser/refreshToken')) seen.refreshes += 1
    if (!loads(request)) return
    seen.reloads += 1
    seen.loading += 1
  })
  const over = (request: Request) => {
    if (request.url().includes('/sys/activeUser/refreshToken')) seen.refreshed += 1
    if (loads(request)) seen.loading -= 1
  }
  context.on('requestfinished', over)
  context.on('requestfailed', over)
  return seen
}
/** Waits for the expected event, then until there are no more requests; after SETTLE_MS it stops waiting. */
async function settled(seen: ReturnType<typeof watch>, page: Page, come: () => Promise<boolean> | boolean): Promise<void> {
  for (const until = performance.now() + COME_MS; performance.now() < until && !(await come());) await page.waitForTimeout(50)
  const from = performance.now()
  const calm = () => seen.loading === 0 && performance.now() - Math.max(seen.askedAt, from) >= CALM_MS
  while (performance.now() - from < SETTLE_MS && !calm()) await page.waitForTimeout(50)
}
const refusal = (status: number) => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify({ success: false, code: 'X', msg: '试验' }),
})

/**
 * S-03: every status has one meaning, and none of them sends the browser into an endless loop. The first answer, or every answer, is
 * replaced by a stub. The checks mostly wait for a page to become quiet, so they run at the same time, each with users of its own.
 */
export async function statusesInBrowser(stage: ProofStage, { base, engine }: ProofApp): Promise<Finding[]> {
  const browser = await openBrowser(stage)
  if (!browser) return [notRunHere({ id: 'S-03', what: '浏览器里的 401、402、403', engine }, '没有 Chromium')]
  const statuses = stage.scale === 'short' ? [402] : [402, 403]
  const [dead, refused, ...stopped] = await together([
    ended(browser, base),
    withoutRight(browser, base),
    ...statuses.map((status) => withoutEnd(browser, base, status)),
  ])
  return [
    // Seen red: no refresh at all, when the log-in on the page was less than 60 s ago. With REFRESH_PAUSE_MS = 0: 4 refreshes, 3 reloads.
    noFaults({ id: 'S-03', what: '402、403 不停时最多刷新一次、重载一次', engine }, stopped.flat(), statuses.length),
    // Seen red: 401 added to HTTP_REFRESH_CODES and treated like them: 6 refreshes; cookies and storage left.
    noFaults({ id: 'S-06', what: '401 从不刷新，令牌、菜单、存储都清空', engine }, dead!, 3),
    // Seen red: FORBIDDEN with status 403 in errors.ts: 4 refreshes, 4 reloads, no word.
    noFaults({ id: 'S-03', what: '没有权限只显示提示，不刷新不重载', engine }, refused!, 3),
  ]
}

const newContext = (browser: Browser) => browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' })

/**
 * Answers the requests to an address instead of the server. A page that is left, or closed by a failure, takes its requests along; without
 * the catch that would end the whole proof. An answer that was not given is missing in the results.
 */
const answered = (context: BrowserContext, address: string | RegExp, answer: (route: Route) => Promise<unknown>) =>
  context.route(address, (route) => answer(route).catch(() => {}))

/** The server answers `status` whatever the client does: the worst case for an endless loop. */
async function withoutEnd(browser: Browser, base: string, status: number): Promise<string[]> {
  const context = await newContext(browser)
  const page = await context.newPage()
  await enter(context, base, 'dept1')
  const seen = watch(context)
  await answered(context, '**/dec/declare/**', (route) => route.fulfill(refusal(status)))
  await page.goto(`${base}/work/govcheckmanage`)
  await settled(seen, page, () => seen.refreshes > 0)
  await context.close()
  return [
    ...(seen.refreshes > 1 ? [`${status}: ${seen.refreshes} refreshes`] : []),
    // One navigation is the test's own, one is the reload.
    ...(seen.reloads > 2 ? [`${status}: ${seen.reloads - 1} reloads`] : []),
    ...(seen.refreshes === 0 ? [`${status}: no refresh was tried`] : []),
  ]
}

/** The server says 401. */
async function ended(browser: Browser, base: string): Promise<string[]> {
  const context = await newContext(browser)
  const page = await context.newPage()
  // Signed in on the page itself, so that its stored data must be cleared.
  await logIn(page, base, 'dept2')
  await page.getByRole('button', { name: /您好/ }).waitFor()
  const seen = watch(context)
  await answered(context, API, (route) => route.fulfill(refusal(401)))
  await page.goto(`${base}/work/govcheckmanage`)
  const tokens = async () => (await context.cookies()).filter(({ name, value }) => ['token', 'refreshToken'].includes(name) && value !== '')
  await settled(seen, page, async () => (await tokens()).length === 0)
  const left = await tokens()
  const stored = await page.evaluate(() =>
    ['userInfo', 'menuList', 'permissions', 'accessToken'].filter((key) => sessionStorage.getItem(key)),
  )
  await context.close()
  return [
    ...(seen.refreshes > 0 ? [`${seen.refreshes} refreshes`] : []),
    ...(left.length > 0 ? [`cookies are left: ${left.map(({ name }) => name).join(', ')}`] : []),
    ...(stored.length > 0 ? [`storage is left: ${stored.join(', ')}`] : []),
  ]
}

/** A user without the right opens a screen, and one with the right meets a refusing list. */
async function withoutRight(browser: Browser, base: string): Promise<string[]> {
  const denied = await newContext(browser)
  const screen = await denied.newPage()
  await enter(denied, base, 'security2')
  const quiet = watch(denied)
  await screen.goto(`${base}/work/policyserveradmin`)
  const words = () => screen.locator('body').innerText()
  await settled(quiet, screen, async () => /权限|无权/.test(await words()))
  const guarded = await words()
  // The server refuses too: the page calls the list of an address that this user may not read.
  await enter(denied, base, 'dept3')
  const list = await denied.newPage()
  let code = ''
  await answered(denied, '**/dec/declare/list*', async (route) => {
    const response = await route.fetch({ url: `${base}/sys/log/check` })
    code = `${((await response.json()) as { code?: string }).code}`
    await route.fulfill({ response })
  })
  await list.goto(`${base}/work/govcheckmanage`)
  const wordsOfList = () => list.locator('body').innerText()
  await settled(quiet, list, async () => /权限|无权/.test(await wordsOfList()))
  const shown = await wordsOfList()
  await denied.close()
  return [
    ...(quiet.refreshes > 0 ? [`${quiet.refreshes} refreshes`] : []),
    // Two navigations are the test's own.
    ...(quiet.reloads > 2 ? [`${quiet.reloads - 2} reloads`] : []),
    ...(code === 'FORBIDDEN' ? [] : [`no refusal was met: ${code}`]),
    ...[guarded, shown].filter((text) => !/权限|无权/.test(text)).map((text) => `no word about the missing right: ${text.slice(0, 120)}`),
  ]
}

/** S-03: three tabs whose token expires at the same moment refresh only once together, and all stay signed in. */
export async function threeTabs(stage: ProofStage, { base, engine }: ProofApp, expire: () => Promise<void>): Promise<Finding[]> {
  const browser = await openBrowser(stage)
  if (!browser) return [notRunHere({ id: 'S-03', what: '三个标签页同时到期', engine }, '没有 Chromium')]
  const context = await newContext(browser)
  const tabs = [await context.newPage(), await context.newPage(), await context.newPage()]
  await enter(context, base, 'dept1')
  const openAll = () => Promise.all(tabs.map((tab) => tab.goto(`${base}/work/govcheckmanage`)))
  const greetings = () => tabs.map((tab) => tab.getByRole('button', { name: /您好/ }))
  await openAll()
  await Promise.all(greetings().map((greeting) => greeting.waitFor()))
  const seen = watch(context)
  await longAgo(tabs[0]!)
  // All tabs get their 401 only after every tab has called, and the refresh takes a second: without a common lock each tab would refresh.
  const asked = new Set<Page>()
  const allAsked = Promise.withResolvers<void>()
  const answerLate = async (route: Route) => {
    // The live stream does not end, so it is not waited for.
    if (!['fetch', 'xhr'].includes(route.request().resourceType()) || route.request().url().endsWith('/sys/push')) return route.continue()
    if (route.request().url().includes('/sys/activeUser/refreshToken')) return sleep(1000).then(() => route.continue())
    const response = await route.fetch()
    if (response.status() === 402) {
      asked.add(route.request().frame().page())
      if (asked.size === tabs.length) allAsked.resolve()
      await Promise.race([allAsked.promise, sleep(10_000)])
    }
    return route.fulfill({ response })
  }
  await answered(context, '**/*', answerLate)
  // No page of the app is open while the token expires: one that asked just then would begin the refresh and be left before its answer, and
  // its browser then rightly refreshes a second time.
  await Promise.all(tabs.map((tab) => tab.goto('about:blank')))
  await expire()
  await openAll()
  const all = (they: boolean[]) => they.every(Boolean)
  await settled(
    seen,
    tabs[0]!,
    // When a page is left before its refresh is answered, another tab starts the refresh again.
    async () => seen.refreshed > 0 && all(await Promise.all(greetings().map((greeting) => greeting.isVisible()))),
  )
  await openAll()
  const lost = asked.size === tabs.length ? [] : [`${asked.size} tabs met the end of the token`]
  for (const [i, tab] of tabs.entries())
    await tab
      .getByRole('button', { name: /您好/ })
      .waitFor({ timeout: 15_000 })
      .catch(() => lost.push(`tab ${i + 1} is at ${tab.url()}`))
  // A page still polls now and then; requests under way when the window closes do not count.
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  return [
    // Seen red: ports.lock called its work directly: 3.
    atMost({ id: 'S-03', what: '三个标签页同时到期：刷新次数', engine }, seen.refreshes, 1, ' 次', seen.refreshes === 0 ? ['none'] : []),
    // Seen red: no tab had to refresh, because the log-in was less than 60 s ago.
    noFaults(
      { id: 'S-03', what: '三个标签页同时到期：都还在登录状态', engine },
      [...lost, ...(seen.refreshes === 0 ? ['nothing was refreshed'] : [])],
      tabs.length,
    ),
  ]
}
