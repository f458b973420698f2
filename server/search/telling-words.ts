import { indexWords, isFiller } from './words.ts'

/** The words that characterise a text, without common ones; at most `most`. */
export const tellingWords = (text: string, most = 40): string[] =>
  [...new Set(indexWords(text))].filter((word) => word.length > 1 && !isFiller(word)).slice(0, most)
