import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { appealPolicy } from '../../../contract/appeal/policy.ts'
import type { RowOf } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'
import { PolicySelect } from '../../kit/choose/policy-select.tsx'
import { FormDrawer } from '../../kit/dialog/form-drawer.tsx'
import { fieldsOf, searchFields, type ControlProps } from '../../kit/form/fields.ts'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import css from '../appeal.module.css'
import { dayOf } from '../words.tsx'
import { bigTypes } from './sources.ts'

const LIST = 'appealGaps'
type Row = RowOf<typeof appealPolicy.gaps>
const yesNo = [
  { label: '是', value: 1 },
  { label: '否', value: 0 },
]
const fields = fieldsOf(
  appealPolicy.gaps,
  {
    key: 'typeName',
    label: '大类',
    searchKey: 'typeId',
    kind: 'select',
    options: bigTypes,
    on: ['search', 'table'],
    card: 'title',
    width: 170,
    show: (row) => row.typeName,
  },
  { key: 'industry', label: '行业', on: ['table'], width: 170, show: (row) => row.industry || '未填写' },
  { key: 'streetName', label: '镇街', on: ['table'], width: 130, show: (row) => row.streetName || '未填写' },
  { key: 'count', label: '诉求', on: ['table'], width: 80, show: (row) => <span className="num">{row.count} 件</span> },
  { key: 'titles', label: '最近提出的', on: ['table'], width: 320, show: (row) => row.titles.join('；') },
  { key: 'newest', label: '最近一件', on: ['table'], width: 120, show: (row) => <span className="num">{dayOf(row.newest)}</span> },
  {
    key: 'policy',
    label: '后来的政策',
    searchKey: 'tied',
    searchLabel: '已关联政策',
    kind: 'select',
    options: yesNo,
    on: ['search', 'table'],
    width: 240,
    show: (row) =>
      row.policy === null ? (
        '尚未关联'
      ) : (
        <>
          {row.policy.published ? <Link to={`/page/policyserverdetail?id=${row.policy.id}`}>{row.policy.title}</Link> : row.policy.title}
          <span className="meta">{row.policy.published ? `，已告知 ${row.told} 件` : '，公开后告知提出人'}</span>
        </>
      ),
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/**
 * 政策缺口: needs for which senders found no policy, by type, industry and street. A gap can be linked to a later policy; its publication is
 * announced to the senders.
 */
export default function AppealGaps() {
  const [tying, setTying] = useState<Row | null>(null)
  const refresh = useRefreshList(LIST)
  const tie = async (row: Row, policyId: number | undefined) => {
    const { typeId, industry, street } = row
    const body = { typeId, industry, street, ...(policyId ? { policyId } : {}) }
    const { count } = await call(appealPolicy.tie, { body }, policyId ? { silent: true } : {})
    toast.success(policyId ? `已关联 ${count} 件，政策公开后告知提出人` : '已取消关联')
    setTying(null)
    await refresh()
  }
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <p className={css.note}>提出人勾选了“没有找到合适的政策”的诉求。不含提出人，标题中的号码已隐去。</p>
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        keyOf={(row) => `${row.typeId} ${row.industry} ${row.street}`}
        endpoint={appealPolicy.gaps}
        first="还没有这样的诉求。"
        actions={[
          { label: '关联政策', when: (row) => row.told < row.count, open: (row) => setTying(row) },
          { label: '取消关联', when: (row) => row.policy !== null && row.told < row.count, run: (row) => tie(row, undefined) },
        ]}
      />
      <FormDrawer title="关联后来的政策" open={tying !== null} onClose={() => setTying(null)}>
        {tying && (
          <TieForm
            key={`${tying.typeId} ${tying.industry} ${tying.street}`}
            onTie={(id) => tie(tying, id)}
            onClose={() => setTying(null)}
          />
        )}
      </FormDrawer>
    </>
  )
}

const Tie = z.object({ policyId: z.number({ error: '请选择政策' }) })
function TieForm({ onTie, onClose }: { onTie(policyId: number): Promise<unknown>; onClose(): void }) {
  const can = useCan()
  const among = can('policy:read') ? 'all' : 'published'
  const Policies = (props: ControlProps) => <PolicySelect {...props} among={among} />
  const [fieldsOfForm] = useState(() =>
    formFields(Tie, { key: 'policyId', label: '政策', as: Policies, hint: '可以是尚未公开的；公开时，提出人会收到告知和按其档案的判定' }),
  )
  return (
    <RecordForm
      schema={Tie}
      fields={fieldsOfForm}
      submitText="关联"
      draft={null}
      onCancel={onClose}
      onSubmit={({ policyId }) => onTie(policyId)}
    />
  )
}
