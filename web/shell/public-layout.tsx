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

/** The reason; for a refused part of the address it names the part. */
const sentenceOf = (error: unknown): string | undefined => {
  const data = isRouteErrorResponse(error) ? (error.data as { message?: unknown; fields?: { path: string }[] } | null) : null
  if (typeof data?.message !== 'string') return undefined
  const path = data.fields?.[0]?.path
  return path ? `地址里的 ${path} 不对：${data.message}` : data.message
}
