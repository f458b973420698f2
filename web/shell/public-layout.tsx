import { isRouteErrorResponse, Outlet } from 'react-router'
import type { Route } from './+types/public-layout'
import { ErrorPage } from './error-page.tsx'
import { PublicFrame } from './public-frame.tsx'
import { metaFor } from './title.ts'

export const meta: Route.MetaFunction = (args) => metaFor(args)

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  )
}

/** A missing record answers 404 in place, with links to continue (architecture §4). */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PublicFrame>
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} message={sentenceOf(error)} />
    </PublicFrame>
  )
}

const sentenceOf = (error: unknown): string | undefined => {
  const data = isRouteErrorResponse(error) ? (error.data as { message?: unknown } | null) : null
  return typeof data?.message === 'string' ? data.message : undefined
}
