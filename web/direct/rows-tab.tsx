import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { directStaff, type DirectListDetail } from '../../contract/direct.ts'
import { directOrigins, directRowLabels } from '../../contract/direct/states.ts'
import { exportSource } from '../kit/exchange/export-source.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { useListAddress } from '../kit/table/use-list.ts'
import { useCan } from '../session.ts'
import type { Decision } from './decisions.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { rowsList, rowTones } from './words.ts'
import { wan } from '../kit/money.ts'

const ExportButton = lazyPart(() => import('../kit/exchange/export-button.tsx').then((m) => m.ExportButton))
const RowDrawer = lazyPart(() => import('./row-drawer.tsx').then((m) => m.RowDrawer))

const fields = fieldsOf(
  directStaff.rows,
  { key: 'companyName', label: '企业名称', on: ['search', 'table'], card: 'title', width: 280 },
  { key: 'code', label: '统一社会信用代码', on: ['table'], width: 190 },
  {
    key: 'amount',
    label: '金额',
    kind: 'money',
    unit: '万元',
    on: ['table'],
    width: 130,
    sortable: 'amount',
    show: (row) => <span className="num">{wan(row.amount)}</span>,
  },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: Object.entries(directRowLabels).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 140,
    show: (row) => <StatusTag tone={rowTones[row.state]}>{directRowLabels[row.state]}</StatusTag>,
  },
  { key: 'reason', label: '原因', on: ['table'], width: 220 },
  {
    key: 'duplicate',
    label: '提示',
    on: ['table'],
    width: 150,
    show: (row) =>
      [row.duplicate && '同年度已有补贴', row.origin !== 'run' && directOrigins[row.origin]].filter(Boolean).join('；') || '无',
  },
  { key: 'answerTime', label: '企业答复时间', kind: 'dateTime', on: ['table'], width: 170 },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria, { prefix: 'r' })

/** The companies of a list; each opens with its evidence. */
export function RowsTab({ detail: d, onDecide }: { detail: DirectListDetail; onDecide(decision: Decision): void }) {
  const can = useCan()
  const [params] = useSearchParams()
  const { state } = useListAddress(shape)
  const [open, setOpen] = useState<number | null>(/^\d{1,15}$/.test(params.get('row') ?? '') ? Number(params.get('row')) : null)
  const byHand = can('direct:manage') && (d.state === 'frozen' || d.state === 'closed')
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={rowsList(d.id)}
        fields={fields}
        shape={shape}
        endpoint={directStaff.rows}
        asked={{ listId: d.id }}
        tools={
          can('export:run') && <ExportButton title="名单" source={exportSource('direct', { ...state.filters, listId: String(d.id) })} />
        }
        actions={[
          { label: '依据', open: (row) => setOpen(row.id) },
          {
            label: '剔除',
            danger: true,
            when: (row) => byHand && ((d.state === 'frozen' && row.state === 'listed') || row.state === 'held'),
            open: (row) => onDecide({ on: 'row', moves: ['exclude'], row }),
          },
          {
            label: '恢复',
            when: (row) => byHand && d.state === 'frozen' && row.state === 'excluded',
            open: (row) => onDecide({ on: 'row', moves: ['restore'], row }),
          },
        ]}
        first={d.state === 'draft' ? '还没有生成名单。' : '没有符合条件且金额确定的企业。'}
      />
      <RowDrawer id={open} onClose={() => setOpen(null)} />
    </>
  )
}
