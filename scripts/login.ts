/**
 * npm run -s login -- USER [BASE]: logs a demo account in over HTTP as a browser does and prints its token, nothing else.
 * PASSWORD (Qifu@2026) and DEMO_CAPTCHA come from the environment; without DEMO_CAPTCHA the proof-of-work puzzle is solved instead.
 */
import { solveChallenge, type Challenge as Puzzle } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { identity, type Challenge } from '../contract/identity.ts'
import { seal } from '../web/identity/envelope.ts'

const [userName, base = `http://127.0.0.1:${process.env.PORT ?? 3000}`] = process.argv.slice(2)
if (!userName) fail('用法：npm run -s login -- 用户名 [服务地址]')

const first = await fetch(new URL(identity.getVerifiCode.path, base)).catch((error: Error) => fail(`无法连接 ${base}：${error.message}`))
const challenge = await data<Challenge>(first)
const key = { ...challenge, receivedAt: performance.now() }
const cookie = first.headers
  .getSetCookie()
  .map((line) => line.split(';', 1)[0])
  .join('; ')
const verifiCode =
  process.env.DEMO_CAPTCHA
  || Buffer.from(JSON.stringify(await solveChallenge({ challenge: challenge.puzzle as unknown as Puzzle, deriveKey }))).toString(
    'base64url',
  )
const answer = await fetch(new URL(identity.login.path, base), {
  method: 'POST',
  headers: { cookie },
  body: new URLSearchParams({ userName, password: await seal(key, process.env.PASSWORD ?? 'Qifu@2026'), verifiCode }),
})
console.log((await data<{ token: string }>(answer)).token)

async function data<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => fail(`${response.url} 答复了 ${response.status}，不是平台接口`))) as {
    success: boolean
    data: T
    msg?: string
  }
  return body.success ? body.data : fail(`${response.url}：${body.msg ?? response.status}`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
