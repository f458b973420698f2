import type { ShouldRevalidateFunction } from 'react-router'
import { session } from '../session.ts'
import type { Route } from './+types/work-layout'
import { NeedsScript } from './needs-script.tsx'
import { rootDataOf } from './root-data.ts'
import { pageTitle } from './title.ts'
import styles from './work-layout.module.css'
import { trailTo } from './work-rights.ts'
import { workScreenAt } from './work-screen.ts'
import { WorkShell } from './work-shell.client.tsx'

/** Runs in the browser only: loads user and menus before a screen is checked. */
export async function clientLoader() {
  await session.ready()
  return null
}
clientLoader.hydrate = true as const
export const shouldRevalidate: ShouldRevalidateFunction = () => false

export const meta: Route.MetaFunction = ({ location, matches }) => {
  const product = rootDataOf({ matches })?.site.name ?? '企业综合服务平台'
  // The menu gives screens names by role: the window title uses the menu's name. The server has no menus.
  const entry = import.meta.env.SSR ? undefined : trailTo(session.menus(), location.pathname).at(-1)
  return [
    { title: pageTitle(entry?.name ?? workScreenAt(location.pathname)?.title ?? '工作台', product) },
    { name: 'robots', content: 'noindex' },
  ]
}

export function HydrateFallback() {
  return (
    <div className={styles.waiting} role="status">
      正在加载工作台…
      <NeedsScript what="工作台需要浏览器运行脚本" />
    </div>
  )
}

export default function WorkLayout() {
  return <WorkShell />
}

export function ErrorBoundary() {
  return <WorkShell failed />
}
