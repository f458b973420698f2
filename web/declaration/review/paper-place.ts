import { createContext } from 'react'
import type { SentFile } from './changes.ts'

/** A submitted paper that can be loaded. */
export type PaperFile = Pick<SentFile, 'filePath' | 'fileName'>

/** A paper that the browser can show. */
export interface ShownPaper {
  fileName: string
  kind: 'picture' | 'pdf'
  url: string
}

/** Shows a paper beside its record; null: over the page. */
export const PaperPlace = createContext<((paper: PaperFile) => void) | null>(null)

/** How a browser shows a file, by its name; null: download only. */
export const shownAs = (name: string): ShownPaper['kind'] | null =>
  /\.(jpe?g|png)$/i.test(name) ? 'picture' : /\.pdf$/i.test(name) ? 'pdf' : null

/** An object URL of the loaded file; it is valid until it is revoked. */
export const addressOf = (blob: Blob, kind: ShownPaper['kind']): string =>
  URL.createObjectURL(kind === 'pdf' ? new Blob([blob], { type: 'application/pdf' }) : blob)
