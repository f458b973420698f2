/** Clauses of a policy's text: what a condition of its rule can point to. No schema library here: public pages import this file. */

export interface Clause {
  /** how people call it: 第三条, or the words of a heading */
  name: string
  /** the id that the place gets when the text is shown */
  anchor: string
}

const CHAPTER = /^第[一二三四五六七八九十百零〇两\d]{1,6}[条章节款]/
const NUMBERED = /^[（(]?[一二三四五六七八九十]{1,3}[）)、．.]\s*\S{1,24}/
const BLOCK = /<(p|li|h[2-6])((?:\s[^>]*)?)>([\s\S]*?)<\/\1>/g
const NAME_MAX = 40

const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

const nameOf = (tag: string, words: string): string | null => {
  const name = CHAPTER.exec(words)?.[0] ?? (tag.startsWith('h') ? words : NUMBERED.exec(words)?.[0])
  return name ? name.slice(0, NAME_MAX) : null
}

/** An id without spaces, the same whenever the clause keeps its name. */
export const clauseAnchor = (name: string): string => `clause-${name.replace(/[\s"'<>&]+/g, '')}`

/** The clauses in their order; a name that comes twice means its first place. */
export function clausesOf(html: string): Clause[] {
  const found = new Map<string, Clause>()
  for (const [, tag = '', , inner = ''] of html.matchAll(BLOCK)) {
    const name = nameOf(tag, wordsOf(inner))
    if (name && !found.has(name)) found.set(name, { name, anchor: clauseAnchor(name) })
  }
  return [...found.values()]
}

/** The cleaned text with an id at every clause, so that a condition can lead there. */
export function withClauseAnchors(html: string): string {
  const seen = new Set<string>()
  return html.replace(BLOCK, (whole, tag: string, attributes: string, inner: string) => {
    const name = nameOf(tag, wordsOf(inner))
    if (!name || seen.has(name)) return whole
    seen.add(name)
    return `<${tag}${attributes} id="${clauseAnchor(name)}">${inner}</${tag}>`
  })
}
