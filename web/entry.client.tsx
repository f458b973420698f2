import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

const start = () =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
try {
  void [sessionStorage, localStorage]
  start()
} catch {
  // Only a browser that refuses storage loads what stands in for it.
  void import('./shell/page-only-storage.ts').then(({ allowStorage }) => {
    allowStorage(window)
    start()
  })
}
