import type { SmsSendDetail } from '../../contract/sms/sends.ts'
import { localMinute } from '../kit/date/local-time.ts'

/** Who aborted a send, when and why, and how many messages went before. */
export const abortFacts = (end: SmsSendDetail['aborted']): (readonly [name: string, value: string])[] =>
  end === null
    ? []
    : [
        ['中止', `${end.byName}，${localMinute(end.time)}`],
        ['中止原因', end.reason],
        ['中止时', `已发出 ${end.sentNum} 条，没有发出 ${end.skipNum} 条`],
      ]
