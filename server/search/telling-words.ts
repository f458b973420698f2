import { indexWords, isFiller } from './words.ts'

/** The words that say what a text is about, without those of every text; at most so many. */
export const tellingWords = (text: string, most = 40): string[] =>
  [...new Set(indexWords(text))].filter((word) => word.length > 1 && !isFiller(word)).slice(0, most)
