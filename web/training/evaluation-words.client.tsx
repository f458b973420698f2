import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { num, type EvaluatedActivity } from '../../contract/training/num.ts'
import { call } from '../api.ts'
import { BarChart } from '../kit/chart/bar-chart.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import styles from './training.module.css'

/** The spread of the scores of an activity and what was written, without names. */
export function EvaluationWords({ of, onClose }: { of: EvaluatedActivity; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['training', 'words', of.id],
    queryFn: () => call(num.words, { query: { id: of.id } }, { silent: true }),
    retry: false,
  })
  return (
    <Drawer title={`“${of.title}”的评价`} open onClose={onClose} size={640} destroyOnHidden>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <p role="status">正在加载…</p>}
      {data?.distribution && (
        <BarChart
          title={`${data.evaluateNum} 人评价，平均 ${data.evaluateAvg} 分`}
          nameLabel="评分"
          names={['1 分', '2 分', '3 分', '4 分', '5 分']}
          series={[{ name: '人数', values: data.distribution }]}
        />
      )}
      {data?.words && data.words.length === 0 && <p className="meta">没有人写评语。</p>}
      {data?.words && data.words.length > 0 && (
        <ul className={styles.words} aria-label="评语">
          {data.words.map(({ score, content }, i) => (
            <li key={i}>
              <span className="meta num">{score} 分</span> {content}
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}
