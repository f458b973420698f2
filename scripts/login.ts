/**
 * npm run -s login -- USER [BASE]: signs in a demo account over HTTP as a browser does, and prints only its token. PASSWORD (Qifu@2026) and
 * DEMO_CAPTCHA come from the environment; without DEMO_CAPTCHA the proof-of-work puzzle is solved.
 */
import { demoLogin } from './demo-login.ts'

const [userName, base = `http://127.0.0.1:${process.env.PORT ?? 3000}`] = process.argv.slice(2)
if (!userName) fail('用法：npm run -s login -- 用户名 [服务地址]')
const { PASSWORD: password, DEMO_CAPTCHA: captcha } = process.env
const pair = await demoLogin(base, userName, { ...(password ? { password } : {}), ...(captcha ? { captcha } : {}) }).catch((error: Error) =>
  fail(error.message === 'fetch failed' ? `无法连接 ${base}：${error.message}` : error.message),
)
console.log(pair.token)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
