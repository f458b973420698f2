import { redirect } from 'react-router'
import { redirects } from '../screens.ts'
import type { Route } from './+types/redirect'

export function loader({ request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const path = url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')
  throw redirect((redirects[path] ?? '/404') + url.search, path === '/' ? 302 : 301)
}

export default function Redirect() {
  return null
}
