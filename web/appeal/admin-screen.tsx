import { useCan } from '../session.ts'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'
import AdminAppeals from './admin-appeals.tsx'
import { ScreenTabs, type ScreenTab } from '../kit/screen-tabs.tsx'

const settings: readonly ScreenTab[] = [
  { key: 'types', label: '类型', Body: lazyPart(() => import('./settings/types.tsx').then((m) => m.default), onItsWay) },
  { key: 'limits', label: '时限', Body: lazyPart(() => import('./settings/limits.tsx').then((m) => m.default), onItsWay) },
  { key: 'routes', label: '分办规则', Body: lazyPart(() => import('./settings/routes.tsx').then((m) => m.default), onItsWay) },
  { key: 'templates', label: '答复模板', Body: lazyPart(() => import('./settings/templates.tsx').then((m) => m.default), onItsWay) },
]
const list: ScreenTab = { key: 'list', label: '诉求', Body: AdminAppeals }

/** 诉求管理: the appeals and, for the service centre, the settings that govern their handling. */
export default function AdminScreen() {
  const can = useCan()
  return <ScreenTabs label="诉求管理" tabs={can('appeal:manage') ? [list, ...settings] : [list]} />
}
