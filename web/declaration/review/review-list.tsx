import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { BATCH_REVIEW_MAX, review, type DeclarationRow } from '../../../contract/declaration.ts'
import type { BatchItem, BatchResult } from '../../../contract/batch.ts'
import { declarationStates } from '../../../contract/declaration/states.ts'
import { ExportButton } from '../../kit/exchange/export-button.tsx'
import { exportSource } from '../../kit/exchange/export-source.ts'
import type { ListShape } from '../../kit/table/list-state.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar } from '../../kit/table/search-bar.tsx'
import type { Selection } from '../../kit/table/selection.ts'
import { useListAddress, useRefreshList } from '../../kit/table/use-list.ts'
import { draftActions } from '../manage/entered-drafts.tsx'
import type { Batch } from './batch-dialog.tsx'
import { useUser } from '../../session.ts'
import { assignTo } from './assigning.ts'
import { filteredItems, namedItems } from './batch.ts'
import { deskSearch, rowFields } from './fields.tsx'
import { loadDeclarations } from './list-call.ts'
import { ReceivedDelegations } from './received-delegations.tsx'
import { HandledToday, StateTabs } from './state-tabs.tsx'
import type { Desk } from './states.ts'

const BatchResults = lazy(() => import('../../kit/table/batch-results.tsx').then((m) => ({ default: m.BatchResults })))
const BatchDialog = lazy(() => import('./batch-dialog.tsx'))
const AssignDialog = lazy(() => import('./assign-dialog.tsx'))
const AnswerAsked = lazy(() => import('./answer-asked.tsx'))

/** The list of a review desk (ux §4 GENERIC LIST). */
export function ReviewList({ desk, shape, reviews }: { desk: Desk; shape: ListShape; reviews: boolean }) {
  const [params] = useSearchParams()
  const { state: list } = useListAddress(shape)
  const refresh = useRefreshList(desk.name)
  const [batch, setBatch] = useState<Batch | null>(null)
  const [assigning, setAssigning] = useState<{ items: BatchItem[]; clear: () => void } | null>(null)
  const [refused, setRefused] = useState<BatchResult | null>(null)
  const me = useUser()?.id
  const client = useQueryClient()
  const [asked, setAsked] = useState<number | null>(null)
  const text = params.toString()
  const fields = useMemo(() => rowFields((r) => addressOf(text, r.id)), [text])
  // Rows selected on other pages are sent with the version that was seen.
  const seen = useRef(new Map<number, DeclarationRow>())
  const remember = ({ list: rows }: { list: readonly DeclarationRow[] }) => {
    for (const row of rows) seen.current.set(row.id, row)
  }
  const start = (reviewState: Batch['reviewState']) => (selection: Selection, count: number, clear: () => void) =>
    setBatch({ reviewState, selection, count, clear, seen: seen.current })
  const assigned = (clear: () => void) => async (left: BatchResult | null) => {
    setAssigning(null)
    setRefused(left)
    clear()
    await Promise.all([refresh(), client.invalidateQueries({ queryKey: ['declaration', 'statistics'] })])
  }
  const chosen = async (selection: Selection) =>
    selection.all
      ? filteredItems(selection, (await loadDeclarations({ ...selection.filter, page: 1, pageSize: BATCH_REVIEW_MAX })).list)
      : namedItems(selection, seen.current)
  return (
    <section>
      <ReceivedDelegations onDone={refresh} />
      <SearchBar fields={deskSearch} shape={shape} />
      <PagedTable
        name={desk.name}
        first="这里没有申报。企业提交、轮到这里办理时会出现。"
        fields={fields}
        shape={shape}
        endpoint={review.list}
        onAnswer={remember}
        actions={[
          {
            label: (r) => (r.allowed.some((move) => move !== 'answer') ? '审核' : '查看'),
            when: (r) => r.state !== declarationStates.draft.code,
            to: (r) => addressOf(text, r.id),
          },
          { label: '答复', when: (r) => r.allowed.includes('answer'), open: (r) => setAsked(r.id) },
          ...draftActions(refresh),
        ]}
        tools={
          <>
            <StateTabs desk={desk} shape={shape} reviews={reviews} />
            <ExportButton
              title="导出申报记录"
              source={exportSource('declaration', { ...list.filters, ...(list.sort === null ? {} : { sort: list.sort }) })}
            />
          </>
        }
        {...(reviews
          ? {
              choosing: {
                can: (r: DeclarationRow) => r.allowed.includes('pass'),
                batch: [
                  {
                    label: '领取',
                    ownQuestion: true as const,
                    run: async (selection: Selection, _count: number, clear: () => void) =>
                      me !== undefined && (await assigned(clear)(await assignTo(await chosen(selection), me))),
                  },
                  {
                    label: '指派',
                    ownQuestion: true as const,
                    run: async (selection: Selection, _count: number, clear: () => void) =>
                      setAssigning({ items: await chosen(selection), clear }),
                  },
                  { label: '批量通过', ownQuestion: true as const, run: start('pass') },
                  { label: '批量不予支持', danger: true as const, ownQuestion: true as const, run: start('refuse') },
                ],
              },
            }
          : {})}
      />
      <HandledToday />
      {asked !== null && (
        <Suspense>
          <AnswerAsked list={desk.name} id={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
      {assigning && (
        <Suspense>
          <AssignDialog items={assigning.items} onClose={() => setAssigning(null)} onDone={assigned(assigning.clear)} />
        </Suspense>
      )}
      {refused && (
        <Suspense>
          <BatchResults label="指派" what="企业" outcome={refused} onClose={() => setRefused(null)} />
        </Suspense>
      )}
      {batch && (
        <Suspense>
          <BatchDialog desk={desk} batch={batch} onClose={() => setBatch(null)} />
        </Suspense>
      )}
    </section>
  )
}

/** The same filters with one declaration open. */
const addressOf = (search: string, id: number): string => {
  const next = new URLSearchParams(search)
  next.set('id', String(id))
  return `?${next.toString()}`
}
