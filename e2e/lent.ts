import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'

/**
 * A browser with a folder of its own. Its cache of files and of compiled scripts outlives the test, so that a page costs half the processor
 * time of one in a new context, where everything is read and compiled again. Tests get it as empty as a new one.
 */
interface Profile {
  folder: string
  context: BrowserContext | undefined
}

let made = 0
let mayLend = true
const free: Profile[] = []
const lent: Profile[] = []

/** Before each test: whether it uses the settings of the other tests. A test with its own viewport or without scripts gets new contexts. */
export function beginLending(usual: boolean): void {
  mayLend = usual
}

/** The first page of a context that knows nobody and has stored nothing. A test that changes the clock of a context makes a new one itself. */
export async function emptyPage(browser: Browser, origin: string): Promise<Page> {
  if (!mayLend) return (await browser.newContext()).newPage()
  const profile = free.pop() ?? { folder: join(process.env.E2E_DATA!, `profile-${process.pid}-${++made}`), context: undefined }
  lent.push(profile)
  profile.context ??= await opened(profile)
  const [blank] = profile.context.pages()
  const page = blank ?? (await profile.context.newPage())
  const devtools = await profile.context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage,service_workers' })
  await devtools.detach()
  return page
}

async function opened(profile: Profile): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile.folder)
  context.once('close', () => {
    profile.context = undefined
  })
  return context
}

/** After each test. Its pages are closed, so that they send nothing during the next test. */
export async function takeBack(): Promise<void> {
  const back = lent.splice(0)
  await Promise.all(back.map(({ context }) => context && emptied(context)))
  // The one that was lent first is lent first again: its cache holds most.
  free.push(...back.reverse())
}

async function emptied(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()))
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false), context.unrouteAll()])
}

/** At the end of a worker. */
export async function endLending(): Promise<void> {
  await Promise.all(free.splice(0).map(({ context }) => context?.close()))
}
