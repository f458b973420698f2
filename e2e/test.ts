import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { devices, test as base } from '@playwright/test'
import { node, root, withOwnNode } from '../scripts/bootstrap.mjs'
import { freePort } from '../scripts/free-port.ts'
import { beginLending, emptyPage, endLending, takeBack } from './lent.ts'
import { ownData, type OwnData } from './own-data.ts'
import { settings } from './seed.mjs'

export { expect } from '@playwright/test'
export type { Browser, Locator, Page, Request } from '@playwright/test'

/** The server of this worker: its address, and its data (undefined with E2E_BASE_URL, because that server is not ours). */
export let site: { url: string; data: OwnData | undefined }

const usualWidth = devices['Desktop Chrome'].viewport.width

/**
 * Each worker has its own server, so that workers never change each other's data. After a failure Playwright starts a new worker, so a
 * retry finds freshly seeded data and needs no names or branches of its own.
 */
export const test = base.extend<{ closed: void }, { server: string }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern that names the fixtures asked for: none
    async ({}, use, { workerIndex }) => {
      if (process.env.E2E_BASE_URL) {
        site = { url: process.env.E2E_BASE_URL, data: undefined }
        return use(site.url).then(endLending)
      }
      const data = await ownData(`worker-${workerIndex}`)
      const [port, adminPort] = [await freePort(), await freePort()]
      site = { url: `http://127.0.0.1:${port}`, data }
      const server = spawn(node, ['server/main.ts'], {
        cwd: root,
        stdio: 'inherit',
        env: withOwnNode({ ...settings, PORT: String(port), ADMIN_PORT: String(adminPort), ...data.settings }),
      })
      const ended = once(server, 'exit')
      const over = () => server.exitCode !== null || server.signalCode !== null
      while (!(await fetch(`${site.url}/page/home`).catch(() => undefined))?.ok) {
        if (over()) throw new Error(`the server on ${data.folder} ended before it answered`)
        await sleep(100)
      }
      await use(site.url)
      await endLending()
      server.kill('SIGTERM')
      await ended
      await data.remove()
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  baseURL: ({ server }, use) => use(server),
  // A context opened by a test would stay open until the worker ends, and its pages would send requests during all following tests.
  closed: [
    async ({ browser, viewport, javaScriptEnabled }, use) => {
      beginLending(viewport?.width === usualWidth && javaScriptEnabled !== false)
      await use()
      await Promise.all([takeBack(), ...browser.contexts().map((context) => context.close())])
    },
    { auto: true },
  ],
  context: async ({ browser, closed: _ }, use) => use((await emptyPage(browser, site.url)).context()),
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
})
