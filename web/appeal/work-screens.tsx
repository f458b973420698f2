import { useMatches } from 'react-router'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'

/**
 * Each screen is loaded when it is opened. Together they have one module in the route table, because every page of the portal contains that
 * table.
 */
const screens: Readonly<Record<string, ReturnType<typeof lazyPart>>> = {
  '/work/myAppeal': lazyPart(() => import('./my-appeals.tsx').then((m) => m.default), onItsWay),
  '/work/adminAppeal': lazyPart(() => import('./admin-screen.tsx').then((m) => m.default), onItsWay),
  '/work/appealsSources': lazyPart(() => import('./sources-screen.tsx').then((m) => m.default), onItsWay),
  '/work/assessAppeal': lazyPart(() => import('./assess-appeal.tsx').then((m) => m.default), onItsWay),
  '/work/assessAppealList': lazyPart(() => import('./assess-appeal-list.tsx').then((m) => m.default), onItsWay),
}

/** 我的诉求, 诉求管理 and the three screens with statistics. */
export default function AppealScreen() {
  // The id of a route is its path (web/routes.ts).
  const Screen = screens[useMatches().at(-1)?.id ?? '']
  return Screen ? <Screen /> : null
}
