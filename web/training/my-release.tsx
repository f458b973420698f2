import { USER_TYPE_ENTERPRISE } from '../../contract/constants.ts'
import { useCan, useUser } from '../session.ts'
import { ActivityTable } from './activity-table.tsx'

/** 我发布的活动: the activities of a company, or those that a staff user made. */
export default function MyRelease() {
  const can = useCan()
  return <ActivityTable staff={false} writes={useUser()?.type === USER_TYPE_ENTERPRISE || can('train:manage')} />
}
