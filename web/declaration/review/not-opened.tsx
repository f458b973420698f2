import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { delegation } from '../../../contract/declaration/process.ts'
import { call } from '../../api.ts'
import { isMissing, readFailure } from '../../kit/failure.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { lastOver, overWords } from '../manage/delegation-end.ts'
import css from './review.module.css'

/**
 * Why a declaration does not open. The server says of one that the reader may not see what it says of one that does not exist. To a reader
 * whose delegation was over a short time ago the page says that too, of any address, and so tells nothing about the declaration.
 */
export function NotOpened({ error, onRetry, onBack }: { error: unknown; onRetry: () => void; onBack: () => void }) {
  const missing = isMissing(readFailure(error))
  const over = useQuery({
    queryKey: ['declaration', 'delegation-over'],
    queryFn: async () =>
      lastOver(
        (await call(delegation.list, { query: { received: true, open: false, page: 1, pageSize: 50 } }, { silent: true })).list,
        Date.now(),
      ),
    retry: false,
    staleTime: 0,
    enabled: missing,
  })
  if (missing && over.isPending)
    return (
      <p role="status" className={css.note}>
        正在加载…
      </p>
    )
  return (
    <ErrorState
      error={error}
      onRetry={onRetry}
      {...(over.data
        ? {
            missing: {
              text: overWords(over.data),
              back: (
                <Button type="primary" onClick={onBack}>
                  返回列表
                </Button>
              ),
            },
          }
        : {})}
    />
  )
}
