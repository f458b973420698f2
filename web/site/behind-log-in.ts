import { publicScreens } from '../screens/public.ts'

/** A warning for an address of ours at which visitors are asked to log in; empty for the others. */
export function behindLogIn(typed: Readonly<Record<string, unknown>>): string {
  const path = typeof typed['url'] === 'string' ? typed['url'].trim().split(/[?#]/, 1)[0]! : ''
  if (path.startsWith('/work/')) return '打开需要登录，并有这个页面的权限。'
  const screen = publicScreens.find((one) => one.path === path)
  return screen && screen.who !== undefined && screen.who !== 'public' ? '打开需要登录。' : ''
}
