import { openIdle } from '../../scripts/open-idle.ts'
import { DEMO_PASSWORD } from '../../seed/identity.ts'
import { openBrowser } from '../browser.ts'
import { noFaults, notRunHere, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { CAPTCHA } from '../user.ts'

/**
 * Data that remain in a company's browser, and data that leave it in addresses: no full number, no password, and tokens only where they
 * belong.
 */
export async function browserStorage(
  stage: ProofStage,
  { base, engine }: ProofApp,
  phones: ReadonlyMap<string, string>,
): Promise<Finding[]> {
  const browser = await openBrowser(stage)
  if (!browser) return [notRunHere({ id: 'P-02', what: '浏览器存储', engine }, '没有 Chromium')]
  const context = await browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const addresses: string[] = []
  const bodies: string[] = []
  context.on('request', (request) => {
    addresses.push(`${request.url()} ${request.headers().referer ?? ''}`)
    bodies.push(request.postData() ?? '')
  })
  await page.goto(`${base}/login`)
  await page.getByLabel('用户名').fill('qy1')
  await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('textbox', { name: /验证码/ }).fill(CAPTCHA)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/\/(work|page)\//)
  const screens = ['/work/enterprise', '/work/enterpriseArchive', '/work/myProject', '/page/home']
  for (const path of screens) {
    await openIdle(page, base + path)
  }
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases.map(({ name }) => name)])
  })
  const cookies = await context.cookies()
  const tokens = cookies.filter(({ name }) => /token/i.test(name)).map(({ value }) => value)
  const kept: string[] = []
  for (const [number, where] of phones)
    if (stored.includes(number) || JSON.stringify(cookies).includes(number)) kept.push(`storage: ${where}`)
  if (stored.includes(DEMO_PASSWORD)) kept.push('storage: the password')
  const sent = [
    ...tokens
      .filter((token) => addresses.some((address) => address.includes(token)))
      .map(() => 'a token stands in an address or a Referer'),
    ...(bodies.some((body) => body.includes(DEMO_PASSWORD) || body.includes(encodeURIComponent(DEMO_PASSWORD)))
      ? ['the password left in clear']
      : []),
    ...(tokens.length === 0 ? ['no token cookie was seen'] : []),
    ...cookies
      .filter(({ name, sameSite }) => /token/i.test(name) && sameSite !== 'Lax' && sameSite !== 'Strict')
      .map(({ name }) => `${name} without SameSite`),
  ]
  await context.close()
  return [
    // Seen red: localStorage.draft = the archive as it was read: 2.
    noFaults({ id: 'P-02', what: '浏览器存储里没有完整号码与口令', engine }, kept, screens.length),
    // Seen red: the request client also called /healthz?token=…: 1 of 555.
    noFaults({ id: 'S-05', what: '地址、Referer 里没有令牌，请求体里没有明文口令', engine }, sent, addresses.length),
  ]
}
