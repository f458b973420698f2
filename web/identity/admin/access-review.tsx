import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Select, Spin } from 'antd'
import { useState } from 'react'
import { BATCH_MAX, type BatchItem, type BatchResult } from '../../../contract/batch.ts'
import { accessReview, reviewCodes, type Review, type ReviewRow } from '../../../contract/identity/access-review.ts'
import { quoted } from '../../../contract/quoted.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { draftOfMany } from '../../kit/dialog/draft-of-many.ts'
import { ReviewDialog, type Move } from '../../kit/dialog/review-dialog.tsx'
import { ExportButton } from '../../kit/exchange/export-button.tsx'
import { exportSource } from '../../kit/exchange/export-source.ts'
import { readFailure } from '../../kit/failure.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { BatchResults } from '../../kit/table/batch-results.tsx'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import type { Selection } from '../../kit/table/selection.ts'
import { ownVersion, useShownRows } from '../../kit/table/shown-rows.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useListAddress, useRefreshList } from '../../kit/table/use-list.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { toast } from '../../toast.ts'
import { roleOptions } from './choices.tsx'
import css from './access-review.module.css'

const OpenReview = lazyPart(() => import('./open-review.client.tsx').then((m) => m.OpenReview))

const LIST = 'access-review'
const time = (at: string | null, none: string) => (at ? <span className="num">{localMinute(at)}</span> : none)
const fields = fieldsOf(
  accessReview.rows,
  { key: 'name', searchKey: 'keyword', label: '姓名', searchLabel: '姓名或用户名', on: ['search', 'table'], width: 130, card: 'title' },
  {
    key: 'state',
    label: '结论',
    kind: 'select',
    options: Object.entries(reviewCodes.labels).map(([value, label]) => ({ value: Number(value), label })),
    on: ['search', 'table'],
    width: 110,
    show: (row) => <StatusTag tone={reviewCodes.tones[row.state]}>{reviewCodes.labels[row.state]}</StatusTag>,
  },
  {
    key: 'only',
    label: '只看',
    kind: 'select',
    options: [
      { value: 2, label: '我可以复核的' },
      { value: 1, label: '有提示的' },
    ],
    on: ['search'],
  },
  { key: 'officeName', label: '部门', on: ['table'], width: 150, show: (row) => row.officeName ?? '无' },
  { key: 'roleName', searchKey: 'roleId', label: '角色', kind: 'select', options: roleOptions, on: ['search', 'table'], width: 140 },
  { key: 'facts', label: '提示', on: ['table'], width: 260, show: (row) => row.facts.join('；') || '无' },
  { key: 'grantedBy', label: '授予人', on: ['table'], width: 120, show: (row) => row.grantedBy ?? '服务器' },
  { key: 'lastLogin', label: '最近登录', on: ['table'], width: 150, show: (row) => time(row.lastLogin, '没有记录') },
  {
    key: 'decideTime',
    label: '复核',
    on: ['table'],
    width: 190,
    show: (row) => (row.decidedBy ? `${row.decidedBy}${row.reason && `：${row.reason}`}` : '无'),
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria, { prefix: 'v' })
const moves: Readonly<Record<'keep' | 'revoke', Move>> = {
  keep: { label: '保留' },
  revoke: { label: '收回', danger: true, reason: '收回的原因', effect: '对方下一次操作时就没有这个角色了。' },
}

/** 权限复核: a quarterly review of whether each assigned role is still needed. */
export function AccessReview() {
  const [chosen, setChosen] = useState<number | null>(null)
  const [opening, setOpening] = useState(false)
  const client = useQueryClient()
  const read = useQuery({
    queryKey: ['access-reviews'],
    queryFn: () => call(accessReview.list, { query: {} }, { silent: true }),
    retry: false,
  })
  const refresh = () => client.invalidateQueries({ queryKey: ['access-reviews'] })
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Spin />
  const review = read.data.find(({ id }) => id === chosen) ?? read.data[0]
  const mayOpen = read.data.every(({ waiting }) => waiting === 0)
  return (
    <>
      <div className={css.head}>
        {read.data.length > 1 && (
          <Select
            aria-label="哪一次复核"
            value={review?.id ?? null}
            onChange={setChosen}
            options={read.data.map(({ id, name, openTime }) => ({
              value: id,
              label: `${name}（${localMinute(openTime).slice(0, 10)} 开始）`,
            }))}
          />
        )}
        {mayOpen && <Button onClick={() => setOpening(true)}>开始一次复核</Button>}
      </div>
      {review ? (
        <Rows key={review.id} review={review} onDone={refresh} />
      ) : (
        <p>还没有权限复核。每季度第一天自动开始，也可以现在开始：列出每位工作人员持有的角色，由授予人以外的安全管理员逐条保留或收回。</p>
      )}
      {opening && <OpenReview onClose={() => setOpening(false)} onDone={refresh} />}
    </>
  )
}

interface Deciding {
  items: BatchItem[]
  title: string
  allowed: readonly string[]
  clear(): void
}
function Rows({ review, onDone }: { review: Review; onDone(): Promise<unknown> }) {
  const { state } = useListAddress(shape)
  const refreshList = useRefreshList(LIST)
  const shown = useShownRows<ReviewRow>(LIST, ownVersion)
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const [refused, setRefused] = useState<{ label: string; outcome: BatchResult } | null>(null)
  const decide = async (move: string, reason: string) => {
    const decision = move as keyof typeof moves
    const outcome = await call(accessReview.decide, { body: { items: deciding!.items, decision, reason } }, { silent: true })
    deciding!.clear()
    if (outcome.failCount === 0) toast.success(`已${moves[decision].label} ${outcome.successCount} 项`)
    else setRefused({ label: moves[decision].label, outcome })
    await Promise.all([refreshList(), onDone()])
  }
  const chooseMany = (selection: Selection, count: number, clear: () => void) => {
    if (count > BATCH_MAX) return toast.error(`一次最多 ${BATCH_MAX} 项，请减少后再试`, 5)
    try {
      if (!selection.all) setDeciding({ items: shown(selection.ids), title: `已选的 ${count} 项`, allowed: ['keep', 'revoke'], clear })
    } catch (error) {
      toast.error(readFailure(error).message, 5)
    }
  }
  return (
    <>
      <Alert
        className={css.state ?? ''}
        type={review.overdueDays > 0 ? 'warning' : 'info'}
        showIcon
        title={
          review.waiting === 0
            ? `${review.name}已办完，共 ${review.total} 项`
            : `${review.name}：还有 ${review.waiting} 项待复核（共 ${review.total} 项），${review.dueOn} 截止${review.overdueDays > 0 ? `，已超期 ${review.overdueDays} 天` : ''}`
        }
        description={review.waiting > 0 ? '自己授予的由另一位安全管理员复核；三个管理员的任免在服务器上办理，这里只能保留。' : undefined}
      />
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={accessReview.rows}
        asked={{ reviewId: review.id }}
        tools={<ExportButton title="权限复核" source={exportSource('accessReview', { ...state.filters, reviewId: String(review.id) })} />}
        {...(review.waiting > 0 && {
          actions: [
            {
              label: '复核',
              when: (row: ReviewRow) => row.allowed.length > 0,
              open: (row: ReviewRow) =>
                setDeciding({
                  items: [{ id: row.id, version: row.version }],
                  title: `${quoted(row.name)}的${quoted(row.roleName)}`,
                  allowed: row.allowed,
                  clear: () => {},
                }),
            },
          ],
          choosing: {
            can: (row: ReviewRow) => row.allowed.length > 0,
            noEverything: true,
            batch: [{ label: '批量复核', ownQuestion: true, run: chooseMany }],
          },
        })}
      />
      {deciding && (
        <ReviewDialog
          open
          title={`复核${deciding.title}`}
          draft={draftOfMany(
            'access-review',
            deciding.items.map(({ id }) => id),
          )}
          allowed={deciding.allowed}
          moves={moves}
          onClose={() => setDeciding(null)}
          onDecide={decide}
        />
      )}
      {refused && <BatchResults {...refused} what="授权" onClose={() => setRefused(null)} />}
    </>
  )
}
