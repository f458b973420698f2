const MODULE = /<link rel="modulepreload"[^<>]*>/g

/**
 * Moves a page's styles before its scripts: React writes them in the other order, and a browser with six connections to a server shows
 * nothing until the styles are loaded. Hydration finds styles anywhere; the order of everything else is kept.
 */
export function stylesFirst(html: string): string {
  const end = html.indexOf('</head>')
  if (end < 0) return html
  const head = html.slice(0, end)
  return `${head.replace(MODULE, '')}${(head.match(MODULE) ?? []).join('')}${html.slice(end)}`
}
