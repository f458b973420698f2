import { useMatches } from 'react-router'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'

/** Each is fetched when it is opened: together they take one place in the table of routes, which every page of the portal carries. */
const screens: Readonly<Record<string, ReturnType<typeof lazyPart>>> = {
  '/work/smsTemp': lazyPart(() => import('./sms-temp.tsx').then((m) => m.default), onItsWay),
  '/work/smsSend': lazyPart(() => import('./sms-send.tsx').then((m) => m.default), onItsWay),
}

/** 短信模板 and 短信发送. */
export default function SmsScreen() {
  // A route is called by its path (web/routes.ts).
  const Screen = screens[useMatches().at(-1)?.id ?? '']
  return Screen ? <Screen /> : null
}
