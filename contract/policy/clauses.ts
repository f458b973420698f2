/** Clauses of a policy’s text, to which conditions of its rule can refer. No schema library, because public pages import this file. */

export interface Clause {
  /** its name: 第三条, or the words of a heading */
  name: string
  /** the id of its place in the displayed text */
  anchor: string
}

const CHAPTER = /^第[一二三四五六七八九十百零〇两\d]{1,6}[条章节款]/
const NUMBERED = /^[（(]?[一二三四五六七八九十]{1,3}[）)、．.]\s*\S{1,24}/
const START = /<(p|li|h[2-6])(\s[^<>]*)?>/g
const NAME_MAX = 40

const wordsOf = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

/** The name of the clause that a paragraph, item or heading starts; null when it starts none. */
export const clauseName = (tag: string, words: string): string | null => {
  const name = CHAPTER.exec(words)?.[0] ?? (tag.startsWith('h') ? words : NUMBERED.exec(words)?.[0])
  return name ? name.slice(0, NAME_MAX) : null
}

/** An id without spaces, which depends only on the name of the clause. */
export const clauseAnchor = (name: string): string => `clause-${name.replace(/[\s"'<>&]+/g, '')}`

interface Block {
  tag: string
  inner: string
  /** start of the content, after the start tag */
  from: number
}
/** Paragraphs, items and headings up to their first end tag, without nested ones. Reads every place once. */
function* blocksOf(html: string): Generator<Block> {
  const start = new RegExp(START)
  const endless = new Set<string>()
  for (let found = start.exec(html); found; found = start.exec(html)) {
    const [tag, from] = [found[1]!, start.lastIndex]
    const to = endless.has(tag) ? -1 : html.indexOf(`</${tag}>`, from)
    if (to < 0) {
      endless.add(tag)
      continue
    }
    start.lastIndex = to + tag.length + 3
    yield { tag, inner: html.slice(from, to), from }
  }
}

/** The clauses in order; a name that occurs twice is the first place. */
export function clausesOf(html: string): Clause[] {
  const found = new Map<string, Clause>()
  for (const { tag, inner } of blocksOf(html)) {
    const name = clauseName(tag, wordsOf(inner))
    if (name && !found.has(name)) found.set(name, { name, anchor: clauseAnchor(name) })
  }
  return [...found.values()]
}

/** The cleaned text with an id at every clause, so that conditions can link to it. */
export function withClauseAnchors(html: string): string {
  const seen = new Set<string>()
  let [shown, until] = ['', 0]
  for (const { tag, inner, from } of blocksOf(html)) {
    const name = clauseName(tag, wordsOf(inner))
    if (!name || seen.has(name)) continue
    seen.add(name)
    shown += `${html.slice(until, from - 1)} id="${clauseAnchor(name)}">`
    until = from
  }
  return shown + html.slice(until)
}
