import { unifiedLogin } from '../../../../contract/identity.ts'
import type { TestApp } from '../../../kernel/testing/harness.ts'

/** A minimal browser: cookies with their paths; it follows redirects only when told to. */
export class Browser {
  readonly #t: TestApp
  constructor(t: TestApp) {
    this.#t = t
  }
  readonly jar = new Map<string, { value: string; path: string }>()
  #cookies(path: string) {
    return Object.fromEntries([...this.jar].filter(([, c]) => path.startsWith(c.path)).map(([name, c]) => [name.split('|')[0]!, c.value]))
  }
  async go(url: string, form?: Record<string, string>) {
    const path = url.replace(/^http:\/\/127\.0\.0\.1:3000/, '')
    const answer = await this.#t.http.inject({
      method: form ? 'POST' : 'GET',
      url: path,
      cookies: this.#cookies(path),
      headers: {
        host: '127.0.0.1:3000',
        accept: 'text/html',
        'sec-fetch-dest': 'document',
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    })
    for (const c of answer.cookies) {
      const key = `${c.name}|${c.path ?? '/'}`
      if (c.value && !(c.expires && c.expires.getTime() < Date.now())) this.jar.set(key, { value: c.value, path: c.path ?? '/' })
      else this.jar.delete(key)
    }
    return { status: answer.statusCode, location: answer.headers.location, body: answer.body, headers: answer.headers }
  }
  /** From the log-in link to the page for choosing a person. */
  async toChoice(redirect = '/page/policysearch?q=1') {
    let answer = await this.go(`/sys/sso/login?redirect=${encodeURIComponent(redirect)}`)
    for (let i = 0; i < 3 && answer.location; i++) answer = await this.go(String(answer.location))
    const action = /action="(\/demo-idp\/choose\/[^"]+)"/.exec(answer.body)?.[1]
    if (!action) throw new Error(`${answer.status} ${answer.body}`)
    return { ...answer, action }
  }
  /** Chooses a person and returns to the platform; returns the parameters of the address. */
  async choose(action: string, form: Record<string, string>) {
    let answer = await this.go(action, form)
    while (answer.location && !String(answer.location).includes('/page/home')) answer = await this.go(String(answer.location))
    return new URL(String(answer.location))
  }
  post(body: unknown, token?: string) {
    return this.call(unifiedLogin.loginByAuthCode.path, body, token)
  }
  /** A call of the page: POST with a body, GET without. Keeps the cookies of the answer. */
  async call(path: string, body?: unknown, token?: string) {
    const answer = await this.#t.http.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: path,
      cookies: this.#cookies(path),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(token ? { authorization: token } : {}) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    for (const c of answer.cookies) if (c.value) this.jar.set(`${c.name}|${c.path ?? '/'}`, { value: c.value, path: c.path ?? '/' })
    return answer.json()
  }
}
export const codeOf = (address: URL) => ({
  code: address.searchParams.get('code')!,
  state: address.searchParams.get('state')!,
  iss: address.searchParams.get('iss')!,
})
/** Goes through the provider as `account`; returns the parameters of the return address. */
export const arrive = async (browser: Browser, account: string, redirect?: string) =>
  codeOf(await browser.choose((await browser.toChoice(redirect)).action, { account }))
