import type { UserType } from '../../contract/endpoint.ts'

/** One screen of the product: the route table is derived from these rows (architecture §3). Plain data, no code of the screen. */
export interface Screen {
  path: string
  /** Chinese title; the product's name is added behind it unless `suffix` is false (spec §2 Page titles) */
  title: string
  domain: string
  /** public: anyone · token: any logged-in user · a list: these user types. A /work screen also needs its menu entry. */
  who: 'public' | 'token' | readonly UserType[]
  /** module below web/ (`<domain>/<name>.tsx`); absent: the screen shows 功能开发中，敬请期待 */
  file?: string
  /** the menu entry that it lights, when that is not the screen itself (spec §2 Active-menu) */
  lights?: string
  /** carries antd: a screen outside /work that mounts a `*.client.tsx` part (architecture §6). /work screens always do. */
  kit?: true
  /** false: title without the product's name */
  suffix?: false
  layout?: 'work'
  /** exists in demo mode only */
  demo?: true
}

export type Layout = 'public' | 'work' | 'bare'
export const layoutOf = (s: Pick<Screen, 'path' | 'layout'>): Layout =>
  s.layout ?? (s.path.startsWith('/page/') ? 'public' : s.path.startsWith('/work/') ? 'work' : 'bare')
