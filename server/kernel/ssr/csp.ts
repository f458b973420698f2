import { hash } from 'node:crypto'

interface Policy {
  /** sources of inline scripts: `'nonce-…'` or `'sha256-…'` */
  inline: readonly string[]
  /** who may put the page into a frame */
  ancestors: string
  https: boolean
}

/** Styles stay 'unsafe-inline': antd writes its styles at run time. Scripts never are. */
export const contentSecurityPolicy = ({ inline, ancestors, https }: Policy): string =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...inline].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

const KEPT = 500
/** Most scripts of a page are those of its neighbours. */
const known = new Map<string, string>()
function sourceOf(script: string): string {
  let source = known.get(script)
  if (!source) {
    source = `'sha256-${hash('sha256', script, 'base64')}'`
    if (known.size >= KEPT) known.clear()
    known.set(script, source)
  }
  return source
}

/** Hashes of the inline scripts of a page, as CSP sources. Computed once, when the page is stored. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    if (/\bsrc\s*=/.test(attributes) || /type\s*=\s*"application\/(ld\+)?json"/.test(attributes) || text === '') continue
    hashes.add(sourceOf(text))
  }
  return [...hashes]
}
