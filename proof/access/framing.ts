import type { Browser, Page } from '@playwright/test'
import { openBrowser } from '../browser.ts'
import { noFaults, notRunHere, type Engine, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'

/** The names are not resolved: the browser gets the pages of the other sites from this check, and ours from the server with its headers. */
const PORTAL = 'https://portal.example'
const OURS = 'https://platform.example'
const STRANGER = 'https://stranger.example'
const INSIDE = ['/zzd/login']
const OUTSIDE = [
  '/page/home',
  '/login',
  '/work/enterprise',
  '/page/policyserverdetail?id=1',
  '/zzd/nothing',
  '/pol/my/list',
  '/favicon.svg',
]
const WITHIN = 60_000

/**
 * O-04 in a browser: pages of a listed and of an unlisted site put our pages into a frame, and a member of staff logs in there, where the
 * browser keeps no cookie of ours.
 */
export async function framing(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const where = { id: 'O-04', engine, what: '浏览器里：只有 /zzd 的页面、只在名单内的站点，能显示在框中' }
  const browser = await openBrowser(stage)
  if (!browser) return [notRunHere(where, '没有 Chromium')]
  const app = await stage.app({ engine, env: { EMBEDDERS: PORTAL } })
  const faults: string[] = []
  const tries = [
    ...INSIDE.map((path) => ({ site: PORTAL, path, shown: true })),
    ...OUTSIDE.map((path) => ({ site: PORTAL, path, shown: false })),
    ...[...INSIDE, ...OUTSIDE].map((path) => ({ site: STRANGER, path, shown: false })),
  ]
  for (const { site, path, shown } of tries) {
    const seen = await shownIn(browser, site, app.base, path)
    if (seen !== shown) faults.push(`${path} in ${site === PORTAL ? 'a listed' : 'a foreign'} site is ${seen ? 'shown' : 'blocked'}`)
  }
  const inside = await loggedInWithin(browser, app.base)
  await browser.close()
  await app.stop()
  // Seen red: our pages at a loopback address, which Chromium holds back from every site of the net (1 of 16); no frame-ancestors in any answer (11).
  return [
    noFaults(where, faults, tries.length),
    // A frame of another site neither stores nor reads our cookies.
    noFaults({ ...where, what: '浏览器里：名单内站点的框中，不用第三方 Cookie 也能登录，事项在新窗口打开' }, inside, 3),
  ]
}

/** Faults of a log-in with a ticket of 浙政钉 in the frame of a listed site. */
async function loggedInWithin(browser: Browser, base: string): Promise<string[]> {
  const asked = await fetch(`${base}/demo-parent/zzd/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ account: 'demo-zzd-dept1' }),
  })
  const { search } = new URL(asked.headers.get('location') ?? '/', base)
  const page = await framed(browser, PORTAL, base, `/zzd/login${search}`)
  try {
    const [frame] = page.mainFrame().childFrames()
    const link = frame!.getByRole('region', { name: '待办' }).getByRole('link').first()
    const shown = await link.waitFor({ timeout: WITHIN }).then(
      () => true,
      () => false,
    )
    if (!shown) return [`after the log-in the frame shows ${new URL(frame!.url()).pathname} without its tasks`]
    const [cookies, target, href] = [
      await frame!.evaluate(() => document.cookie),
      await link.getAttribute('target'),
      await link.getAttribute('href'),
    ]
    return [
      ...(/(^|; )token=/.test(cookies) ? ['the frame has the cookie of the session: this browser tries nothing'] : []),
      ...(target === '_blank' ? [] : ['a task opens inside the frame, where it stays blank']),
      ...(href?.startsWith('/zzd/login?redirect=%2Fwork%2F') ? [] : [`a task opens ${href}`]),
    ]
  } finally {
    await page.close()
  }
}

/** In place of a refused page, Chromium shows its own error page in the frame. */
async function shownIn(browser: Browser, site: string, base: string, path: string): Promise<boolean> {
  const page = await framed(browser, site, base, path)
  const [frame] = page.mainFrame().childFrames()
  const isOurs = frame?.url().startsWith(OURS)
  await page.close()
  if (isOurs === undefined) throw new Error('no frame')
  return isOurs
}

/** A page of `site` with `path` of ours in its frame. */
async function framed(browser: Browser, site: string, base: string, path: string): Promise<Page> {
  const page = await browser.newPage()
  const body = `<!doctype html><title>x</title><iframe src="${OURS}${path.replaceAll('&', '&amp;')}"></iframe>`
  await page.route(`${site}/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.route(`${OURS}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: base + pathname + search, maxRedirects: 0 }) })
  })
  await page.goto(site, { waitUntil: 'load', timeout: WITHIN })
  return page
}
