import { logInHere, openBrowser } from '../browser.ts'
import { noFaults, notRunHere, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'

/** Addresses that look like a path of this site and lead to another one. */
const TRICKS = [
  '/\t/evil.example',
  '/.//evil.example',
  '/\\evil.example',
  '/\n/evil.example',
  '//evil.example',
  'https://evil.example/work',
]

/** O-02: after a sign-in the browser stays on this site, whatever return address was given. */
export async function wayBack(stage: ProofStage, { base, engine }: ProofApp): Promise<Finding[]> {
  const what = '登录后的返回地址只在本站'
  const browser = await openBrowser(stage)
  if (!browser) return [notRunHere({ id: 'O-02', what, engine }, '没有 Chromium')]
  const tricks = TRICKS.slice(0, stage.rounds(2, TRICKS.length, TRICKS.length))
  const away: string[] = []
  for (const trick of tricks) {
    const context = await browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' })
    await context.route(/^https?:\/\/evil\.example/, (route) => route.fulfill({ contentType: 'text/html', body: 'gone' }))
    const page = await context.newPage()
    await page.goto(`${base}/login?redirect=${encodeURIComponent(trick)}`)
    await logInHere(page, 'dept4')
    await page.waitForURL((url) => url.pathname !== '/login')
    if (new URL(page.url()).origin !== base) away.push(`${JSON.stringify(trick)} → ${page.url()}`)
    await context.close()
  }
  // Seen red: /\t/evil.example, when the address was looked at as a text instead of parsed.
  return [noFaults({ id: 'O-02', what, engine }, away, tricks.length)]
}
