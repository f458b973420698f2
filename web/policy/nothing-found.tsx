import { Link, useSearchParams } from 'react-router'
import { listIn, withQuery } from '../shell/address.ts'
import styles from './nothing-found.module.css'
import { WaysOn } from './ways-on.tsx'

/** Ways on when nothing was found: drop one filter at a time, look at every state, ask. */
export function NothingFound({ path, q, filtered }: { path: string; q: string; filtered: boolean }) {
  const [params] = useSearchParams()
  const droppable = (['policyDepId', 'supportMode', 'level', 'industry', 'labelId', 'startTime', 'deadlineEnd'] as const).filter(
    (key) => listIn(params, key).length > 0,
  )
  const names = {
    policyDepId: '部门',
    supportMode: '支持方式',
    level: '级别',
    industry: '行业',
    labelId: '标签',
    startTime: '发布时间',
    deadlineEnd: '截止时间',
  }
  return (
    <div className={styles.nothing}>
      {q ? <WaysOn q={q} /> : <p className={styles.none}>没有你想要的数据</p>}
      <ul>
        {params.get('status') !== 'all' && (
          <li>
            <Link to={withQuery(path, params, { status: 'all' })}>把已截止和未开始的也算上</Link>
          </li>
        )}
        {droppable.map((key) => (
          <li key={key}>
            <Link to={withQuery(path, params, { [key]: null })}>不限{names[key]}</Link>
          </li>
        ))}
        {filtered && (
          <li>
            <Link to={path}>清除全部条件</Link>
          </li>
        )}
        {q && <li>试试更短的词，或政策标题的拼音首字母（如“高企认定”写 gqrd）</li>}
        <li>
          <Link to="/page/policyserver/calculator">不知道名称？用政策计算器按企业情况找</Link>
        </li>
      </ul>
    </div>
  )
}
