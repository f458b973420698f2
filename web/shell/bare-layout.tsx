import { isRouteErrorResponse, Outlet } from 'react-router'
import type { Route } from './+types/bare-layout'
import { ErrorPage } from './error-page.tsx'
import { metaFor } from './title.ts'

export const meta: Route.MetaFunction = (args) => metaFor(args)

/** Standalone screens bring their own frame. */
export default function BareLayout() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} bare />
}
