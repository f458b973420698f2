import { createContext } from 'react'

/** A submitted paper on the screen. */
export interface ShownPaper {
  fileName: string
  kind: 'picture' | 'pdf'
  url: string
}

/** Where a paper is shown beside what it belongs to; null: over the page. */
export const PaperPlace = createContext<((paper: ShownPaper) => void) | null>(null)
