import { useState, type ReactNode } from 'react'
import { managed } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { ReviewDialog } from '../../kit/review-dialog.tsx'
import type { BatchAction } from '../../kit/selection-banner.tsx'
import type { Selection } from '../../kit/selection.ts'
import { toast } from '../../toast.ts'
import { BatchResults, ofPolicies, type BatchOutcome } from './batch-results.tsx'
import { reviewMoves } from './review-words.ts'

interface Chosen {
  ids: number[]
  clear(): void
}

/** Several policies decided with one opinion; what is refused is listed with its reason. `idsOf` reads the choice. */
export function useBatchReview(
  idsOf: (selection: Selection) => Promise<number[]>,
  onDone: () => Promise<unknown>,
): { review: BatchAction; dialogs: ReactNode } {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [results, setResults] = useState<{ label: string; outcome: BatchOutcome } | null>(null)
  const decide = async (action: string, reason: string) => {
    const body = { ids: chosen!.ids, action: action as 'approve' | 'reject', reviewOpinion: reason || null }
    const outcome = await call(managed.batch, { body }, { silent: true })
    chosen!.clear()
    const { label } = reviewMoves[body.action]
    if (outcome.results.every((r) => r.ok)) toast.success(`${label}完成，共 ${outcome.done} 项`)
    else setResults({ label, outcome: ofPolicies(outcome) })
    await onDone()
  }
  return {
    review: {
      label: '批量审核',
      ownQuestion: true,
      run: async (selection, _count, clear) => {
        const ids = await idsOf(selection).catch(() => null)
        if (ids) setChosen({ ids, clear })
      },
    },
    dialogs: (
      <>
        {chosen && (
          <ReviewDialog
            title="批量审核政策"
            subject={`已选 ${chosen.ids.length} 项政策，按同一意见处理；不能审核的会列出原因。`}
            open
            allowed={['approve', 'reject']}
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
