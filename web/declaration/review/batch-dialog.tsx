import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { BATCH_REVIEW_MAX, review, type DeclarationRow } from '../../../contract/declaration.ts'
import type { Data } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import type { Selection } from '../../kit/table/selection.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useCloseQuestion } from '../../kit/dialog/use-close-question.ts'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { showNumber } from '../../kit/form/values.ts'
import { filteredItems, namedItems, tooMany } from './batch.ts'
import { DeskVerdictTag } from './desk-verdict.tsx'
import { loadDeclarations } from './list-call.ts'
import { OpinionInput } from './opinion-input.tsx'
import css from './review.module.css'
import type { Desk } from './states.ts'
import { useLoggedInAgain } from '../../kit/form/shown-failure.ts'

export interface Batch {
  reviewState: 'pass' | 'refuse'
  selection: Selection
  count: number
  clear: () => void
  seen: ReadonlyMap<number, DeclarationRow>
}
const words = { pass: '批量通过', refuse: '批量不予支持' }

/** Decides up to 100 at once: the rows are listed first, with a result for each afterwards. */
export default function BatchDialog({ desk, batch, onClose }: { desk: Desk; batch: Batch; onClose: () => void }) {
  const { reviewState, selection, seen } = batch
  const refresh = useRefreshList(desk.name)
  const [opinion, setOpinion] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  useLoggedInAgain(() => setWrong(null))
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Data<typeof review.batch> | null>(null)
  const query = useQuery({
    queryKey: ['batch', desk.name, selection],
    gcTime: 0,
    retry: false,
    queryFn: async () =>
      selection.all
        ? filteredItems(selection, (await loadDeclarations({ ...selection.filter, page: 1, pageSize: BATCH_REVIEW_MAX })).list)
        : namedItems(selection, seen),
  })
  const items = query.data ?? []
  const over = tooMany(batch.count)
  const ask = useCloseQuestion(() => {
    if (done) {
      batch.clear()
      void refresh()
    }
    onClose()
  })
  const close = () => ask(!done && opinion.trim() !== '')

  const decide = async () => {
    if (busy || over) return
    if (reviewState === 'refuse' && !opinion.trim()) {
      setWrong('请填写不予支持的理由')
      document.getElementById('batch-opinion')?.focus()
      return
    }
    setBusy(true)
    setWrong(null)
    try {
      setDone(
        await call(
          review.batch,
          { body: { items: items.map(({ id, version }) => ({ id, version })), reviewState, reviewOpinion: opinion.trim() } },
          { silent: true },
        ),
      )
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={words[reviewState]}
      width={720}
      onCancel={close}
      mask={{ closable: false }}
      footer={
        done ? (
          <Button type="primary" onClick={close}>
            完成
          </Button>
        ) : (
          <>
            <Button onClick={close}>取消</Button>
            <Button
              type="primary"
              danger={reviewState === 'refuse'}
              loading={busy}
              disabled={items.length === 0 || over !== null}
              onClick={() => void decide()}
            >
              {words[reviewState]} {items.length} 项
            </Button>
          </>
        )
      }
    >
      {over && <Alert type="error" title={over} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {done ? (
        <p role="status">
          成功 {done.successCount} 项，未成功 {done.failCount} 项
        </p>
      ) : (
        reviewState === 'pass' && (
          <p className={css.note}>
            结论不是“符合”的须逐项审核、写明依据，批量通过会跳过并说明。在最后一个环节通过的按测算金额核定，不超过申请金额；没有测算金额的按申请金额。
          </p>
        )
      )}
      {!over && <BatchRows items={items} done={done} />}
      {!done && !over && (
        <OpinionInput
          id="batch-opinion"
          label={reviewState === 'refuse' ? '不予支持的理由' : '审核意见'}
          required={reviewState === 'refuse'}
          value={opinion}
          onChange={setOpinion}
          phrases={desk.phrases[reviewState]}
        />
      )}
      <p role="alert" className={css.wrong}>
        {wrong}
      </p>
    </Modal>
  )
}

/** The rows to decide, afterwards with their results. */
function BatchRows({ items, done }: { items: ReturnType<typeof namedItems>; done: Data<typeof review.batch> | null }) {
  return (
    <div className={css.batchRows}>
      <table>
        <thead>
          <tr>
            <th scope="col">受理号</th>
            <th scope="col">企业</th>
            <th scope="col">核对结论</th>
            <th scope="col" className={css.right}>
              {done ? '结果' : '申请 / 测算（万元）'}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const result = done?.list.find((r) => r.id === item.id)
            return (
              <tr key={item.id}>
                <td className="num">{item.declareNo}</td>
                <td>{item.companyName}</td>
                <td>
                  <DeskVerdictTag verdict={item.verdict} />
                </td>
                <td className={css.right}>
                  {result ? (
                    <StatusTag tone={result.ok ? 'done' : 'refused'}>{result.message}</StatusTag>
                  ) : (
                    `${showNumber(item.amount, 2)} / ${item.measured === null ? '无' : showNumber(item.measured, 2)}`
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
