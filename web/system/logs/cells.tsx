import { userTypeNames } from '../../../contract/identity/users.ts'
import { shanghaiTime } from '../../../contract/shanghai.ts'
import type { LogEntry } from './entry.ts'

/** The time with seconds, so that entries of the same minute can be told apart. */
export const LogTime = ({ at }: { at: string }) => <time className="num">{shanghaiTime(Date.parse(at)).replace('T', ' ')}</time>

/** The acting user; without a name: the system, a visitor, or a deleted account. */
export function Who({ entry: { userName, userId, userType } }: { entry: LogEntry }) {
  const type = userType && userType in userTypeNames ? userTypeNames[userType as keyof typeof userTypeNames] : null
  return (
    <>
      {userName ?? (userId === null ? (userType === 'SYSTEM' ? '系统' : '未登录') : `已注销用户 #${userId}`)}
      {type && <span className="meta"> {type}</span>}
    </>
  )
}
