import { redirect } from 'react-router'
import { servicesContext } from '../context.ts'
import { ClientPart } from '../shell/client-part.tsx'
import type { Route } from './+types/demo'

/** Outside production only: elsewhere the address does not exist. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(servicesContext).site.demo) throw redirect('/404')
  return null
}

/** Shows and exercises every piece of the kit. */
export default function Demo() {
  return (
    <main id="main" style={{ width: '100%', maxWidth: 1200, margin: '0 auto', padding: '24px 16px 96px' }}>
      <ClientPart load={() => import('./demo/demo.client.tsx')} />
    </main>
  )
}
