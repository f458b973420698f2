import { useState } from 'react'
import { Link } from 'react-router'
import { changeCodes, rightsChange, type RightsChangeRow } from '../../../contract/identity/rights-change.ts'
import { quoted } from '../../../contract/quoted.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { fieldsOf, searchFields, type SearchField } from '../../kit/form/fields.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { toast } from '../../toast.ts'
import { OneChange } from './rights-change.tsx'

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
    show: (row) =>
      row.staleWhy === null ? (
        <StatusTag tone={changeCodes.tones[row.state]}>{changeCodes.labels[row.state]}</StatusTag>
      ) : (
        <StatusTag tone="off">状态已变化</StatusTag>
      ),
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
    show: ({ state, decidedBy, opinion, staleWhy }) => {
      if (staleWhy !== null) return `不能再生效：${staleWhy}`
      if (state === changeCodes.code.void && opinion) return `作废：${opinion}`
      return decidedBy ? `${decidedBy}${opinion && `：${opinion}`}` : '无'
    },
  },
)
const criteria: readonly SearchField[] = [
  ...searchFields(fields),
  {
    key: 'proposer',
    label: '提出人',
    kind: 'select',
    options: [
      { value: 'others', label: '他人提出' },
      { value: 'mine', label: '本人提出' },
    ],
  },
]
const shape = searchShape(criteria, { prefix: 'c' })
/** 变更申请: changes of rights that one security administrator requested and another decides. */
export function RightsChanges() {
  const refresh = useRefreshList(LIST)
  const [open, setOpen] = useState<RightsChangeRow | null>(null)
  const [undone, setUndone] = useState<RightsChangeRow | null>(null)
  return (
    <>
      <p className="meta" style={{ margin: '0 0 12px' }}>
        提出变更：在
        <Link to="/work/user" style={{ textDecoration: 'underline' }}>
          用户管理
        </Link>
        “授予角色”，或在本页“角色”“数据规则”里编辑，改好后点“提交另一人复核”，另一名安全管理员同意后生效。
      </p>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有变更申请。"
        fields={fields}
        shape={shape}
        endpoint={rightsChange.list}
        actions={[
          {
            label: (row) =>
              row.allowed.includes('approve') || (row.staleWhy !== null && row.allowed.includes('reject')) ? '复核' : '查看',
            open: (row) => setOpen(row),
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
          { label: '退回原来的权限', when: (row) => row.state === changeCodes.code.done, open: (row) => setUndone(row) },
        ]}
      />
      {open && <OneChange id={open.id} onClose={() => setOpen(null)} onDone={refresh} />}
      {undone && (
        <WordsDialog
          title={`退回${quoted(undone.title)}`}
          draft={`rights-rollback:${undone.id}`}
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
