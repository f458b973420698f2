import type { Browser } from '@playwright/test'
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

/** O-04 in a browser: pages of a listed and of an unlisted site put our pages into a frame. Our cookies play no part in it. */
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
  await browser.close()
  await app.stop()
  // Seen red: our pages at a loopback address, which Chromium holds back from every site of the net (1 of 16); no frame-ancestors in any answer (11).
  return [noFaults(where, faults, tries.length)]
}

/** In place of a refused page, Chromium shows its own error page in the frame. */
async function shownIn(browser: Browser, site: string, base: string, path: string): Promise<boolean> {
  const page = await browser.newPage()
  try {
    const body = `<!doctype html><title>x</title><iframe src="${OURS}${path}"></iframe>`
    await page.route(`${site}/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.route(`${OURS}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: base + pathname + search, maxRedirects: 0 }) })
    })
    await page.goto(site, { waitUntil: 'load', timeout: WITHIN })
    const [frame] = page.mainFrame().childFrames()
    if (!frame) throw new Error('no frame')
    return frame.url().startsWith(OURS)
  } finally {
    await page.close()
  }
}
