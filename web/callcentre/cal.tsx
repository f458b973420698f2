import { ScreenTabs } from '../kit/screen-tabs.tsx'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'

const tabs = [
  { key: 'figures', label: '统计', Body: lazyPart(() => import('./call-figures.tsx').then((m) => m.default), onItsWay) },
  { key: 'records', label: '通话记录', Body: lazyPart(() => import('./call-records.tsx').then((m) => m.default), onItsWay) },
  { key: 'callbacks', label: '回拨与坐席', Body: lazyPart(() => import('./call-board.tsx').then((m) => m.default), onItsWay) },
]

/** 呼叫统计: statistics with links to their records, the calls, and the promised callbacks with the agents on duty. */
export default function Cal() {
  return <ScreenTabs label="呼叫统计" tabs={tabs} />
}
