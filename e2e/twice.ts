import { expect, type Locator, type Page, type Request } from '@playwright/test'

/** Double-clicks like a hurried user and checks that only one request goes to `path`. */
export async function twice(page: Page, button: Locator, path: string): Promise<void> {
  const at = (request: Request) => new URL(request.url()).pathname === path
  let sent = 0
  const count = (request: Request) => {
    if (at(request)) sent++
  }
  page.on('request', count)
  const answered = page.waitForResponse((response) => at(response.request()))
  await button.dblclick()
  await (await answered).finished()
  page.off('request', count)
  expect(sent, path).toBe(1)
}
