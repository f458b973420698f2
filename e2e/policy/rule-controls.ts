import { chooseOption } from '../select.ts'
import type { Locator, Page } from '../test.ts'

/** Opens a select, filters it where it can be searched, and chooses the option. Of several with the same name it uses the last. */
export async function choose(within: Locator | Page, name: string | RegExp, option: string): Promise<void> {
  await chooseOption(within.getByRole('combobox', { name, exact: true }).last(), option)
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
