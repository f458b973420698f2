import { actorTypeWords, actorWords } from '../../../contract/audit-actor.ts'
import { shanghaiTime } from '../../../contract/shanghai.ts'
import type { LogEntry } from './entry.ts'

/** The time with seconds, so that entries of the same minute can be told apart. */
export const LogTime = ({ at }: { at: string }) => <time className="num">{shanghaiTime(Date.parse(at)).replace('T', ' ')}</time>

/** The acting user and the kind of account. */
export function Who({ entry }: { entry: LogEntry }) {
  const type = actorTypeWords(entry.userType)
  return (
    <>
      {actorWords(entry)}
      {type && <span className="meta"> {type}</span>}
    </>
  )
}
