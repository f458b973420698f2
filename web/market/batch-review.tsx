import { useState, type ReactNode } from 'react'
import { BATCH_MAX, type BatchItem, type BatchResult } from '../../contract/batch.ts'
import { market } from '../../contract/market/dealing.ts'
import type { MarketItem } from '../../contract/market/item.ts'
import { marketKinds, marketStates, OPINION_MAX, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { draftOfMany } from '../kit/dialog/draft-of-many.ts'
import { ReviewDialog, type Move } from '../kit/dialog/review-dialog.tsx'
import { readFailure } from '../kit/failure.ts'
import { BatchResults } from '../kit/table/batch-results.tsx'
import type { BatchAction } from '../kit/table/selection-banner.tsx'
import { useShownRows } from '../kit/table/shown-rows.ts'
import { toast } from '../toast.ts'

/** Approves or refuses several items with one opinion; items that could not be decided are listed with the reason. */
export function useBatchReview(
  kind: MarketKind,
  list: string,
  moves: Readonly<Record<'approve' | 'reject', Move>>,
  refresh: () => Promise<unknown>,
): { action: BatchAction; dialogs: ReactNode } {
  const shown = useShownRows<MarketItem>(list, (row) => row.standing?.version ?? 0)
  const [chosen, setChosen] = useState<{ items: BatchItem[]; clear(): void } | null>(null)
  const [results, setResults] = useState<{ label: string; outcome: BatchResult } | null>(null)
  const { name } = marketKinds[kind]
  const decide = async (move: string, reviewOpinion: string) => {
    const reviewState = move === 'approve' ? marketStates.code.passed : marketStates.code.refused
    const outcome = await call(market.reviewBatch, { body: { kind, items: chosen!.items, reviewState, reviewOpinion } }, { silent: true })
    chosen!.clear()
    const { label } = moves[move as 'approve']
    if (outcome.failCount === 0) toast.success(`${label}完成，共 ${outcome.successCount} 项`)
    else setResults({ label, outcome })
    await refresh()
  }
  return {
    action: {
      label: '批量审核',
      ownQuestion: true,
      run: (selection, count, clear) => {
        if (count > BATCH_MAX) return toast.error(`一次最多 ${BATCH_MAX} 项，请减少后再试`, 5)
        try {
          // The list allows selecting rows only individually.
          if (!selection.all) setChosen({ items: shown(selection.ids), clear })
        } catch (error) {
          toast.error(readFailure(error).message, 5)
        }
      },
    },
    dialogs: (
      <>
        {chosen && (
          <ReviewDialog
            title={`批量审核${name}`}
            draft={draftOfMany(
              'market-batch-review',
              chosen.items.map(({ id }) => id),
            )}
            subject={`已选 ${chosen.items.length} 项，按同一意见办理；不能办理的会列出原因。`}
            maxLength={OPINION_MAX}
            open
            allowed={['approve', 'reject']}
            moves={moves}
            onClose={() => setChosen(null)}
            onDecide={decide}
          />
        )}
        {results && <BatchResults {...results} what={name} onClose={() => setResults(null)} />}
      </>
    ),
  }
}
