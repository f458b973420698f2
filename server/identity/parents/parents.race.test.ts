import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { Browser } from '../sso/testing/browser.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const ZZD = '/sys/activeUser/loginByZzdAccountId'
const asked = async (browser: Browser, path: string, form: Record<string, string>) =>
  new URL(String((await browser.go(path, form)).location), 'http://127.0.0.1:3000').searchParams
/** The app opens our page with its data about the person. */
const fromApp = async (browser: Browser, account: string) => {
  const params = await asked(browser, '/demo-parent/zzd/authorize', { account })
  return { accountId: params.get('accountId')!, token: params.get('token')!, name: params.get('name')! }
}

it('two parallel uses of one code open one session', async () => {
  const browser = new Browser(t)
  const good = await fromApp(browser, 'demo-zzd-dept1')
  const answers = await Promise.all([browser.call(ZZD, good), browser.call(ZZD, good), browser.call(ZZD, good)])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
})
