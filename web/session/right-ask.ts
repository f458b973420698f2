import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import type { SessionUser } from './session-reader.ts'

/** Whether a member of staff lacks a permission for a refused call and can ask for it (ADR 0873); `refusal` is the server's sentence. */
export const mayAsk = (user: SessionUser | undefined, refusal: string): boolean =>
  user?.type === USER_TYPE_OPERATOR && !user.viewing && refusal.endsWith(messages.askOfficer)

export const askedWords = (again: boolean): string =>
  again ? '近日已申请过，安全管理员已收到，请等候授予。' : '已告知安全管理员，授予后这里即可使用。'
