import { USER_TYPE_ENTERPRISE } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import { session } from '../session.ts'
import { loginAddress, ownAddress } from '../session/own-address.ts'
import { toast } from '../toast.ts'
import { ask } from './confirm.tsx'
import { ssoAddress } from './sso.ts'

const here = () => location.pathname + location.search
const goLogin = (ssoUrl: string, to = here()) => {
  const back = ownAddress(to, location.href) ?? '/page/home'
  location.assign(ssoUrl ? ssoAddress(ssoUrl, back) : loginAddress(back, location.href))
}
/** There is a session, but the server did not name its user: show that instead of asking for a log-in. */
const isUnknown = () => {
  if (session.isUnknown()) toast.error(messages.noResponse)
  return session.isUnknown()
}

/** True for a company; otherwise asks to log in as one (spec §5: 去登录 / 暂不). */
export async function requireEnterprise(ssoUrl: string): Promise<boolean> {
  await session.ready()
  if (session.user()?.type === USER_TYPE_ENTERPRISE) return true
  if (isUnknown()) return false
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

/** A question needs a token: an alert 请先登录 with the title 提示 (spec §5, §8). Its log-in link returns to `back`. */
export async function requireTokenToConsult(ssoUrl: string, back: string): Promise<boolean> {
  await session.ready()
  if (session.hasToken()) return true
  const asked = { title: messages.notice, text: messages.loginFirst, confirm: messages.enterpriseLogin, cancel: messages.confirm }
  if ((await ask(asked)) === 'confirm') goLogin(ssoUrl, back)
  return false
}
