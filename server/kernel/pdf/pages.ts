/**
 * The content of a page as plain data; it is drawn in another process. Sizes and places are in points of a landscape A4 sheet (842 × 595).
 */
export type PdfBlock =
  | { kind: 'text'; text: string; size: number; align?: 'left' | 'center' | 'right'; colour?: string; before?: number }
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[]; size: number; before?: number }
  /** a QR code in the lower left corner, with words beside it */
  | { kind: 'code'; text: string; lines: readonly string[]; size: number }

export interface PdfPage {
  /** the file's title */
  title: string
  /** colour of a double frame around the sheet */
  frame?: string
  blocks: readonly PdfBlock[]
}

/** Input of the drawing process: the file with the pages, and the font. */
export interface Drawing {
  pages: string
  font: string
}
