import { StatusTag } from '../status-tag.tsx'
import { dueOf } from './local-time.ts'

/** The deadline of the step: red with a word when it is near or past (ux §3.2). */
export function DueMark({ deadline, workdaysLeft }: { deadline: string | null; workdaysLeft: number | null }) {
  const due = dueOf(deadline, Date.now(), workdaysLeft)
  if (!due) return '无'
  return due.tone === 'urgent' ? <StatusTag tone="urgent">{due.text}</StatusTag> : <span className="num">{due.text}</span>
}
