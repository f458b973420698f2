import { useState, type ReactNode } from 'react'
import type { BatchItem, BatchResult } from '../../../contract/batch.ts'
import { managed } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { draftOfMany } from '../../kit/dialog/draft-of-many.ts'
import { ReviewDialog } from '../../kit/dialog/review-dialog.tsx'
import type { BatchAction } from '../../kit/table/selection-banner.tsx'
import type { Selection } from '../../kit/table/selection.ts'
import { toast } from '../../toast.ts'
import { BatchResults } from '../../kit/table/batch-results.tsx'
import { reviewMoves } from './review-words.ts'

interface Chosen {
  items: BatchItem[]
  clear(): void
}

/** Reviews several policies with one opinion; refused ones are listed with their reason. `itemsOf` reads the selection. */
export function useBatchReview(
  itemsOf: (selection: Selection) => Promise<BatchItem[]>,
  onDone: () => Promise<unknown>,
): { review: BatchAction; dialogs: ReactNode } {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [results, setResults] = useState<{ label: string; outcome: BatchResult } | null>(null)
  const decide = async (action: string, reason: string) => {
    const body = { items: chosen!.items, action: action as 'reject', reviewOpinion: reason || null }
    const outcome = await call(managed.batch, { body }, { silent: true })
    chosen!.clear()
    const { label } = reviewMoves[body.action]
    if (outcome.failCount === 0) toast.success(`${label}完成，共 ${outcome.successCount} 项`)
    else setResults({ label, outcome: outcome })
    await onDone()
  }
  return {
    review: {
      label: '批量退回',
      ownQuestion: true,
      run: async (selection, _count, clear) => {
        const items = await itemsOf(selection).catch((error: unknown) => void toast.error(readFailure(error).message, 5))
        if (items) setChosen({ items, clear })
      },
    },
    dialogs: (
      <>
        {chosen && (
          <ReviewDialog
            title="批量退回政策"
            draft={draftOfMany(
              'policy-batch-review',
              chosen.items.map(({ id }) => id),
            )}
            subject={`已选 ${chosen.items.length} 项政策，按同一意见退回；不能退回的会列出原因。通过须打开政策逐节核对。`}
            open
            allowed={['reject']}
            moves={reviewMoves}
            onClose={() => setChosen(null)}
            onDecide={decide}
          />
        )}
        {results && <BatchResults {...results} onClose={() => setResults(null)} />}
      </>
    ),
  }
}
