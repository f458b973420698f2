import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { review, type ReviewDetail } from '../../../contract/declaration.ts'
import { declarationStates } from '../../../contract/declaration/states.ts'
import { call } from '../../api.ts'
import { toast } from '../../toast.ts'
import type { ListShape } from '../../kit/table/list-state.ts'
import { PrintButton } from '../../kit/print-button.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { useMedia } from '../../kit/use-media.ts'
import { listKey, useListAddress } from '../../kit/table/use-list.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { DueMark } from '../../kit/date/due-mark.tsx'
import { CompanyCard } from './company-card.tsx'
import { Decision } from './decision.tsx'
import { EligibilityPanel } from './eligibility-panel.tsx'
import { ItsAllowance } from './its-allowance.tsx'
import { Holder } from './holder.tsx'
import { loadDeclarations } from './list-call.ts'
import { Duplicates } from './duplicates.tsx'
import { NotOpened } from './not-opened.tsx'
import { Notes } from './notes.tsx'
import { Opinions } from './opinions.tsx'
import { PaperPane } from './paper-pane.tsx'
import { PaperPlace, type PaperFile } from './paper-place.ts'
import { usePresence } from './use-presence.ts'
import { nextToReview, placeIn, QUEUE_SIZE, queuePage } from './queue.ts'
import css from './review.module.css'
import { staffStates, type Desk } from './states.ts'
import { Submitted } from './submitted.tsx'
import { ReviewTimeline } from './review-timeline.tsx'
import { shownOf } from './changes.ts'
import { stepKey } from '../../kit/table/step-keys.ts'
import { ViewOnlyForm } from '../../kit/view-only.tsx'
import { TODOS_KEY } from '../../kit/todos-key.ts'
import { ReviewFacts } from './review-facts.tsx'

const ItsAllocation = lazyPart(() => import('./its-allocation.tsx').then((m) => m.ItsAllocation))

/**
 * One declaration under review (ux §4 REVIEW): the submission on the left, the decision on the right; J and K step through the filtered
 * list.
 */
export default function ReviewPage({ desk, shape, id }: { desk: Desk; shape: ListShape; id: number }) {
  const client = useQueryClient()
  const [, setParams] = useSearchParams()
  const navigate = useNavigate()
  const address = useLocation()
  const others = usePresence(id)
  const { state: list } = useListAddress(shape)
  const page = queuePage(list.page, list.pageSize)
  const detail = useQuery({
    queryKey: ['declaration', 'review', id],
    queryFn: () => call(review.findById, { query: { id } }, { silent: true }),
    retry: false,
  })
  const queueQuery = { ...list.filters, ...(list.sort ? { sort: list.sort } : {}), page, pageSize: QUEUE_SIZE }
  const queue = useQuery({
    queryKey: [...listKey(desk.name), 'queue', queueQuery],
    queryFn: () => loadDeclarations(queueQuery),
    retry: false,
  })
  const rows = queue.data?.list ?? []
  const place = placeIn(rows, id, page, queue.data?.total ?? 0)

  const open = (next: number | null) =>
    setParams((now) => {
      const p = new URLSearchParams(now)
      if (next === null) p.delete('id')
      else p.set('id', String(next))
      return p
    })
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: listKey(desk.name) }),
      client.invalidateQueries({ queryKey: ['declaration', 'review', id] }),
      client.invalidateQueries({ queryKey: ['declaration', 'statistics'] }),
      client.invalidateQueries({ queryKey: TODOS_KEY }),
    ])
  // Choose the next record from the list at the time of the decision: afterwards the decided one no longer matches the filter.
  const decided = async () => {
    const next = nextToReview(rows, id)
    open(next)
    await refresh()
  }

  // The notice with this button outlives the page, so it must use the address of the moment of the click.
  const undo = async (version: number) => {
    try {
      await call(review.revoke, { body: { id, version } })
      toast.success('已撤回，可重新处理')
    } catch {
      return
    } finally {
      await refresh()
    }
    if (window.location.pathname !== address.pathname) return
    const p = new URLSearchParams(window.location.search)
    p.set('id', String(id))
    void navigate(`?${p.toString()}`)
  }

  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const to = stepKey(e, document.activeElement)
      const next = to === 'after' ? place.after : to === 'before' ? place.before : null
      if (next === null || document.querySelector('[role="dialog"][aria-modal="true"]:not([style*="display: none"])')) return
      e.preventDefault()
      open(next)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })

  return (
    <section>
      <div className={css.steps} data-print="hide">
        <Button type="link" onClick={() => open(null)}>
          返回列表
        </Button>
        <Button disabled={place.before === null} onClick={() => open(place.before)} aria-keyshortcuts="k">
          上一条 K
        </Button>
        <Button disabled={place.after === null} onClick={() => open(place.after)} aria-keyshortcuts="j">
          下一条 J
        </Button>
        <span className={`${css.note} num`}>
          {place.at > 0 ? `当前筛选第 ${place.at} 条，共 ${place.total} 条` : queue.data ? `当前筛选共 ${place.total} 条` : ''}
        </span>
        <PrintButton />
      </div>
      {detail.isPending && (
        <p role="status" className={css.note}>
          正在加载…
        </p>
      )}
      {detail.isError && <NotOpened error={detail.error} onRetry={() => void detail.refetch()} onBack={() => open(null)} />}
      {detail.data && (
        <Page
          desk={desk}
          detail={detail.data}
          onReload={() => void refresh()}
          onDecided={decided}
          onUndo={(version) => void undo(version)}
          others={others}
        />
      )}
    </section>
  )
}

function Page({
  desk,
  detail,
  onReload,
  onDecided,
  onUndo,
  others,
}: {
  desk: Desk
  detail: ReviewDetail
  onReload: () => void
  onDecided: () => Promise<void>
  onUndo: (version: number) => void
  others: readonly string[]
}) {
  const shown = useMemo(() => shownOf(detail), [detail])
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const [paper, setPaper] = useState<PaperFile | null>(null)
  const closePaper = () => setPaper(null)
  const wide = useMedia('(min-width: 1200px)')
  const state = staffStates[String(detail.state)]
  const flagged = detail.project.template.sections.some((s) => s.fields.some((f) => f.unique ?? f.columns?.some((c) => c.unique)))
  return (
    <>
      <header className={css.head}>
        <h1 className={css.title}>{detail.companyName}</h1>
        <StatusTag tone={state?.tone ?? 'off'}>{detail.stateName}</StatusTag>
        <span>
          期限 <DueMark deadline={detail.deadline} workdaysLeft={detail.workdaysLeft} />
        </span>
        <Holder detail={detail} onChanged={onReload} />
        {others.length > 0 && (
          <span role="status" data-print="hide">
            <StatusTag tone="waiting">{others.join('、')} 正在查看</StatusTag>
          </span>
        )}
      </header>
      {detail.allowed.includes('save') && (
        <p>
          <Link to={`/work/declaremanage?tab=enter&enter=${detail.id}`}>
            {detail.state === declarationStates.draft.code ? '窗口代录的草稿，继续录入' : '由本窗口代录，企业到窗口补正时代为补正'}
          </Link>
        </p>
      )}
      <ItsAllowance detail={detail} />
      <ItsAllocation id={detail.id} />
      <ReviewFacts detail={detail} />
      <div className={`${css.columns} ${paper ? css.withPaper : ''}`}>
        <div className={css.left}>
          <Duplicates id={detail.id} flagged={flagged} />
          <PaperPlace value={wide ? setPaper : null}>
            <Submitted detail={detail} shown={shown} />
          </PaperPlace>
        </div>
        {paper && <PaperPane papers={shown.materials.flatMap((m) => m.files)} file={paper} onOpen={setPaper} onClose={closePaper} />}
        <div className={css.right2} hidden={paper !== null}>
          <CompanyCard detail={detail} />
          <EligibilityPanel detail={detail} />
          <ViewOnlyForm>
            <Decision
              key={`${detail.id}-${detail.version}`}
              desk={desk}
              detail={detail}
              onReload={onReload}
              onDecided={onDecided}
              onUndo={onUndo}
              bar={bar}
              onShow={closePaper}
            />
            <Opinions key={detail.id} id={detail.id} mayAsk={detail.allowed.includes('back')} />
            <Notes key={detail.id} id={detail.id} notes={detail.notes} onAdded={onReload} />
          </ViewOnlyForm>
          <ReviewTimeline id={detail.id} name={detail.companyName} entries={detail.timeline} />
        </div>
      </div>
      <div ref={setBar} className={css.bar} data-print="hide" />
    </>
  )
}
