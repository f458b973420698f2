import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { binding, bindingStateCodes, bindingStates, type BindingRow, type BindingState } from '../../contract/binding.ts'
import { call } from '../api.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { session } from '../session.ts'
import css from './operator.module.css'
import { Waiting } from './waiting.tsx'

const BINDINGS = '/work/personalCompany'
const LISTED = 10
/** States in which the user has to act come first. */
const order: readonly BindingState[] = [bindingStates.refused, bindingStates.waiting, bindingStates.bound]

/** The companies for which the user acts or has applied: a refused application with its reason, then a link into each company. */
export function MyCompanies() {
  const query = useQuery({
    queryKey: ['landing', 'bindings'],
    queryFn: () => call(binding.list, { query: { page: 1, pageSize: LISTED, lasting: '1' } }, { silent: true }),
    // Always read again, because an application may just have been decided, or a binding ended: the old number is not shown meanwhile.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const rows = (query.data?.list ?? []).toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return (
    <section className={css.panel} aria-labelledby="my-companies">
      <h2 id="my-companies">我的企业{query.data ? `（${query.data.total}）` : ''}</h2>
      <Waiting query={query} empty="还没有绑定企业。绑定后可以切换为企业身份查看档案、申报项目。" count={query.data?.total} />
      <ul className={css.rows}>
        {rows.map((row) => (
          <li key={row.id}>
            <span title={row.companyName}>{row.companyName}</span>
            <span title={aboutOf(row)}>{aboutOf(row)}</span>
            <span>
              <StatusTag tone={bindingStateCodes.tones[row.state]}>{bindingStateCodes.labels[row.state]}</StatusTag> <Way row={row} />
            </span>
          </li>
        ))}
      </ul>
      <Link to={BINDINGS}>{query.data?.total ? '查看全部绑定' : '申请绑定企业'}</Link>
    </section>
  )
}

const aboutOf = ({ state, position, examineOpinion }: BindingRow): string =>
  state === bindingStates.refused && examineOpinion ? `未通过原因：${examineOpinion}` : position

function Way({ row }: { row: BindingRow }) {
  const [isGoing, setGoing] = useState(false)
  if (row.state === bindingStates.refused)
    return (
      <Link className="btn btn-small" to={BINDINGS}>
        重新申请<span className="visually-hidden">：{row.companyName}</span>
      </Link>
    )
  if (row.state !== bindingStates.bound) return null
  const go = async () => {
    setGoing(true)
    try {
      await session.changeToCompany(row.companyId)
    } catch {
      // The call has shown its error.
      setGoing(false)
    }
  }
  return (
    <Button size="small" loading={isGoing} onClick={() => void go()} aria-label={`切换到该企业：${row.companyName}`}>
      切换
    </Button>
  )
}
