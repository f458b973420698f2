import type { BrowserContext, Page } from '@playwright/test'
import { openIdle } from '../../scripts/open-idle.ts'
import { openBrowser } from '../browser.ts'
import { atLeast, noFaults, notRunHere, type Finding } from '../finding.ts'
import type { ProofApp, ProofStage } from '../stage.ts'
import { asUser } from '../user.ts'
import type { Planted } from './hostile-data.ts'
import { visits, type Visit } from './screens.ts'
import { PAYLOADS } from './xss-payloads.ts'

/** Below this share of screens that show a payload the check would prove nothing. */
const LEAST_SHOWING = 45
const TABS = 2
/** Buttons that open further text of a screen. */
const OPENS = /^(查看|详情|查看详情|编辑|修改|回复|答复|审核|预览|展开)/

/** Runs in every document before its own scripts and records everything that a payload calls. */
function hook() {
  const seen = { ran: [] as string[], violations: [] as string[] }
  Object.assign(window, { proofSeen: seen })
  for (const name of ['alert', 'confirm', 'prompt'] as const)
    Object.defineProperty(window, name, { value: (text: unknown) => (seen.ran.push(`${name}(${String(text)})`), false), writable: false })
  Object.defineProperty(window, '__xss', {
    set: (value: unknown) => {
      seen.ran.push(`__xss=${String(value)}`)
    },
  })
  const { log } = console
  console.log = (...args: unknown[]) => {
    if (String(args[0]).startsWith('xss-')) seen.ran.push(String(args[0]))
    log(...args)
  }
  document.addEventListener('securitypolicyviolation', (e) => seen.violations.push(`${e.effectiveDirective} ${e.blockedURI} ${e.sample}`))
}

/** Parts of a page that only a payload can have brought: event attributes, script addresses, scripts, foreign frames. */
function traces() {
  const found: string[] = []
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name) && !name.startsWith('on-')) found.push(`<${element.localName} ${name}>`)
      const address = value.replace(/[\s\u0000-\u001f]/g, '').toLowerCase()
      if (/^(href|src|action|formaction|data|poster|xlink:href|srcdoc)$/i.test(name) && /^(javascript|vbscript|data:text)/.test(address))
        found.push(`<${element.localName} ${name}=${value.slice(0, 60)}>`)
    }
    if (/^(iframe|object|embed|applet|base|marquee|math|template|keygen|xss|x)$/.test(element.localName) && !element.closest('[data-own]'))
      if (!(element.localName === 'iframe' && element.getAttribute('src')?.startsWith('blob:'))) found.push(`<${element.localName}>`)
  }
  const { proofSeen } = window as unknown as { proofSeen: { ran: string[]; violations: string[] } }
  const shown = [...document.body.innerText.matchAll(/(?:alert|confirm|prompt|__xss=|xss-)\(?(1\d{3})/g)].map((m) => m[1]!)
  return {
    found: [...new Set(found)],
    ran: proofSeen.ran,
    violations: proofSeen.violations,
    shown,
    text: document.body.innerText.slice(0, 200),
  }
}

export async function storedScripts(stage: ProofStage, { base, engine }: ProofApp, planted: Planted): Promise<Finding[]> {
  const browser = await openBrowser(stage)
  if (!browser) return [notRunHere({ id: 'I-03', what: '存入的脚本', engine }, '没有 Chromium')]
  const all = await visits(base)
  const every = stage.rounds(12, 3, 1)
  const chosen = all.filter((_, n) => n % every === 0)
  const ran: string[] = []
  const violations: string[] = []
  const markup: string[] = []
  const dead: string[] = []
  const numbers = new Set<string>()
  let showing = 0
  const contexts = new Map<string | undefined, Promise<BrowserContext>>()
  const contextOf = (userName: string | undefined) => {
    if (!contexts.has(userName))
      contexts.set(
        userName,
        browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } }).then(async (context) => {
          await context.addInitScript(hook)
          if (userName === undefined) return context
          const { token, refreshToken } = await asUser(base, userName)
          await context.addCookies(Object.entries({ token, refreshToken }).map(([name, value]) => ({ name, value, url: base })))
          return context
        }),
      )
    return contexts.get(userName)!
  }
  const look = async (visit: Visit, page: Page) => {
    const where = `${visit.path} (${visit.userName ?? '未登录'})`
    const gather = async () => {
      const seen = await page.evaluate(traces)
      ran.push(...seen.ran.map((one) => `${where}: ${one}`))
      violations.push(...seen.violations.map((one) => `${where}: ${one}`))
      markup.push(...seen.found.map((one) => `${where}: ${one}`))
      for (const number of seen.shown) numbers.add(number)
      return seen
    }
    await openIdle(page, base + visit.path, 10_000).catch(() => {})
    const first = await gather()
    if (/系统出现异常|页面出错|无法显示/.test(first.text)) dead.push(`${where}: ${first.text.slice(0, 100).replaceAll('\n', ' ')}`)
    let shown = first.shown.length
    const button = page
      .getByRole('button', { name: OPENS })
      .or(page.getByRole('link', { name: /^(查看|详情|编辑)$/ }))
      .first()
    if (visit.path.startsWith('/work/') && (await button.isVisible().catch(() => false))) {
      await button.click({ timeout: 1500 }).catch(() => {})
      await page.waitForTimeout(700)
      shown += (await gather().catch(() => ({ shown: [] }))).shown.length
    }
    if (shown > 0) showing += 1
  }
  const waiting = [...chosen]
  await Promise.all(
    Array.from({ length: TABS }, async () => {
      for (let visit = waiting.shift(); visit; visit = waiting.shift()) {
        // Repeated once before it counts, because the machine runs the server and the browser at the same time.
        for (const last of [false, true]) {
          const page = await (await contextOf(visit.userName)).newPage()
          page.setDefaultNavigationTimeout(60_000)
          const fault = await look(visit, page).then(
            () => null,
            (error: unknown) => String(error).slice(0, 160),
          )
          await page.close()
          if (fault === null) break
          if (last) dead.push(`${visit.path}: ${fault}`)
        }
      }
    }),
  )
  for (const context of contexts.values()) await (await context).close()
  const values = [...planted.columns.values()].reduce((sum, n) => sum + n, 0)
  stage.say(
    `${engine}: ${values} values in ${planted.columns.size} columns hold a payload; refused: ${planted.refused.join(' ') || 'none'}`,
  )
  return [
    atLeast({ id: 'I-03', what: '载荷的写法', engine }, PAYLOADS.length, 150),
    // Seen red: cleanHtml returned its argument and the context had bypassCSP: 14 ran on four policies.
    noFaults({ id: 'I-03', what: '存入各表文字的载荷在界面上没有一次执行', engine }, [...new Set(ran)], chosen.length),
    // Seen red: script-src eval on /work/enterpriseArchive, where zod probed eval before it was told not to (mended).
    noFaults({ id: 'I-03', what: '界面没有违反内容安全策略', engine }, [...new Set(violations)], chosen.length),
    // Seen red: cleanHtml returned its argument: 47 on four policies; the policy refused eight more to run.
    noFaults({ id: 'I-03', what: '界面里没有载荷带来的元素、属性与地址', engine }, [...new Set(markup)], chosen.length),
    noFaults({ id: 'I-03', what: '有载荷时界面照常打开', engine }, dead, chosen.length),
    // Seen red: 50 % of 105 screens against a first limit of 60; forms and empty lists show nobody's text.
    atLeast({ id: 'I-03', what: '把载荷当文字显示的界面', engine }, (100 * showing) / chosen.length, LEAST_SHOWING, ' %'),
    atLeast({ id: 'I-03', what: '当文字显示过的载荷', engine }, numbers.size, stage.rounds(40, 110, 150), ' 种'),
  ]
}
