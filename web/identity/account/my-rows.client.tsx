import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { accountData, type MyDataKind } from '../../../contract/account-data.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import css from './account.module.css'

/** The newest rows of one kind of the user's own data. */
export function MyRows({ kind, onClose }: { kind: MyDataKind; onClose(): void }) {
  const query = useQuery({
    queryKey: ['account', 'data', kind.key],
    queryFn: () => call(accountData.rows, { query: { key: kind.key } }, { silent: true }),
    retry: false,
    staleTime: 0,
  })
  return (
    <Modal open title={`${kind.title}（${kind.count} 条）`} footer={null} width={900} onCancel={onClose}>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <p role="status">正在加载…</p>
      ) : (
        <>
          <ol className={css.rows} aria-label={kind.title}>
            {query.data.rows.map((row, at) => (
              <li key={at}>
                <dl className={css.facts}>
                  {row.map((value, i) => (
                    <div key={query.data.columns[i]}>
                      <dt>{query.data.columns[i]}</dt>
                      <dd>{value || '无'}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ol>
          {query.data.rows.length < kind.count && <p className="meta">只列出最近的 {query.data.rows.length} 条，全部内容见下载的副本。</p>}
        </>
      )}
    </Modal>
  )
}
