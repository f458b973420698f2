import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { declarationStates, type ReviewDetail } from '../../../contract/declaration.ts'
import { allowance } from '../../../contract/declaration/allowance.ts'
import { call } from '../../api.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { useCan } from '../../session.ts'
import { progressOf, toneOf } from '../allowance/wording.ts'
import { wan } from '../../kit/money.ts'

/** The allowance of an approved declaration, or for those who manage allowances the form to enter it. */
export function ItsAllowance({ detail }: { detail: ReviewDetail }) {
  const can = useCan()
  const approved = detail.state === declarationStates.approved.code && (detail.approvedAmount ?? detail.amount ?? 0) > 0
  const found = useQuery({
    queryKey: ['allowance', 'of-declaration', detail.id],
    queryFn: () => call(allowance.list, { query: { declareId: detail.id, page: 1, pageSize: 1 } }, { silent: true }),
    enabled: approved && can('allowance:read'),
    retry: false,
  })
  if (!approved || !found.data) return null
  const row = found.data.list[0]
  if (row)
    return (
      <p>
        补贴 <StatusTag tone={toneOf(row.state)}>{progressOf(row).name}</StatusTag>{' '}
        <Link to={`/work/subsidies?id=${row.id}`}>
          {wan(row.amount)}（编号 {row.id}）
        </Link>
      </p>
    )
  if (!can('allowance:manage') || detail.undo) return null
  return (
    <p>
      本申报还没有登记补贴。<Link to={`/work/subsidies?declare=${detail.id}`}>登记补贴</Link>
    </p>
  )
}
