import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'

/** Screens that are loaded when they are opened. */
export const SmsTemplates = lazyPart(() => import('./sms-temp.tsx').then((m) => m.default), onItsWay)
export const SmsLimits = lazyPart(() => import('./limits.tsx').then((m) => m.default), onItsWay)
export const SmsSends = lazyPart(() => import('./sms-send.tsx').then((m) => m.default), onItsWay)
export { OwnWish } from './own-wish.tsx'
export { wishes, wishOf, type Wish } from './wishes.ts'
