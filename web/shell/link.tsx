import { Link as RouterLink, type LinkProps } from 'react-router'

/**
 * A link to an absolute address of ours (`/page/…`). On the server it renders the plain element that the router's link would render:
 * resolving sixty addresses takes a fifth of a page's rendering, and an absolute address resolves to itself.
 */
function PlainLink({ to, children, ...rest }: LinkProps & { to: string }) {
  return (
    <a {...rest} href={to} data-discover="true">
      {children}
    </a>
  )
}

export const Link: (props: LinkProps & { to: string }) => React.ReactNode = import.meta.env.SSR ? PlainLink : RouterLink
