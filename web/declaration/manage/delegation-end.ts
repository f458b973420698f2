import type { DelegationRow } from '../../../contract/declaration/process.ts'
import { localMinute } from '../../kit/date/local-time.ts'

/** Who ended a delegation before its time, when and why, as far as it is known. */
export const endWords = ({ endedBy, endedAt, endReason }: Pick<DelegationRow, 'endedBy' | 'endedAt' | 'endReason'>): string =>
  `${endedBy ? `${endedBy} ` : ''}于 ${localMinute(endedAt)} 结束${endReason ? `。原因：${endReason}` : ''}`

type Over = Pick<DelegationRow, 'userName' | 'endedAt' | 'endTime'>
const overAt = ({ endedAt, endTime }: Over): string => endedAt ?? endTime
const SAID_DAYS = 30

/** The delegation that was over last. One that was over long ago does not explain why a page does not open now. */
export function lastOver<Row extends Over>(list: readonly Row[], now: number): Row | null {
  const last = list.toSorted((a, b) => Date.parse(overAt(b)) - Date.parse(overAt(a)))[0]
  return last && now - Date.parse(overAt(last)) <= SAID_DAYS * 86_400_000 ? last : null
}

/** Why a declaration may not open for its reader. True of any address, because it is about the delegation and not about the declaration. */
export const overWords = (row: Over): string =>
  `这份申报打不开：它不存在或已删除，或者您是受 ${row.userName} 委托审核的，而委托已于 ${localMinute(overAt(row))} 结束。`
