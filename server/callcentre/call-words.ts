import { sql, type RawBuilder } from 'kysely'
import { maskText } from '../kernel/access/pii.ts'
import { likeText } from '../kernel/db/like.ts'
import { lexemeQuery, tsvector } from '../search/index.ts'

/**
 * Words of one call for its tsvector. They are not added to the site's vocabulary, because calls are not public. Numbers and mail addresses
 * in the content are masked before, as in the lists: nobody finds them by guessing (G-07).
 */
export const callVector = (content: string, company: string | null): string =>
  tsvector([
    { text: company ?? '', weight: 'A' },
    { text: maskText(content), weight: 'D' },
  ])

export const allOf = (words: readonly string[]): string => lexemeQuery(words, '&')

/** Only these characters are replaced by `maskText`. */
const MAY_BE_MASKED = /[A-Za-z0-9._%+-]/

/**
 * Whether the text contains the keyword, in what the reader sees: numbers and mail addresses are masked unless the text is the reader's
 * own. A keyword that could stand in a masked part therefore finds other people's texts only when these have nothing to mask.
 */
export function bearsText(column: string, keyword: string, own: RawBuilder<boolean>): RawBuilder<boolean> {
  const text = sql.ref(column)
  const bears = sql<boolean>`${text} ilike ${likeText(keyword)}`
  return MAY_BE_MASKED.test(keyword.normalize('NFKC')) ? sql<boolean>`(${bears} and (${own} or ${text} !~ '@|[0-9]{11}'))` : bears
}
