import { isViewOnly, readFailure } from '../kit/failure.ts'
import css from './operator.module.css'

/** The message of a list without rows: loading, failed, or empty. */
export const Waiting = ({
  query,
  empty,
  count,
}: {
  query: { isError: boolean; error?: unknown; isPending: boolean; refetch(): unknown }
  empty: string
  count: number | undefined
}) =>
  query.isError && isViewOnly(readFailure(query.error)) ? (
    <p className={css.note}>{readFailure(query.error).message}</p>
  ) : query.isError ? (
    <p className={css.note} role="alert">
      未能读取{' '}
      <button type="button" className="btn btn-small" onClick={() => void query.refetch()}>
        重试
      </button>
    </p>
  ) : query.isPending ? (
    <p className={css.note} role="status">
      正在加载…
    </p>
  ) : count === 0 ? (
    <p className={css.note}>{empty}</p>
  ) : null
