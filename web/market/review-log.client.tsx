import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import type { MarketItem } from '../../contract/market/item.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { EmptyState, ErrorState } from '../kit/table/table-states.tsx'
import { logOf } from './log-of.ts'
import styles from './market.module.css'

/** The history of an item, the latest entry first; changes without a review are shown with the values before and after. */
export function ReviewLog({ kind, row, onClose }: { kind: MarketKind; row: MarketItem; onClose(): void }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['market', 'log', row.id],
    queryFn: () => call(logOf(kind).list, { query: { itemId: row.id, pageSize: 100 } }, { silent: true }),
  })
  return (
    <Drawer title={`“${row.title}”的审核记录`} open onClose={onClose} size={640} destroyOnHidden>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <p role="status">正在加载…</p>
      ) : data.list.length === 0 ? (
        <EmptyState />
      ) : (
        <ol className={styles.reasons}>
          {data.list.map((step) => (
            <li key={step.id}>
              <p>
                <span className="num">{localMinute(step.time)}</span>　{step.by}　{step.name}
              </p>
              {step.opinion && <p className="meta">意见：{step.opinion}</p>}
              {step.changes.map((change) => (
                <p key={change.name} className="meta">
                  {change.name}：{change.before} → {change.after}
                </p>
              ))}
            </li>
          ))}
        </ol>
      )}
    </Drawer>
  )
}
