import { lexemeQuery, tsvector } from '../search/index.ts'

/** Words of one call for its tsvector. They are not added to the site's vocabulary, because calls are not public. */
export const callVector = (content: string, company: string | null): string =>
  tsvector([
    { text: company ?? '', weight: 'A' },
    { text: content, weight: 'D' },
  ])

export const allOf = (words: readonly string[]): string => lexemeQuery(words, '&')
