import { useCan } from '../session.ts'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'
import { ScreenTabs } from '../kit/screen-tabs.tsx'

const figures = {
  key: 'figures',
  label: '来源分析',
  Body: lazyPart(() => import('./appeals-sources.tsx').then((m) => m.default), onItsWay),
}
const gaps = { key: 'gaps', label: '政策缺口', Body: lazyPart(() => import('./settings/gaps.tsx').then((m) => m.default), onItsWay) }

/** 诉求来源分析 for users who read appeals, and 政策缺口 for users who write policies. */
export default function SourcesScreen() {
  const can = useCan()
  return <ScreenTabs label="诉求来源分析" tabs={[...(can('appeal:read') ? [figures] : []), ...(can('appeal:gap') ? [gaps] : [])]} />
}
