import type { SmsSendDetail } from '../../contract/sms/sends.ts'
import { smsSendCodes } from '../../contract/sms/states.ts'

const { planned, running, partly } = smsSendCodes.code
const SOON_MS = 3000
const LATER_MS = 15_000

type Standing = Pick<SmsSendDetail, 'state' | 'unknownNum'> & { dryRun: Pick<NonNullable<SmsSendDetail['dryRun']>, 'startTime'> | null }

/** Messages of this send still get their results. */
export const becomesFinal = ({ state, unknownNum }: Standing): boolean => state === running || (state === partly && unknownNum > 0)

/** The time after which an open send is read again; false: it changes only by what somebody does. */
export function rereadAfter(send: Standing, now: number): number | false {
  if (send.state === planned) return Date.parse(send.dryRun?.startTime ?? '') - now < LATER_MS ? SOON_MS : LATER_MS
  if (send.state === running) return SOON_MS
  return becomesFinal(send) ? LATER_MS : false
}
