import type { UserType } from '../../contract/endpoint.ts'

/** One screen of the product: the route table is derived from these rows (architecture §3). Plain data, without the code of the screen. */
export interface Screen {
  path: string
  /** Chinese title; the product's name is appended unless `suffix` is false (spec §2 Page titles) */
  title: string
  domain: string
  /** public: anyone · token: any signed-in user · a list: these user types. A /work screen also needs its menu entry. */
  who: 'public' | 'token' | readonly UserType[]
  /** module below web/ (`<domain>/<name>.tsx`); absent: the screen shows 功能开发中，敬请期待 */
  file?: string
  /** the menu entry that is highlighted, when it is not the screen itself (spec §2 Active-menu) */
  lights?: string
  /** loads antd: a screen outside /work that mounts a `*.client.tsx` part (architecture §6). /work screens always do. */
  kit?: true
  /** false: title without the product's name */
  suffix?: false
  layout?: 'work'
  /** exists only in demo mode */
  demo?: true
}

export type Layout = 'public' | 'work' | 'bare'
export const layoutOf = (s: Pick<Screen, 'path' | 'layout'>): Layout =>
  s.layout ?? (s.path.startsWith('/page/') ? 'public' : s.path.startsWith('/work/') ? 'work' : 'bare')
