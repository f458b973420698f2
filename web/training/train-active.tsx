import { ScreenTabs } from '../kit/screen-tabs.tsx'
import { useCan } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { ActivityTable } from './activity-table.tsx'

const InfoTable = lazyPart(() => import('./info-table.tsx').then((m) => m.InfoTable))
const Rooms = lazyPart(() => import('./rooms.tsx').then((m) => m.Rooms))
const Activities = () => <ActivityTable staff writes={useCan()('train:manage')} />

/** 培训活动管理: activities that staff publish, review and run, and their reports. */
export default function TrainActive() {
  return (
    <ScreenTabs
      label="培训活动管理"
      tabs={[
        { key: 'activity', label: '活动', Body: Activities },
        { key: 'rooms', label: '场地', Body: Rooms },
        { key: 'info', label: '宣传报道', Body: InfoTable },
      ]}
    />
  )
}
