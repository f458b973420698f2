import type { Browser } from '@playwright/test'
import { openIdle } from '../../scripts/open-idle.ts'
import { openBrowser } from '../browser.ts'
import { noFaults, notRunHere } from '../finding.ts'
import { visits } from '../frontend/screens.ts'
import { newContext } from '../frontend/walk.ts'
import type { Part, ProofStage } from '../stage.ts'
import { buttonsOf, isOpen, named, opens, press } from './dialogs.ts'
import { listen, LISTEN_MS, MOST } from './listen.ts'

/** More pages than a user usually has open, because a page that calls without end slows down the others too. */
const PAGES = 8

interface Errand {
  user: string | null
  address: string
  /** the dialog to open; null checks the screen and then every dialog that its buttons open */
  dialog: (typeof named)[number] | null
}
interface Heard {
  screens: number
  dialogs: number
  loud: string[]
  closed: string[]
}

/** An open page makes no repeated requests except the listed polls (G-11). */
export const part: Part = {
  name: 'quiet',
  run: async (stage) => {
    const browser = await openBrowser(stage)
    if (!browser) return [notRunHere({ id: 'G-11', what: '打开的页面不停地询问' }, '没有 Chromium')]
    const app = await stage.app({ engine: stage.engines.at(-1)!, env: { LOG_LEVEL: 'warn' } })
    const errands = await errandsOf(stage, app.base)
    stage.say(`${errands.length} pages`)
    const heard: Heard = { screens: 0, dialogs: 0, loud: [], closed: [] }
    await hear({ stage, browser, base: app.base, heard, cookies: new Map() }, errands)
    await app.stop()
    return [
      // Seen red: the authorization dialog asked for the consent 60 to 170 times a second, until it was refused.
      noFaults(
        { id: 'G-11', what: `${PAGES} 个页面同时打开，十秒内同一请求不超过 ${MOST} 次（轮询名单除外），没有 429` },
        heard.loud,
        heard.screens + heard.dialogs,
      ),
      noFaults({ id: 'G-11', what: '打开的弹窗不会自己关闭' }, heard.closed, heard.dialogs),
    ]
  },
}

/** Short form: the named dialogs and ten screens. */
async function errandsOf(stage: ProofStage, base: string): Promise<Errand[]> {
  const all = (await visits(stage, base)).map(({ address, user }) => ({ address, user, dialog: null }))
  const every = stage.scale === 'short' ? Math.ceil(all.length / 10) : 1
  return [...named.map((dialog) => ({ ...dialog, dialog })), ...all.filter((_, place) => place % every === 0)]
}

interface Scene {
  stage: ProofStage
  browser: Browser
  base: string
  heard: Heard
  /** one session per user for all pages, because a fourth session of a staff user ends the first */
  cookies: Map<string, ReturnType<typeof cookiesOf>>
}

async function cookiesOf(stage: ProofStage, base: string, user: string) {
  const { token, refreshToken } = await stage.asUser(base, user)
  return Object.entries({ token, refreshToken }).map(([name, value]) => ({ name, value, url: base }))
}

async function hear(scene: Scene, errands: readonly Errand[]): Promise<void> {
  const left = [...errands]
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { address, user } = next
      await one(scene, next, `10.77.${left.length}.1`).catch((error: unknown) =>
        scene.heard.loud.push(`${address} (${user}): ${String(error).split('\n')[0]}`),
      )
    }
  }
  await Promise.all(Array.from({ length: PAGES }, lane))
}

async function one({ stage, browser, base, heard, cookies }: Scene, { user, address, dialog }: Errand, from: string): Promise<void> {
  const context = await newContext(browser)
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': from })
  if (user !== null) {
    if (!cookies.has(user)) cookies.set(user, cookiesOf(stage, base, user))
    await context.addCookies(await cookies.get(user)!)
  }
  const page = await context.newPage()
  const listener = listen(page)
  const say = (what: string, faults: readonly string[]) =>
    heard.loud.push(...faults.map((fault) => `${address} (${user}) ${what}: ${fault}`))
  /** An open dialog is watched as long as a screen, unless it made no request. */
  const toDialog = async (name: string) => {
    heard.dialogs += 1
    await page.waitForTimeout(1_000)
    if (listener.calls() > 0) await page.waitForTimeout(LISTEN_MS)
    say(name, listener.take())
    if (!(await isOpen(page))) heard.closed.push(`${address} (${user}) ${name}`)
  }
  // Eight pages open at once on a slow machine; the time that they need is measured elsewhere.
  const open = () => openIdle(page, base + address, 90_000)
  try {
    await open()
    if (dialog) {
      listener.take()
      await press(page, dialog.press)
      return await toDialog(String(dialog.press.at(-1)))
    }
    await page.waitForTimeout(LISTEN_MS)
    heard.screens += 1
    say('页面', listener.take())
    if (stage.scale === 'short') return
    const here = page.url()
    for (const name of await buttonsOf(page)) {
      listener.take()
      const isDialog = await opens(page, name)
      if (isDialog) await toDialog(name)
      if (isDialog || page.url() !== here) await open()
    }
  } finally {
    await context.close()
  }
}
