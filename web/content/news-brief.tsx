import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { newsBrief, type NewsBrief } from '../../contract/content/brief.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { call } from '../api.ts'
import { FactList } from '../kit/fact-list.tsx'
import css from '../kit/figures.module.css'
import { PrintButton } from '../kit/print-button.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { articlePath } from './addresses.ts'
import styles from './brief.module.css'
import { lateness } from './lateness.tsx'

const shift = (month: string, by: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The brief of a month: what was published in each column, how much it was read, and which columns are late. */
export function NewsBriefPart() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('month') ?? undefined
  const { data, error, refetch } = useQuery({
    queryKey: ['newsBrief', asked],
    queryFn: () => call(newsBrief.month, { query: asked === undefined ? {} : { month: asked } }, { silent: true }),
    placeholderData: (before) => before,
    retry: false,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">正在加载…</p>
  const go = (by: number) => setParams({ tab: 'brief', month: shift(data.month, by) })
  const thisMonth = shanghaiDay(Date.now()).slice(0, 7)
  return (
    <div className={styles.brief}>
      <div className={styles.bar} data-print="hide">
        <Button onClick={() => go(-1)}>上一月</Button>
        <strong className="num">{data.month}</strong>
        <Button disabled={data.month >= thisMonth} onClick={() => go(1)}>
          下一月
        </Button>
        <PrintButton />
      </div>
      <Brief brief={data} />
    </div>
  )
}

function Brief({ brief }: { brief: NewsBrief }) {
  const figures = [
    ['发布（篇）', brief.published],
    ['上月发布（篇）', brief.before],
    ['这些资讯至今的浏览（次）', brief.views],
    ['本月下架（篇）', brief.takenDown],
    ['现在待审核（篇）', brief.waiting],
  ] as const
  return (
    <>
      <h2>{brief.month} 资讯简报</h2>
      <FactList
        className={css.items}
        facts={figures.map(([name, n]) => [
          name,
          <strong key={name} className="num">
            {n}
          </strong>,
        ])}
      />
      <section aria-labelledby="brief-columns">
        <h2 id="brief-columns">各栏目</h2>
        <Columns brief={brief} />
      </section>
      <section aria-labelledby="brief-most">
        <h2 id="brief-most">本月发布的资讯里浏览最多的</h2>
        {brief.most.length === 0 && <p className="meta">这个月没有发布资讯。</p>}
        <ol>
          {brief.most.map((one) => (
            <li key={one.id}>
              <a href={articlePath(one.id)}>{one.title}</a>{' '}
              <span className="meta">
                {one.columnName}，{shanghaiDay(Date.parse(one.publishTime))}，浏览 {one.viewNum} 次
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

const Columns = ({ brief }: { brief: NewsBrief }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">栏目</th>
        <th scope="col" data-number>
          本月
        </th>
        <th scope="col" data-number>
          上月
        </th>
        <th scope="col" data-number>
          浏览
        </th>
        <th scope="col">最近更新（今天看）</th>
        <th scope="col">更新期限（今天看）</th>
      </tr>
    </thead>
    <tbody>
      {brief.columns.map((row) => (
        <tr key={row.id}>
          <th scope="row">{row.path}</th>
          <td data-number data-label="本月">
            {row.published}
          </td>
          <td data-number data-label="上月">
            {row.before}
          </td>
          <td data-number data-label="浏览">
            {row.views}
          </td>
          <td data-label="最近更新（今天看）">{row.newest ? shanghaiDay(Date.parse(row.newest)) : '还没有'}</td>
          <td data-label="更新期限（今天看）">{lateness(row.late) ?? '不限'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
