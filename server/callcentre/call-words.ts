import { lexemeQuery, tsvector } from '../search/index.ts'

/** Words of one call for its tsvector. They teach the dictionary of the site nothing: what callers say is not for everybody. */
export const callVector = (content: string, company: string | null): string =>
  tsvector([
    { text: company ?? '', weight: 'A' },
    { text: content, weight: 'D' },
  ])

export const allOf = (words: readonly string[]): string => lexemeQuery(words, '&')
