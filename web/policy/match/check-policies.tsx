import { useSearchParams } from 'react-router'
import { managed, POLICY_STATE, PROPOSAL_STATE, type ManagedPolicy } from '../../../contract/policy.ts'
import { asked } from '../../asked.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList, type ListQuery } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import { useBatchReview } from '../manage/batch-review.tsx'
import { moreCriteria } from '../manage/criteria.ts'
import { PolicyState } from '../manage/fields.tsx'
import { useChosen, usePolicyMoves } from '../manage/policy-moves.tsx'
import { lazyPart, onItsWay } from '../../shell/lazy-part.tsx'
import { useSite } from '../../shell/root-data.ts'

const PolicyReview = lazyPart(() => import('../manage/policy-review.tsx').then((m) => m.PolicyReview), onItsWay)
const LIST = 'policycheckmanage'
/** Who submitted the waiting item, and when: the proposal when one waits, else the policy itself. */
const sent = (row: ManagedPolicy) => row.proposals.find((p) => p.state === PROPOSAL_STATE.pending) ?? row
const awaits = (row: ManagedPolicy) => row.allowed.includes('approve') || row.proposals.some((p) => p.allowed.includes('approve'))

const fields = fieldsOf<typeof managed.list, 'queue'>(
  managed.list,
  { key: 'keyword', label: '关键词', kind: 'text', on: ['search'], placeholder: '标题、文号' },
  {
    key: 'queue',
    label: '范围',
    kind: 'select',
    on: ['search'],
    options: [
      { value: 'mine', label: '待我审核' },
      { value: 'pending', label: '全部待审核' },
      { value: 'rejected', label: '审核未通过' },
      { value: 'scheduled', label: '待上架' },
    ],
  },
  { key: 'policyTitle', label: '政策标题', on: ['table'], card: 'title', width: 340, to: (row) => `/work/policycheckmanage?id=${row.id}` },
  { key: 'state', label: '状态', on: ['table'], width: 150, show: (row) => <PolicyState row={row} /> },
  { key: 'policyDepName', label: '发文部门', on: ['table'], width: 200 },
  { key: 'submitterName', label: '提交人', on: ['table'], width: 150, show: (row) => sent(row).submitterName ?? '无' },
  {
    key: 'submitTime',
    label: '提交时间',
    on: ['table'],
    sortable: 'submitTime',
    width: 160,
    show: (row) => <span className="num">{localMinute(sent(row).submitTime) || '无'}</span>,
  },
  { key: 'reviewOpinion', label: '上次审核意见', on: ['table'], width: 220 },
)
const criteria = [...searchFields(fields), ...searchFields(moreCriteria)]
const shape = { ...searchShape(criteria), defaults: { sort: 'submitTime' } }
const queues: Readonly<Record<string, object>> = {
  mine: { forReview: 1 },
  pending: { forReview: 2 },
  rejected: { state: POLICY_STATE.rejected },
  scheduled: { state: POLICY_STATE.scheduled },
}

const listQuery = ({ queue, ...query }: ListQuery, first: string) => asked(managed.list, { ...query, ...queues[String(queue ?? first)] })

/** 政策审核管理: items that wait for review, the longest first; `?id=` opens one. */
export default function CheckPolicies() {
  const [params] = useSearchParams()
  const can = useCan()
  const { policyReview } = useSite()
  const first = can('policy:review') ? 'mine' : 'pending'
  const { move, batch, dialogs } = usePolicyMoves(LIST, (filter) => listQuery(filter, first))
  const refresh = useRefreshList(LIST)
  const decisions = useBatchReview(
    useChosen(LIST, (filter) => listQuery(filter, first)),
    refresh,
  )
  const id = Number(params.get('id')) || null
  if (id !== null) return <PolicyReview key={id} id={id} />
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first={
          policyReview
            ? '没有待审核的政策。编辑提交审核后会出现在这里；自己提交的由别人审核。'
            : '没有待审核的政策。本平台发布政策不需要审核，这里只有以前提交、尚未审核的。'
        }
        fields={fields}
        shape={shape}
        endpoint={managed.list}
        asked={(query) => listQuery(query, first)}
        actions={[{ label: (row) => (awaits(row) ? '审核' : '查看'), to: (row) => `/work/policycheckmanage?id=${row.id}` }, move.withdraw]}
        choosing={{
          // A revision or repeal is reviewed by its own comparison, one by one.
          can: (row) => (['approve', 'reject', 'withdraw'] as const).some((name) => row.allowed.includes(name)),
          batch: [...(can('policy:review') ? [decisions.review] : []), ...(can('policy:edit') ? batch(['withdraw']) : [])],
        }}
      />
      {dialogs}
      {decisions.dialogs}
    </>
  )
}
