import { redirect } from 'react-router'
import { servicesContext } from '../context.ts'
import { ClientPart } from '../shell/client-part.tsx'
import type { Route } from './+types/demo'

/** The page exists only in demo mode. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(servicesContext).site.demo) throw redirect('/404')
  return null
}

/** Shows every component of the kit and lets the reader try it. */
export default function Demo() {
  return (
    <main id="main" style={{ width: '100%', maxWidth: 1200, margin: '0 auto', padding: '24px 16px 96px' }}>
      <ClientPart load={() => import('./demo/demo.client.tsx')} />
    </main>
  )
}
