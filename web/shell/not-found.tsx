import { data } from 'react-router'
import { ErrorPage } from './error-page.tsx'
import { PublicFrame } from './public-frame.tsx'

export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  return (
    <PublicFrame>
      <ErrorPage status={404} />
    </PublicFrame>
  )
}
