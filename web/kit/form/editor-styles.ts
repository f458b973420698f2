import { EDITOR_FONT_MAX_PT, EDITOR_FONT_MIN_PT, EDITOR_LINE_HEIGHT_MAX, EDITOR_LINE_HEIGHT_MIN } from '../../../contract/constants.ts'

/** Sizes and line heights of the rich-text editor (spec §9, K057–K060). */
const steps = [8, 9, 10, 10.5, 11, 12, 14, 16, 18, 20, 22, 24, 26, 28, 32, 36]
export const fontSizes: readonly string[] = steps
  .filter((pt) => pt >= EDITOR_FONT_MIN_PT && pt <= EDITOR_FONT_MAX_PT)
  .map((pt) => `${pt}pt`)
export const lineHeights: readonly string[] = [1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]
  .filter((n) => n >= EDITOR_LINE_HEIGHT_MIN && n <= EDITOR_LINE_HEIGHT_MAX)
  .map(String)

/** Text of a rich value without tags; '' for an empty document, so that "required" needs words. */
export const plainText = (html: string): string =>
  html
    .replace(/<(?:img|video)\b[^<>]*>/gi, '▣')
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .trim()
