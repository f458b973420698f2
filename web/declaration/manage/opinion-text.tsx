import type { OpinionRow } from '../../../contract/declaration/process.ts'
import { opinionVerdicts } from '../../../contract/declaration/process-words.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { localMinute } from '../../kit/date/local-time.ts'

const states = { open: ['waiting', '待答复'], answered: ['done', '已答复'], withdrawn: ['off', '已撤回'] } as const

/** One opinion: the question, the person asked, and the answer. */
export function OpinionText({ o }: { o: OpinionRow }) {
  const [tone, label] = states[o.state]
  return (
    <div style={{ whiteSpace: 'normal' }}>
      <p>
        <StatusTag tone={o.overdue ? 'urgent' : tone}>{o.overdue ? '已超期' : label}</StatusTag> <strong>{o.askedOf}</strong>
        {o.blocking && o.state === 'open' && '（答复前不能通过）'}
      </p>
      <p>
        {o.askedBy} 问：{o.question}
        {o.state === 'open' && `（${o.due} 前答复）`}
      </p>
      {o.endedBy && (
        <p>
          {o.endedBy} 结束：{o.endReason}
        </p>
      )}
      {o.verdict && (
        <p>
          {o.answeredBy} 答：<strong>{opinionVerdicts[o.verdict]}</strong>
          {o.score !== null && `，评分 ${o.score}`}。{o.answer}（{localMinute(o.answeredAt)}）
        </p>
      )}
    </div>
  )
}
