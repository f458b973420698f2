import { expect, type Locator, type Page } from '../test.ts'

const pageOf = (within: Locator | Page): Page => ('page' in within ? within.page() : within)

/** Opens a select, filters it where it can be searched, and chooses the option. Of several with the same name it uses the last. */
export async function choose(within: Locator | Page, name: string | RegExp, option: string): Promise<void> {
  const box = within.getByRole('combobox', { name, exact: true }).last()
  await box.click()
  const options = pageOf(within).locator('.ant-select-dropdown:visible .ant-select-item-option')
  if (await box.isEditable()) {
    await box.fill(option)
    // A long list is searched on the server a moment later, and then the options of before are replaced.
    await expect(options.filter({ hasNotText: option })).toHaveCount(0)
  }
  await options.filter({ hasText: option }).first().click()
}
export const typed = (within: Locator, name: string, value: string): Promise<void> =>
  within.getByRole('textbox', { name, exact: true }).last().fill(value)

/** The answer of an endpoint to the user of this page. */
export const asked = (page: Page, path: string, body?: object): Promise<unknown> =>
  page.evaluate(
    async ([to, sent]) => {
      const token = /(?:^|; )token=([^;]*)/.exec(document.cookie)?.[1] ?? ''
      const headers = { authorization: decodeURIComponent(token), 'content-type': 'application/json' }
      const answer = await fetch(to, sent ? { method: 'POST', headers, body: sent } : { headers })
      const body = await answer.json()
      if (!body.success) throw new Error(to + JSON.stringify(body))
      return body.data
    },
    [path, body ? JSON.stringify(body) : ''] as const,
  )
