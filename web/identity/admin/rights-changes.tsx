import { useQuery } from '@tanstack/react-query'
import { Alert, Drawer, Spin } from 'antd'
import { useState } from 'react'
import { changeCodes, rightsChange, type RightsChangeRow } from '../../../contract/identity/rights-change.ts'
import { quoted } from '../../../contract/quoted.ts'
import { ApiError, call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { ReviewDialog, type Move } from '../../kit/dialog/review-dialog.tsx'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { toast } from '../../toast.ts'
import css from './rules.module.css'
import { RightsEffectView } from './rights-effect.tsx'
import { LookAhead } from './view-as.tsx'

const LIST = 'rights-changes'
const fields = fieldsOf(
  rightsChange.list,
  { key: 'title', label: '变更', on: ['table'], width: 320, card: 'title' },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: Object.entries(changeCodes.labels).map(([value, label]) => ({ value: Number(value), label })),
    on: ['search', 'table'],
    width: 110,
    show: (row) => <StatusTag tone={changeCodes.tones[row.state]}>{changeCodes.labels[row.state]}</StatusTag>,
  },
  { key: 'reason', label: '原因', on: ['table'], width: 220 },
  {
    key: 'startTime',
    label: '生效时间',
    on: ['table'],
    width: 150,
    show: (row) => (row.startTime ? <span className="num">{localMinute(row.startTime)}</span> : '同意后'),
  },
  { key: 'proposedBy', label: '提出人', on: ['table'], width: 130 },
  {
    key: 'proposeTime',
    label: '提出时间',
    on: ['table'],
    width: 150,
    show: (row) => <span className="num">{localMinute(row.proposeTime)}</span>,
  },
  {
    key: 'decidedBy',
    label: '复核',
    on: ['table'],
    width: 180,
    show: ({ state, decidedBy, opinion }) => {
      if (state === changeCodes.code.void && opinion) return `作废：${opinion}`
      return decidedBy ? `${decidedBy}${opinion && `：${opinion}`}` : '无'
    },
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria, { prefix: 'c' })
const isLater = (startTime: string | null): startTime is string => startTime !== null && Date.parse(startTime) > Date.now()
const isOpen = ({ state }: RightsChangeRow) => state === changeCodes.code.waiting || state === changeCodes.code.scheduled
const AT_ONCE = '随即生效，对方下一次操作时按新的权限。'
const movesOf = ({ startTime, state }: RightsChangeRow): Readonly<Record<'approve' | 'reject', Move>> => ({
  approve: {
    label: '同意',
    effect: isLater(startTime)
      ? `${localMinute(startTime)} 生效；到时权限已有别的变化、所授角色的权限有增加，或本人已停用、调走的，这项变更作废，会告知安全管理员。`
      : `${startTime ? '所请的生效时间已过，' : ''}${AT_ONCE}`,
  },
  reject: { label: '驳回', danger: true, reason: state === changeCodes.code.scheduled ? '不再生效的原因' : '驳回的原因' },
})

/** 变更申请: changes of rights that one security administrator requested and another decides. */
export function RightsChanges() {
  const refresh = useRefreshList(LIST)
  const [open, setOpen] = useState<RightsChangeRow | null>(null)
  const [undone, setUndone] = useState<RightsChangeRow | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有变更申请。在“授予角色”“编辑角色”或“数据规则”里可以提交，由另一名安全管理员复核后生效。"
        fields={fields}
        shape={shape}
        endpoint={rightsChange.list}
        actions={[
          {
            label: (row) => (row.allowed.includes('approve') ? '复核' : '查看'),
            run: (row) => setOpen(row),
          },
          {
            label: '撤回',
            when: (row) => row.allowed.includes('withdraw'),
            ask: (row) => ({ title: `撤回${quoted(row.title)}的变更申请？` }),
            run: async ({ id, version }) => {
              await call(rightsChange.withdraw, { body: { id, version } })
              toast.success('已撤回')
              await refresh()
            },
          },
          { label: '退回原来的权限', when: (row) => row.state === changeCodes.code.done, run: (row) => setUndone(row) },
        ]}
      />
      {open && <OneChange id={open.id} onClose={() => setOpen(null)} onDone={refresh} />}
      {undone && (
        <WordsDialog
          title={`退回${quoted(undone.title)}`}
          label="原因"
          empty="请填写原因"
          maxLength={500}
          okText="提交"
          effect="提出一项回到变更以前的申请，由另一名安全管理员复核后生效。"
          onClose={() => setUndone(null)}
          onSend={async (reason) => {
            await call(rightsChange.rollback, { body: { id: undone.id, reason } }, { silent: true })
            toast.success('已提交，待另一名安全管理员复核')
            await refresh()
          }}
        />
      )}
    </>
  )
}

/** The present effect of a requested change; a user with the right decides here. */
function OneChange({ id, onClose, onDone }: { id: number; onClose(): void; onDone(): Promise<unknown> }) {
  const read = useQuery({
    queryKey: ['rights-change', id],
    queryFn: () => call(rightsChange.findById, { query: { id } }, { silent: true }),
    retry: false,
    gcTime: 0,
  })
  const found = read.data
  const [deciding, setDeciding] = useState(false)
  const [looking, setLooking] = useState(false)
  const [moved, setMoved] = useState('')
  const decide = async (move: string, opinion: string) => {
    const { version, hash } = found!
    const decision = move as 'approve' | 'reject'
    try {
      await call(rightsChange.decide, { body: { id, version, hash, decision, opinion } }, { silent: true })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error
      // Nothing is decided: the officer reads the present effect first.
      setMoved(error.message)
      setDeciding(false)
      await read.refetch()
      return
    }
    toast.success(decision === 'reject' ? '已驳回' : isLater(found!.startTime) ? '已同意，到时生效' : '已同意，随即生效')
    onClose()
    await onDone()
  }
  const allowed = found?.allowed.filter((one) => one !== 'withdraw') ?? []
  return (
    <Drawer
      open
      title={found?.title ?? '变更申请'}
      size={640}
      destroyOnHidden
      onClose={onClose}
      footer={
        found && (found.seenAs || allowed.length > 0) ? (
          <div className={css.foot}>
            {found.seenAs && (
              <button type="button" className="btn" onClick={() => setLooking(true)}>
                预看变更后的页面
              </button>
            )}
            {allowed.length > 0 && (
              <button type="button" className="btn btn-primary" onClick={() => setDeciding(true)}>
                复核
              </button>
            )}
          </div>
        ) : null
      }
    >
      {read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : !found ? (
        <Spin />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        <div tabIndex={0} role="region" aria-label="申请的内容和影响">
          <p>
            {found.proposedBy} 于 <span className="num">{localMinute(found.proposeTime)}</span> 提出：{found.reason}
          </p>
          {found.startTime && (
            <p>
              生效时间：<span className="num">{localMinute(found.startTime)}</span>
            </p>
          )}
          {moved && <Alert type="warning" showIcon title={moved} description="下面是现在的影响。" style={{ marginBottom: 16 }} />}
          {found.stale && <Alert type="warning" showIcon title="提出之后权限、部门或账号已有变化，不能再生效，请提出人重新提出。" />}
          {found.state === changeCodes.code.void ? (
            <p>已作废{found.opinion && `：${found.opinion}`}</p>
          ) : (
            found.decidedBy
            && found.decideTime && (
              <p>
                {found.decidedBy} 于 <span className="num">{localMinute(found.decideTime)}</span>{' '}
                {found.state === changeCodes.code.refused ? '驳回' : '同意'}
                {found.opinion && `：${found.opinion}`}
              </p>
            )
          )}
          {found.words && (
            <ul className={css.words}>
              <li>
                {isOpen(found) ? '现在' : '变更前'}：{found.words.before}
              </li>
              <li>变更后：{found.words.after}</li>
            </ul>
          )}
          {found.effect && <RightsEffectView effect={found.effect} />}
          {looking && found.seenAs && <LookAhead change={{ ...found, seenAs: found.seenAs }} onClose={() => setLooking(false)} />}
          {deciding && (
            <ReviewDialog
              open
              title={`复核${quoted(found.title)}`}
              allowed={allowed}
              moves={movesOf(found)}
              onClose={() => setDeciding(false)}
              onDecide={decide}
            />
          )}
        </div>
      )}
    </Drawer>
  )
}
