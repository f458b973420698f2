import { useCan } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'

const Platforms = lazyPart(() => import('./platforms.tsx').then((m) => m.default))
const PlatformKeys = lazyPart(() => import('./platform-keys.tsx').then((m) => m.default))

/** 平台管理: the system administrator registers platforms, the security administrator manages their signing keys. */
export default function PlatformScreen() {
  return useCan()('link:manage') ? <Platforms /> : <PlatformKeys />
}
