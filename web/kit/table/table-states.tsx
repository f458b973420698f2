import { Button } from 'antd'
import { lazy, Suspense, type ReactNode } from 'react'
import { messages } from '../../../contract/messages.ts'
import { CopyButton } from '../copy-button.tsx'
import { isForbidden, isMissing, isViewOnly, readFailure } from '../failure.ts'
import { Icon } from '../icons.tsx'
import css from './table.module.css'

const AskRight = lazy(() => import('../ask-right.tsx'))

/** No rows: 没有你想要的数据, with `onClear` when filters are the reason, else with `first`. */
export const EmptyState = ({ onClear, first }: { onClear?: (() => void) | undefined; first?: ReactNode }) => (
  <div className={css.state}>
    <p>{messages.tableEmpty}</p>
    {onClear ? <Button onClick={onClear}>清除筛选</Button> : first}
  </div>
)

/**
 * A failed load: the reason, 重试 and the 追踪号; without the right: whom to ask. A missing record would be missing after a retry too: `missing`
 * says so and links back.
 */
export function ErrorState({
  error,
  onRetry,
  missing,
}: {
  error: unknown
  onRetry: () => void
  missing?: { text: string; back: ReactNode }
}) {
  const failure = readFailure(error)
  if (missing && isMissing(failure)) {
    return (
      <div className={css.state} role="alert">
        <p>{missing.text}</p>
        {missing.back}
      </div>
    )
  }
  if (isForbidden(failure)) {
    return (
      <div className={css.state} role="alert">
        <Icon name="lock" size={28} />
        <p>无权限</p>
        <p className={css.note}>{failure.message}</p>
        {failure.lacks && (
          <Suspense fallback={null}>
            <AskRight path={location.pathname} refusedCall={failure.lacks} />
          </Suspense>
        )}
      </div>
    )
  }
  // Neither a fault nor something a retry would change.
  if (isViewOnly(failure)) return <p className={css.note}>{failure.message}</p>
  return (
    <div className={css.state} role="alert">
      <p>{failure.message}</p>
      {failure.traceId && (
        <p className={css.note}>
          追踪号 <code>{failure.traceId}</code> <CopyButton text={failure.traceId} />
        </p>
      )}
      <Button type="primary" onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

/** Skeleton cards for a narrow screen. */
export function CardBones() {
  return (
    <ul className={css.cards} aria-hidden="true">
      {[1, 2, 3].map((i) => (
        <li key={i} className={css.card}>
          <span className={css.bone} style={{ width: '70%', marginBottom: 12 }} />
          <span className={css.bone} />
        </li>
      ))}
    </ul>
  )
}

/** Placeholder rows: their cells are drawn as bars and never read. */
export const boneRows = <Row,>(length: number): Row[] => Array.from({ length }, (_, bone) => ({ bone }) as unknown as Row)
