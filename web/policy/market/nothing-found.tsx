import type { ComponentProps } from 'react'
import { Link, useSearchParams } from 'react-router'
import { cutQuestion } from '../../shell/address.ts'
import { NothingFound } from '../../shell/public/nothing-found.tsx'
import { unknownNumber } from './read-as.tsx'
import { WaysOn } from './ways-on.tsx'

interface Props extends Pick<ComponentProps<typeof NothingFound>, 'path' | 'filters'> {
  /** the list shows only one state of policies by default */
  byState?: boolean
  /** document numbers that do not exist */
  missing?: readonly string[] | undefined
}

/** No policy was found: offers to drop filters, to show every state, other words, and the calculator. */
export function NoPolicyFound({ path, filters, byState = false, missing }: Props) {
  const [params] = useSearchParams()
  const q = cutQuestion(params.get('q') ?? '')
  const wider = byState && params.get('status') !== 'all' ? [{ label: '把已截止和未开始的也算上', changes: { status: 'all' } }] : []
  // There the addresses above already cover every choice of states.
  const others = byState ? filters?.filter(({ keys }) => !keys.includes('status')) : filters
  return (
    <NothingFound
      path={path}
      filters={others}
      head={missing ? <p role="status">{unknownNumber(missing)}请核对文号，或用标题里的词再搜。</p> : q && <WaysOn q={q} elsewhere />}
      wider={wider}
    >
      {q && <li>试试更短的词，或政策标题的拼音首字母（如“高新技术企业”写 gxjs）</li>}
      <li>
        <Link to="/page/policyserver/calculator">不知道名称？用政策计算器按企业情况找</Link>
      </li>
    </NothingFound>
  )
}
