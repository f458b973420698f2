import { indexWords, isFiller, lexemeQuery, tsvector } from '../search/index.ts'

/** Words of one call for its tsvector. They teach the dictionary of the site nothing: what callers say is not for everybody. */
export const callVector = (content: string, company: string | null): string =>
  tsvector([
    { text: company ?? '', weight: 'A' },
    { text: content, weight: 'D' },
  ])

/** The words that say what a text is about, at most so many. */
export const tellingWords = (text: string, most = 20): string[] =>
  [...new Set(indexWords(text))].filter((word) => word.length > 1 && !isFiller(word)).slice(0, most)
export const allOf = (words: readonly string[]): string => lexemeQuery(words, '&')
