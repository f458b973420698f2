import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { Link } from 'react-router'
import { consult } from '../../../contract/policy/consult.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { call } from '../../api.ts'
import { useOpenRow } from '../../kit/table/use-open-row.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { ConsultExchange, ConsultState } from './consult-exchange.tsx'

const states = [
  { label: '待回复', value: 0 },
  { label: '已回复', value: 1 },
]
const fields = fieldsOf(
  consult.listMy,
  { key: 'consultContent', label: '咨询内容', on: ['table'], width: 260, card: 'title' },
  {
    key: 'replyState',
    label: '状态',
    kind: 'select',
    options: states,
    on: ['search', 'table'],
    width: 100,
    show: (row) => <ConsultState row={row} />,
  },
  { key: 'policyTitle', label: '政策', on: ['table'], width: 200 },
  {
    key: 'consultTime',
    label: '咨询时间',
    on: ['table'],
    width: 150,
    show: (row) => <span className="num">{localMinute(row.consultTime)}</span>,
  },
  { key: 'replyContent', label: '回复内容', on: ['table'], width: 230 },
  {
    key: 'replyTime',
    label: '回复时间',
    on: ['table'],
    hidden: true,
    width: 160,
    show: (row) => <span className="num">{localMinute(row.replyTime) || '无'}</span>,
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 我的咨询: the user's questions on policies and their answers; `?id=` opens one. */
export default function MyConsults() {
  const [id, open] = useOpenRow()
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name="myconsult"
        fields={fields}
        shape={shape}
        endpoint={consult.listMy}
        actions={[
          { label: '查看', open: (row) => open(row.id) },
          {
            label: '提诉求',
            to: (row) =>
              `/work/myAppeal?new=1&policyId=${row.polInfoId}&fromKind=consult&fromId=${row.id}&about=${encodeURIComponent(row.policyTitle.slice(0, 60))}`,
          },
        ]}
        first={<Link to="/page/policysearch">去看政策，有疑问可在政策页咨询</Link>}
      />
      {id !== null && <MyConsult id={id} onClose={() => open(null)} />}
    </>
  )
}

function MyConsult({ id, onClose }: { id: number; onClose(): void }) {
  const found = useQuery({
    queryKey: ['consult', 'mine', id],
    queryFn: () => call(consult.findById, { query: { id } }, { silent: true }),
    retry: false,
  })
  return (
    <Modal open title="咨询详情" width={640} footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <ConsultExchange row={found.data} />
      ) : (
        <p role="status">正在加载…</p>
      )}
    </Modal>
  )
}
