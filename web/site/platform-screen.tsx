import { useCan } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'

const Platforms = lazyPart(() => import('./platforms.tsx').then((m) => m.default))
const PlatformKeys = lazyPart(() => import('./platform-keys.tsx').then((m) => m.default))

/** 平台管理: who the platforms are is the system administrator's, with which keys they are signed for the security officer's. */
export default function PlatformScreen() {
  return useCan()('link:manage') ? <Platforms /> : <PlatformKeys />
}
