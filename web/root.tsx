import './shell/no-eval.ts'
import { use, type ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Data } from '../contract/endpoint.ts'
import { identity } from '../contract/identity.ts'
import type { PublicSiteConfig, SiteConfig } from '../contract/site.ts'
import type { Route } from './+types/root'
import { servicesContext } from './context.ts'
import { ConfirmHost } from './shell/confirm.tsx'
import { readDisplay } from './session/display.ts'
import { EarlyClick } from './shell/early-click.tsx'
import { ErrorPage } from './shell/error-page.tsx'
import { Life } from './shell/page-lifetime.tsx'
import { NonceContext } from './shell/nonce.ts'
import { textOf } from './shell/one-text.ts'
import { useRootData } from './shell/root-data.ts'
import { shownLinks } from './shell/shown-links.ts'
import { ToastHost } from './shell/toast-host.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call, site: config, viewer, origin } = context.get(servicesContext)
  return { site: sent(config, await call(identity.links)), viewer, origin, display: readDisplay(request.headers.get('cookie') ?? '') }
}
const sent = textOf((config: SiteConfig, links: Data<typeof identity.links>): PublicSiteConfig => ({ ...config, ...shownLinks(links) }))
/** The site data do not change while a page is open, and the session store follows sign-in and sign-out itself. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const display = useRootData()?.display
  return (
    <html
      lang="zh-CN"
      data-elder={display?.elder ? '1' : undefined}
      data-contrast={display?.contrast ? 'high' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0f4c92" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
        <EarlyClick />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <>
      <Outlet />
      <ToastHost />
      <ConfirmHost />
      <Life />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} bare />
}
