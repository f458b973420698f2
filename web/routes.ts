import { layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'
import { layoutOf, redirects, screens, type Layout, type Screen } from './screens.ts'

const todoFile: Record<Layout, string> = { public: 'shell/todo.tsx', bare: 'shell/todo.tsx', work: 'shell/work-todo.tsx' }

const screenRoute = (screen: Screen): RouteConfigEntry =>
  route(screen.path.slice(1), screen.file ?? todoFile[layoutOf(screen)], { id: screen.path, caseSensitive: true })

const of = (wanted: Layout) => screens.filter((s) => layoutOf(s) === wanted).map(screenRoute)

export default [
  ...Object.keys(redirects).map((from) => route(from.slice(1), 'shell/redirect.tsx', { id: `redirect:${from}`, caseSensitive: true })),
  layout('shell/public-layout.tsx', of('public')),
  layout('shell/work-layout.tsx', [route('work', 'shell/work-index.tsx', { id: '/work', caseSensitive: true }), ...of('work')]),
  layout('shell/bare-layout.tsx', of('bare')),
  route('*', 'shell/unknown.tsx', { id: 'unknown' }),
] satisfies RouteConfig
