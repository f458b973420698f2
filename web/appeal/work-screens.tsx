import { useMatches } from 'react-router'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'

/** Each is fetched when it is opened: together they take one place in the table of routes, which every page of the portal carries. */
const screens: Readonly<Record<string, ReturnType<typeof lazyPart>>> = {
  '/work/myAppeal': lazyPart(() => import('./my-appeals.tsx').then((m) => m.default), onItsWay),
  '/work/adminAppeal': lazyPart(() => import('./admin-screen.tsx').then((m) => m.default), onItsWay),
  '/work/appealsSources': lazyPart(() => import('./sources-screen.tsx').then((m) => m.default), onItsWay),
  '/work/assessAppeal': lazyPart(() => import('./assess-appeal.tsx').then((m) => m.default), onItsWay),
  '/work/assessAppealList': lazyPart(() => import('./assess-appeal-list.tsx').then((m) => m.default), onItsWay),
}

/** 我的诉求, 诉求管理 and the three screens of figures. */
export default function AppealScreen() {
  // A route is called by its path (web/routes.ts).
  const Screen = screens[useMatches().at(-1)?.id ?? '']
  return Screen ? <Screen /> : null
}
