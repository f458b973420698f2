import { userTypeNames } from '../../../contract/identity/users.ts'
import { shanghaiTime } from '../../../contract/shanghai.ts'
import type { LogEntry } from './entry.ts'

/** With seconds: two entries of one minute are told apart. */
export const LogTime = ({ at }: { at: string }) => <time className="num">{shanghaiTime(Date.parse(at)).replace('T', ' ')}</time>

/** Who acted; without a name it was nobody logged in, or an account that is gone. */
export function Who({ entry: { userName, userId, userType } }: { entry: LogEntry }) {
  const type = userType && userType in userTypeNames ? userTypeNames[userType as keyof typeof userTypeNames] : null
  return (
    <>
      {userName ?? (userId === null ? (userType === 'system' ? '系统' : '未登录') : `已注销用户 #${userId}`)}
      {type && <span className="meta"> {type}</span>}
    </>
  )
}
