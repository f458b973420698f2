import type { ComponentProps } from 'react'
import { Link, useSearchParams } from 'react-router'
import { NothingFound } from '../../shell/public/nothing-found.tsx'
import { WaysOn } from './ways-on.tsx'

interface Props extends Pick<ComponentProps<typeof NothingFound>, 'path' | 'filters'> {
  /** the list shows one state of policies unless told otherwise */
  byState?: boolean
}

/** No policy was found: the filters that can be dropped, every state, other words, the calculator. */
export function NoPolicyFound({ path, filters, byState = false }: Props) {
  const [params] = useSearchParams()
  const q = params.get('q')
  const wider = byState && params.get('status') !== 'all' ? [{ label: '把已截止和未开始的也算上', changes: { status: 'all' } }] : []
  // Every choice of states is among the addresses above.
  const others = filters?.filter(({ keys }) => !keys.includes('status'))
  return (
    <NothingFound path={path} filters={others} head={q && <WaysOn q={q} />} wider={wider}>
      {q && <li>试试更短的词，或政策标题的拼音首字母（如“高企认定”写 gqrd）</li>}
      <li>
        <Link to="/page/policyserver/calculator">不知道名称？用政策计算器按企业情况找</Link>
      </li>
    </NothingFound>
  )
}
