import { lazy, Suspense } from 'react'
import type { WordsAsked } from './words-form.client.tsx'

const WordsForm = lazy(() => import('./words-form.client.tsx').then((m) => ({ default: m.WordsForm })))

/**
 * Asks for a text and sends it; Ctrl+Enter sends. The text stays when the server refuses, and closing asks before it is lost. Each opening,
 * and each thing, begins anew: a closed dialog holds nothing, and the words of one record are not offered at another.
 */
export const WordsDialog = ({ open = true, ...asked }: WordsAsked & { open?: boolean }) =>
  open ? (
    <Suspense fallback={null}>
      <WordsForm key={asked.draft ?? ''} {...asked} />
    </Suspense>
  ) : null
