import { hash } from 'node:crypto'

interface Policy {
  /** sources of inline scripts: `'nonce-…'` or `'sha256-…'` */
  inline: readonly string[]
  /** origins that may embed the page in a frame */
  ancestors: string
  https: boolean
  /** hosts from which the page may play media */
  mediaHosts?: readonly string[]
}

/** Styles need 'unsafe-inline', because antd writes its styles at run time. Scripts never get it. */
export const contentSecurityPolicy = ({ inline, ancestors, https, mediaHosts = [] }: Policy): string =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...inline].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    ["media-src 'self' blob:", ...from(mediaHosts)].join(' '),
    "font-src 'self' data:",
    ["connect-src 'self'", ...from(mediaHosts)].join(' '),
    "frame-src 'self' blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

const from = (hosts: readonly string[]): string[] => hosts.map((host) => `https://${host}`)

const KEPT = 500
/** Hashes of known scripts; most pages share their scripts. */
const known = new Map<string, string>()
function sourceOf(script: string): string {
  let source = known.get(script)
  if (!source) {
    source = `'sha256-${hash('sha256', script, 'base64')}'`
    if (known.size >= KEPT) known.clear()
    // Copy the script: a slice would keep the whole page in memory.
    known.set(Buffer.from(script).toString(), source)
  }
  return source
}

/**
 * Hashes, as CSP sources, of the inline scripts that carry the nonce of the rendering. Computed once, when the page is stored; a script
 * inside user text has no nonce and stays forbidden (I-03).
 */
export function inlineScriptHashes(html: string, nonce: string): string[] {
  const hashes = new Set<string>()
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at + 7)) {
    const open = html.indexOf('>', at)
    const end = html.indexOf('</script>', open)
    if (open < 0 || end < 0) break
    const [attributes, text] = [html.slice(at, open), html.slice(open + 1, end)]
    at = end
    if (text === '' || !attributes.includes(nonceMark(nonce)) || /\bsrc\s*=/.test(attributes)) continue
    hashes.add(sourceOf(text))
  }
  return [...hashes]
}

/** The attribute that marks a rendering's own scripts. */
export const nonceMark = (nonce: string): string => ` nonce="${nonce}"`
