import { noFaults, type Finding } from '../finding.ts'
import type { ProofApp } from '../stage.ts'
import { ask, type Answer } from '../user.ts'

const ZZD = '/sys/activeUser/loginByZzdAccountId'
type Ticketed = 'zml' | 'szjj'

/** A minimal browser for these sign-ins: it stores cookies and does not follow redirects. */
class Browser {
  readonly #jar = new Map<string, string>()
  readonly #base: string
  constructor(base: string) {
    this.#base = base
  }
  async #ask(path: string, options: Parameters<typeof ask>[2] = {}): Promise<Answer> {
    const cookie = [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await ask(this.#base, path, { ...options, headers: { ...options.headers, ...(cookie ? { cookie } : {}) } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      this.#jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return answer
  }
  /** The address to which a page redirects; with `form` the form is submitted. */
  async led(path: string, form?: Record<string, string>): Promise<URL> {
    const page = { accept: 'text/html', 'sec-fetch-dest': 'document' }
    const answer = await this.#ask(path, { headers: page, ...(form ? { body: new URLSearchParams(form) } : {}) })
    const location = answer.headers.get('location')
    if (!location) throw new Error(`${path} leads nowhere (${answer.status}): ${answer.text.slice(0, 300)}`)
    return new URL(location, this.#base)
  }
  /** A call of the page; returns the token, or the code of the error. */
  async call(path: string, body?: unknown, token?: string): Promise<{ token?: string; code: string }> {
    const answer = await this.#ask(path, { ...(body === undefined ? {} : { body }), ...(token ? { token } : {}) })
    const found = (answer.body.data as { token?: string } | undefined)?.token
    return answer.body.success === true && found ? { token: found, code: 'IN' } : { code: answer.body.code ?? String(answer.status) }
  }
}

const path = (url: URL) => url.pathname + url.search

/**
 * a user from 浙政钉, zml or szjj is the one whom that platform names to the server, whatever the address says; a ticket can be used
 * once, in its browser.
 */
export async function parents({ base, engine }: ProofApp): Promise<Finding[]> {
  const faults: string[] = []
  let tries = 0
  const says = (what: string, got: string, wanted: string) => {
    tries += 1
    if (got !== wanted) faults.push(`${what}: ${got}, wanted ${wanted}`)
  }
  const nameOf = async (token: string): Promise<string> => {
    const { body } = await ask(base, '/sys/activeUser/info', { token })
    return String((body.data as { user?: { userName?: string; type?: string } } | undefined)?.user?.userName)
  }

  const fromApp = async (browser: Browser, account: string) => {
    const params = (await browser.led('/demo-parent/zzd/authorize', { account })).searchParams
    return { accountId: params.get('accountId')!, token: params.get('token')!, name: params.get('name')! }
  }
  const browser = new Browser(base)
  const claim = async (change: object) => (await browser.call(ZZD, { ...(await fromApp(browser, 'demo-zzd-dept1')), ...change })).code
  says('zzd, the account of somebody else', await claim({ accountId: 'demo-zzd-leader1' }), 'TICKET_INVALID')
  says('zzd, the name of somebody else', await claim({ name: '于川' }), 'TICKET_INVALID')
  says('zzd, a code that nobody gave', await claim({ token: 'made-up-0123456789' }), 'TICKET_INVALID')
  const good = await fromApp(browser, 'demo-zzd-dept1')
  const all = await Promise.all(Array.from({ length: 8 }, () => browser.call(ZZD, good)))
  says('zzd, one code eight times at once', String(all.filter(({ code }) => code === 'IN').length), '1')
  const dept = all.find(({ token }) => token)?.token
  says('zzd, who came in', dept ? await nameOf(dept) : 'nobody', 'dept1')
  says('zzd, a code that was used', (await browser.call(ZZD, good)).code, 'TICKET_INVALID')
  const front = await browser.call(ZZD, await fromApp(browser, 'demo-zzd-front1'))
  const other = await fromApp(browser, 'demo-zzd-leader1')
  says('zzd, into the session of somebody else', (await browser.call(ZZD, other, front.token)).code, 'OTHER_SESSION')
  says('zzd, the session that was there', front.token ? await nameOf(front.token) : 'nobody', 'front1')
  says('zzd, a ticket that another browser brought', (await new Browser(base).call(ZZD, other)).code, 'TICKET_INVALID')

  for (const code of ['zml', 'szjj'] as const) {
    const out = async (from: Browser, account: string) => {
      const there = path(await from.led(`/sys/sso/${code}?redirect=/work/mypolicy`))
      const params = (await from.led(there, { account })).searchParams
      return { ticket: params.get('ticket')!, state: params.get('state')! }
    }
    const enter = (by: Browser, { ticket, state }: { ticket: string; state: string }, as: Ticketed = code, token?: string) =>
      as === 'zml'
        ? by.call(`/sys/activeUser/zmlLogin?${new URLSearchParams({ ticket, state })}`, undefined, token)
        : by.call('/sys/activeUser/szjjLogin', { ticket, state }, token)
    const own = new Browser(base)
    const another: Ticketed = code === 'zml' ? 'szjj' : 'zml'
    const taken = await out(own, 'demo-gr1')
    says(`${code}, a ticket led into another browser`, (await enter(new Browser(base), taken)).code, 'TICKET_INVALID')
    says(`${code}, a state that nobody left with`, (await enter(own, { ...taken, state: 'made-up' })).code, 'TICKET_INVALID')
    says(`${code}, at the other platform`, (await enter(own, await out(own, 'demo-gr1'), another)).code, 'TICKET_INVALID')
    says(
      `${code}, a ticket that nobody gave`,
      (await enter(own, { ...(await out(own, 'demo-gr1')), ticket: 'made-up' })).code,
      'TICKET_INVALID',
    )
    const once = await out(own, 'demo-qy1')
    const many = await Promise.all(Array.from({ length: 8 }, () => enter(own, once)))
    says(`${code}, one ticket eight times at once`, String(many.filter((one) => one.code === 'IN').length), '1')
    says(`${code}, a ticket that was used`, (await enter(own, once)).code, 'TICKET_INVALID')
    const token = many.find((one) => one.token)?.token
    const name = token ? await nameOf(token) : ''
    says(`${code}, into the session of somebody else`, (await enter(own, await out(own, 'demo-qy2'), code, token)).code, 'OTHER_SESSION')
    says(`${code}, the session that was there`, token ? await nameOf(token) : 'nobody', name || 'a company')
  }
  // Seen red: the account in the address not compared with the answer, and the browser of a ticket not compared: 2 of 25.
  return [noFaults({ id: 'A-07', what: '浙政钉、zml、szjj：身份只来自平台的回答，票据只在带它来的浏览器里用一次', engine }, faults, tries)]
}
