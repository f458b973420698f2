import { USER_TYPE_ENTERPRISE } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import { session } from '../session.ts'
import { ask } from './confirm.tsx'
import { ssoAddress } from './sso.ts'

const here = () => location.pathname + location.search
const goLogin = (ssoUrl: string) => location.assign(ssoUrl ? ssoAddress(ssoUrl, here()) : `/login?redirect=${encodeURIComponent(here())}`)

/** True for a company; otherwise asks to log in as one (spec §5: 去登录 / 暂不). */
export async function requireEnterprise(ssoUrl: string): Promise<boolean> {
  await session.ready()
  if (session.user()?.type === USER_TYPE_ENTERPRISE) return true
  if ((await ask({ text: messages.enterpriseLoginFirst, confirm: messages.goLogin, cancel: messages.notNow })) === 'confirm')
    goLogin(ssoUrl)
  return false
}

/** True with a token; otherwise asks to log in. */
export async function requireLogin(ssoUrl: string): Promise<boolean> {
  await session.ready()
  if (session.hasToken()) return true
  if ((await ask({ text: messages.loginFirstConfirm, confirm: messages.goLogin, cancel: messages.notNow })) === 'confirm') goLogin(ssoUrl)
  return false
}

/** Consulting needs a token: an alert 请先登录 with the title 提示 (spec §5, §8). */
export async function requireTokenToConsult(): Promise<boolean> {
  await session.ready()
  if (session.hasToken()) return true
  await ask({ title: messages.notice, text: messages.loginFirst, cancel: false })
  return false
}
