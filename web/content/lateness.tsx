import { StatusTag } from '../kit/status-tag.tsx'

/** Days until the next article of a column is due, or by which it is overdue. */
export const lateness = (late: number | null) => {
  if (late === null) return null
  if (late > 0) return <StatusTag tone="urgent">{`超过 ${late} 天`}</StatusTag>
  return <StatusTag tone={late >= -5 ? 'waiting' : 'done'}>{late === 0 ? '今天到期' : `还有 ${-late} 天`}</StatusTag>
}
