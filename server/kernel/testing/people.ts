import type { FastifyInstance, InjectOptions } from 'fastify'
import { account } from '../../../contract/account.ts'
import { identity, type Challenge } from '../../../contract/identity.ts'
import { DEMO_PASSWORD } from '../../../seed/identity.ts'
import { seal, type EnvelopeKey } from '../../../web/identity/envelope.ts'

export interface Reply<T = any> {
  status: number
  body: { success: boolean; data: T; code?: string; msg?: string; fields?: { path: string; message: string }[] }
  headers: Record<string, unknown>
  raw: Buffer
}
export interface Tokens {
  token: string
  refreshToken: string
}

/** Makes calls as one person; `post` sends `body` as JSON, `form` urlencoded. */
export interface Person {
  get<T = any>(path: string, query?: Record<string, unknown>): Promise<Reply<T>>
  post<T = any>(path: string, body?: unknown): Promise<Reply<T>>
  form<T = any>(path: string, body?: Record<string, string>): Promise<Reply<T>>
  send<T = any>(options: InjectOptions): Promise<Reply<T>>
  tokens(): Promise<Tokens>
}

/** Logs in as a browser does: captcha, envelope, log-in. `captcha` is DEMO_CAPTCHA. */
export async function logIn(
  http: FastifyInstance,
  userName: string,
  password: string,
  captcha: string,
  options: { remoteAddress?: string } = {},
): Promise<Reply<Tokens>> {
  const challenge = await getChallenge(http, options)
  return reply(
    await http.inject({
      method: 'POST',
      url: identity.login.path,
      ...options,
      cookies: challenge.cookies,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ userName, password: await seal(challenge.key, password), verifiCode: captcha }).toString(),
    }),
  )
}

export async function getChallenge(
  http: FastifyInstance,
  options: { remoteAddress?: string } = {},
): Promise<{ challenge: Challenge; key: EnvelopeKey; cookies: Record<string, string> }> {
  const answer = await http.inject({ method: 'GET', url: identity.getVerifiCode.path, ...options })
  const challenge = answer.json<{ data: Challenge }>().data
  if (!challenge) throw new Error(`no challenge: ${answer.body}`)
  const cookies = Object.fromEntries(answer.cookies.map((c) => [c.name, c.value]))
  return { challenge, key: { ...challenge, receivedAt: performance.now() }, cookies }
}

/** Replaces a password that was given by somebody else, before which a session opens nothing; the session ends with it. */
export async function changePassword(http: FastifyInstance, me: Person, given: string, own: string): Promise<void> {
  const { key } = await getChallenge(http)
  const { body } = await me.post(identity.savePwd.path, { oldPassword: await seal(key, given), newPassword: await seal(key, own) })
  if (!body.success) throw new Error(JSON.stringify(body))
}

/** Types the password again, as the page asks for it long after the log-in. */
export async function confirmPassword(http: FastifyInstance, me: Person, password: string): Promise<Reply> {
  const { key } = await getChallenge(http)
  return me.post(account.confirmPassword.path, { password: await seal(key, password) })
}

/**
 * `people(app)('editor1').post(path, body)` logs in at the first call and keeps the session; when the session has ended (a moved clock,
 * changed rights), it logs in again. `null` is a visitor.
 */
export function people(http: FastifyInstance, captcha: string): (userName: string | null) => Person {
  const sessions = new Map<string, Promise<Tokens>>()
  const session = (userName: string) => {
    const known = sessions.get(userName)
    if (known) return known
    const made = logIn(http, userName, DEMO_PASSWORD, captcha).then(({ body }) => {
      if (!body.success) throw new Error(`${userName} cannot log in: ${JSON.stringify(body)}`)
      return body.data
    })
    sessions.set(userName, made)
    return made
  }
  return (userName) => {
    if (userName === null) return personWith(http, null)
    return personWith(
      http,
      () => session(userName),
      () => {
        sessions.delete(userName)
      },
    )
  }
}

/** Makes calls with the given tokens, or with none. `renew` drops an ended session before one more try. */
export function personWith(http: FastifyInstance, tokens: (() => Promise<Tokens>) | null, renew?: () => void): Person {
  const once = async (options: InjectOptions) =>
    reply(await http.inject({ ...options, headers: { ...(tokens ? { authorization: (await tokens()).token } : {}), ...options.headers } }))
  const send = async (options: InjectOptions) => {
    const first = await once(options)
    if (!renew || ![401, 402, 403].includes(first.status)) return first
    renew()
    return once(options)
  }
  return {
    send,
    get: (url, query = {}) =>
      send({
        method: 'GET',
        url,
        query: Object.fromEntries(
          Object.entries(query)
            .filter(([, v]) => v !== undefined)
            .map(([n, v]) => [n, String(v)]),
        ),
      }),
    post: (url, body = {}) => send({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
    form: (url, body = {}) =>
      send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(body).toString(),
      }),
    tokens: () => (tokens ? tokens() : Promise.reject(new Error('nobody is logged in'))),
  }
}

function reply(answer: Awaited<ReturnType<FastifyInstance['inject']>>): Reply {
  const json = String(answer.headers['content-type'] ?? '').startsWith('application/json')
  return { status: answer.statusCode, body: json ? answer.json() : (undefined as never), headers: answer.headers, raw: answer.rawPayload }
}
