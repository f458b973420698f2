import { useMatches } from 'react-router'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'
import { SmsLimits, SmsSends, SmsTemplates } from '../sms/index.ts'

const BasicData = lazyPart(() => import('./basic-data.tsx').then((m) => m.default), onItsWay)
/**
 * Each screen is loaded when it is opened. Together they have one module in the route table, because every page of the portal contains that
 * table.
 */
const screens: Readonly<Record<string, ReturnType<typeof lazyPart>>> = {
  '/work/aboutUs': lazyPart(() => import('./about-us.tsx').then((m) => m.default), onItsWay),
  '/work/homemenu': lazyPart(() => import('./home-menu.tsx').then((m) => m.default), onItsWay),
  '/work/platform': lazyPart(() => import('./platform-screen.tsx').then((m) => m.default), onItsWay),
  '/work/popularize': lazyPart(() => import('./adverts.tsx').then((m) => m.default), onItsWay),
  '/work/staleness': lazyPart(() => import('./staleness.tsx').then((m) => m.default), onItsWay),
  '/work/smsTemp': SmsTemplates,
  '/work/smsSend': SmsSends,
  '/work/smsLimits': SmsLimits,
  '/work/homeBasicData': BasicData,
  '/work/qqxsData': BasicData,
  '/work/appleZlbInfo': BasicData,
}

/** Screens of operators: the content of the public pages, and text messages. */
export default function SiteScreen() {
  // The id of a route is its path (web/routes.ts).
  const Screen = screens[useMatches().at(-1)?.id ?? '']
  return Screen ? <Screen /> : null
}
