import { lazyPart } from '../shell/lazy-part.tsx'

export { AuthChip } from './archive/authorization-panel.tsx'
export { Completeness } from './archive/completeness.tsx'

/** 锁定企业: a dialog, so it arrives when it is first opened. */
export const LockEnterprises = lazyPart(() => import('./lock-enterprises.tsx').then((m) => m.LockEnterprises))
