import { solveChallenge, type Challenge as Puzzle } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { identity, type Challenge } from '../contract/identity.ts'
import { seal } from '../web/identity/envelope.ts'

export interface LoginOptions {
  password?: string
  /** DEMO_CAPTCHA of the server; without it the proof-of-work puzzle is solved */
  captcha?: string
  headers?: Record<string, string>
}

/** Captcha, encrypted password and sign-in over HTTP, as in a browser. Throws the platform's answer when it refuses. */
export async function demoLogin(
  base: string,
  userName: string,
  { password = 'Qifu@2026', captcha, headers = {} }: LoginOptions = {},
): Promise<{ token: string; refreshToken: string }> {
  const first = await fetch(new URL(identity.getVerifiCode.path, base), { headers })
  const challenge = await data<Challenge>(first)
  const key = { ...challenge, receivedAt: performance.now() }
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const answer = await fetch(new URL(identity.login.path, base), {
    method: 'POST',
    headers: { ...headers, cookie },
    body: new URLSearchParams({ userName, password: await seal(key, password), verifiCode: captcha ?? (await solved(challenge)) }),
  })
  return data(answer)
}

async function solved({ puzzle }: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge: puzzle as unknown as Puzzle, deriveKey })
  return Buffer.from(JSON.stringify(solution)).toString('base64url')
}

async function data<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => {
    throw new Error(`${response.url} 答复了 ${response.status}，不是平台接口`)
  })) as { success: boolean; data: T; msg?: string }
  if (!body.success) throw new Error(`${response.url}：${body.msg ?? response.status}`)
  return body.data
}
