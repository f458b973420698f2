import { ClientPart } from '../shell/client-part.tsx'

/** Shows and exercises every piece of the kit; outside production only (web/screens/standalone.ts). */
export default function Demo() {
  return <main id="main" style={{ width: '100%', maxWidth: 1200, margin: '0 auto', padding: '24px 16px 96px' }}><ClientPart load={() => import('./demo/demo.client.tsx')} /></main>
}
