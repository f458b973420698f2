const MODULE = /<link rel="modulepreload"[^<>]*>/g

/**
 * A page whose scripts are fetched after its styles: React writes them the other way round, and a browser that has six connections to a
 * server shows nothing until the styles are there. Hydration finds the former wherever they stand; the order of all else is kept.
 */
export function stylesFirst(html: string): string {
  const end = html.indexOf('</head>')
  if (end < 0) return html
  const head = html.slice(0, end)
  return `${head.replace(MODULE, '')}${(head.match(MODULE) ?? []).join('')}${html.slice(end)}`
}
