import { useCan } from '../session.ts'
import { ActivityTable } from './activity-table.tsx'

/** 培训活动管理: what staff publish, review and run. */
export default function TrainActive() {
  return <ActivityTable staff writes={useCan()('train:manage')} />
}
