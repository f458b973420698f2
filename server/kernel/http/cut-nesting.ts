const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'])
const CELLS = ['th', 'td']
/** The open tags that a start tag closes when their end tag was left out. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  th: CELLS,
  td: CELLS,
  tr: ['tr', ...CELLS],
  tbody: ['thead', 'tbody', 'tr', ...CELLS],
  tfoot: ['thead', 'tbody', 'tr', ...CELLS],
}
const NAME = /\/?([a-z][^\s/>]{0,30})/iy

/**
 * Rich text without the tags nested deeper than `limit`; their text stays. It takes one pass: the parser behind the sanitiser takes ten
 * seconds for half a megabyte of nested tags. Quotes are not parsed, because the result is sanitised anyway.
 */
export function cutNesting(html: string, limit: number): string {
  const open: string[] = []
  /** removed tags that are still open, by name */
  const cut = new Map<string, number>()
  /** how many removed tags are open */
  let inside = 0
  let kept = ''
  let from = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    NAME.lastIndex = at + 1
    const name = NAME.exec(html)?.[1]?.toLowerCase()
    if (!name) continue
    const end = html.indexOf('>', at)
    if (end < 0) break
    if (html[at + 1] === '/' ? !closes(name) : !opens(name)) {
      kept += html.slice(from, at)
      from = end + 1
    }
    at = end
  }
  return kept + html.slice(from)

  /** Whether the tag is kept. */
  function opens(name: string): boolean {
    if (VOID.has(name)) return true
    while (inside === 0 && ENDS[name]?.includes(open.at(-1) ?? '')) open.pop()
    if (open.length < limit) return open.push(name) > 0
    inside += 1
    cut.set(name, (cut.get(name) ?? 0) + 1)
    return false
  }

  function closes(name: string): boolean {
    const waiting = cut.get(name) ?? 0
    if (waiting > 0) {
      cut.set(name, waiting - 1)
      inside -= 1
      return false
    }
    const depth = open.lastIndexOf(name)
    if (depth < 0) return true
    open.length = depth
    inside = 0
    cut.clear()
    return true
  }
}
