import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callAgent } from '../../contract/callcentre/desk.ts'
import { agentCodes } from '../../contract/callcentre/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { CallbackList } from './callback-list.tsx'
import css from './ecall.module.css'

const ASK_MS = 10_000

/** The agents on duty with their states, and the callers who wait for a callback, with their waiting time. */
export default function CallBoard() {
  const client = useQueryClient()
  const board = useQuery({
    queryKey: ['call', 'board'],
    queryFn: () => call(callAgent.board, {}, { silent: true }),
    retry: false,
    refetchInterval: ASK_MS,
  })
  if (board.error) return <ErrorState error={board.error} onRetry={() => void board.refetch()} />
  const data = board.data
  if (!data) return <p role="status">正在加载…</p>
  return (
    <div className={css.stack}>
      <section className={css.box} aria-labelledby="board">
        <h2 id="board">坐席</h2>
        <p>
          待回拨 <strong className="num">{data.waiting}</strong> 个
          {data.overdue > 0 && (
            <span className={css.late}>
              ，其中 <strong className="num">{data.overdue}</strong> 个已超过承诺时间
            </span>
          )}
        </p>
        {data.agents.length === 0 ? (
          <p className={css.small}>还没有坐席签入过。</p>
        ) : (
          <ul className={css.rows}>
            {data.agents.map((agent) => (
              <li key={agent.id}>
                <span className={css.line}>
                  <strong>{agent.name}</strong>
                  <StatusTag tone={agentCodes.tones[agent.state as keyof typeof agentCodes.tones]}>{agent.stateName}</StatusTag>
                </span>
                <span className={css.small}>
                  {agent.extension ? `分机 ${agent.extension}，` : ''}今日 {agent.today} 次通话
                  {agent.since && `，${localMinute(agent.since)} 起`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <CallbackList onDone={() => client.invalidateQueries({ queryKey: ['call'] })} />
    </div>
  )
}
