import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// The browser forbids eval (CSP); zod looks here before it tries to compile its parsers.
;(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true }

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
