import { DEMO_PASSWORD } from '../../seed/identity.ts'
import type { Challenge } from '../../contract/identity.ts'
import { seal } from '../../web/identity/envelope.ts'
import { ask, CAPTCHA, type Answer } from '../user.ts'

/** The parts of a sign-in, so that each can be changed. */
export interface Opened {
  challenge: Challenge
  cookie: string
  from: string
}

let tries = 0
/** An address that no other attempt of this proof uses. */
export const ownAddress = () => {
  tries += 1
  return `172.${16 + ((tries >> 16) & 15)}.${(tries >> 8) & 255}.${tries & 255}`
}

export async function openChallenge(base: string, from = ownAddress()): Promise<Opened> {
  const answer = await ask(base, '/sys/activeUser/getVerifiCode', { from })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  return { challenge: answer.body.data as Challenge, cookie, from }
}

export const sealed = (opened: Opened, password = DEMO_PASSWORD) => seal({ ...opened.challenge, receivedAt: performance.now() }, password)

/** Sends the form with the given fields; `undefined` leaves a field out, an array repeats it. */
export function send(base: string, opened: Opened, fields: Record<string, string | string[] | undefined>): Promise<Answer> {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries({ verifiCode: CAPTCHA, ...fields }))
    for (const one of [value].flat()) if (one !== undefined) body.append(name, one)
  return ask(base, '/sys/activeUser/login', { body, headers: { cookie: opened.cookie }, from: opened.from, within: 60_000 })
}

export async function tryLogin(base: string, userName: string, password: string, from = ownAddress()): Promise<Answer> {
  const opened = await openChallenge(base, from)
  return send(base, opened, { userName, password: await sealed(opened, password) })
}

export async function loggedIn(base: string, userName: string, password = DEMO_PASSWORD): Promise<{ token: string; refreshToken: string }> {
  const { body, text } = await tryLogin(base, userName, password)
  if (!body.success) throw new Error(`${userName} cannot log in: ${text}`)
  return body.data
}

export const isAlive = async (base: string, token: string) => (await ask(base, '/sys/activeUser/info', { token })).status === 200
export const refresh = (base: string, refreshToken: string) => ask(base, '/sys/activeUser/refreshToken', { token: refreshToken })
