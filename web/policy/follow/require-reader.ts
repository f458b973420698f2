import { messages } from '../../../contract/messages.ts'
import { session } from '../../session.ts'
import { ask } from '../../shell/confirm.tsx'
import { requireLogin } from '../../shell/require-login.ts'
import { toast } from '../../toast.ts'
import { isReader } from './collected.ts'

/** True for enterprises and individuals; visitors are asked to log in (spec §5), staff are told whom the function is for. */
export async function requireReader(ssoUrl: string): Promise<boolean> {
  if (!(await requireLogin(ssoUrl))) return false
  if (isReader(session.user()?.type)) return true
  if (session.isUnknown()) {
    toast.error(messages.noResponse)
    return false
  }
  await ask({ title: messages.notice, text: '收藏、订阅与评价仅供企业和个人使用', cancel: false })
  return false
}
