import { Button } from 'antd'
import { readFailure } from '../failure.ts'
import { refusedFilters } from './filter-words.ts'
import type { ListShape } from './list-state.ts'
import { ErrorState } from './table-states.tsx'
import css from './table.module.css'

interface Props {
  error: unknown
  onRetry: () => void
  shape: ListShape
  onClear: () => void
}
/** A list that could not be loaded. Refused filters are named, and can be cleared: a retry would not change them (ADR 1046). */
export function ListError({ error, onRetry, shape, onClear }: Props) {
  const refused = refusedFilters(readFailure(error).fields, shape)
  if (refused.length === 0) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <div className={css.state} role="alert">
      {refused.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <Button onClick={onClear}>清除筛选，从第一页看起</Button>
    </div>
  )
}
