import type { DelegationRow } from '../../../contract/declaration/process.ts'
import { localMinute } from '../../kit/date/local-time.ts'

export const periodOf = ({ startTime, endTime }: DelegationRow): string => `${localMinute(startTime)} 至 ${localMinute(endTime)}`
