import type { DelegationRow } from '../../../contract/declaration/process.ts'
import { localMinute } from '../../kit/date/local-time.ts'

/** Who ended a delegation before its time, when and why, as far as it is known. */
export const endWords = ({ endedBy, endedAt, endReason }: Pick<DelegationRow, 'endedBy' | 'endedAt' | 'endReason'>): string =>
  `${endedBy ? `${endedBy} ` : ''}于 ${localMinute(endedAt)} 结束${endReason ? `。原因：${endReason}` : ''}`
