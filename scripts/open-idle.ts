import type { Page, Request, Response } from '@playwright/test'
import { PUSH_PATH } from '../contract/push-names.ts'

const IDLE_MS = 500

/**
 * Opens an address and waits until there has been no request for half a second; for proofs and journeys in a browser. The live stream of a
 * signed-in user stays open as long as the page, so `networkidle` would never occur.
 */
export async function openIdle(page: Page, url: string, timeout = 60_000): Promise<Response | null> {
  const under = new Set<Request>()
  let last = performance.now()
  const begun = (request: Request) => {
    if (new URL(request.url()).pathname !== PUSH_PATH) under.add(request)
    last = performance.now()
  }
  const ended = (request: Request) => {
    under.delete(request)
    last = performance.now()
  }
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
  const from = performance.now()
  try {
    const answer = await page.goto(url, { timeout })
    while (under.size > 0 || performance.now() - last < IDLE_MS) {
      if (performance.now() - from > timeout)
        throw new Error(`${url} is not idle after ${timeout} ms: ${[...under].map((request) => request.url()).join(' ')}`)
      await page.waitForTimeout(50)
    }
    return answer
  } finally {
    page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended)
  }
}
