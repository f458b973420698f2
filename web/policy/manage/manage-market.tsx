import { Button } from 'antd'
import { Link } from 'react-router'
import { managed, POLICY_STATE, type ManagedPolicy } from '../../../contract/policy.ts'
import { searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useCan } from '../../session.ts'
import { policyFields } from './fields.tsx'
import { usePolicyMoves } from './policy-moves.tsx'

const LIST = 'policymarketmanage'
const fields = policyFields((row) => `/work/policyserveradmin?id=${row.id}`).map(({ sortable: _, ...field }) => ({
  ...field,
  ...(field.key === 'policyTitle'
    ? {
        show: (row: ManagedPolicy) => (
          <>
            {row.topFlag === 1 && <span className="tag">置顶</span>}{' '}
            <Link to={`/work/policyserveradmin?id=${row.id}`}>{row.policyTitle}</Link>
          </>
        ),
      }
    : {}),
}))
const criteria = searchFields(fields)
/** Published policies, unless another state is chosen. */
const shape = { ...searchShape(criteria), defaults: { filters: { state: String(POLICY_STATE.published) } } }

/** 政策超市管理: the published policies in the public order; pin, order, publish and take down. */
export default function ManageMarket() {
  const can = useCan()
  const { move, batch, dialogs } = usePolicyMoves(LIST)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="政策超市还没有政策。政策在“政策服务管理”新增，审核通过并上架后出现在这里。"
        fields={fields}
        shape={shape}
        endpoint={managed.list}
        asked={{ sort: '-shelf' }}
        actions={[move.edit, move.up, move.down, move.resetOrder, move.pin, move.schedule, move.takeUp, move.takeDown, move.delete]}
        choosing={{ batch: batch(['takeUp', 'takeDown', 'delete']) }}
        tools={
          <>
            {can('policy:edit') && (
              <Link to="/work/policyserveradmin?id=new">
                <Button type="primary">新增政策</Button>
              </Link>
            )}
            <Link to="/page/policymarket/index">查看政策超市</Link>
          </>
        }
      />
      {dialogs}
    </>
  )
}
