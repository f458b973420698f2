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

// Seen red without `used = false` in the UPDATE of `use`. The first arrival of a code is also checked by the platform, which accepts it
// once.
it('five parallel uses of one code open one session', async () => {
  const browser = new Browser(t)
  const good = await fromApp(browser, 'demo-zzd-dept1')
  // The code was checked with the platform before, and waits because another person is logged in here.
  const { token } = (await browser.call(ZZD, await fromApp(browser, 'demo-zzd-front1'))).data
  expect((await browser.call(ZZD, good, token)).code).toBe('OTHER_SESSION')
  const answers = await Promise.all(Array.from({ length: 5 }, () => browser.call(ZZD, good)))
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
})
