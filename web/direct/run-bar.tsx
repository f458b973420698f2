import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useEffect, useRef } from 'react'
import { directStaff, type DirectListDetail } from '../../contract/direct.ts'
import { call } from '../api.ts'
import css from './direct.module.css'

const POLL_MS = 800
const going = (state: string | undefined) => state === 'queued' || state === 'running'

/** The progress of a run over the archives, with a stop button; `onEnd` is called after its end. */
export function RunBar({ detail: d, onEnd, mayStop }: { detail: DirectListDetail; onEnd(): unknown; mayStop: boolean }) {
  const live = useQuery({
    queryKey: ['direct', 'run', d.id, d.run?.taskId],
    queryFn: () => call(directStaff.progress, { query: { id: d.id } }, { silent: true }),
    enabled: going(d.run?.state),
    refetchInterval: (q) => (going(q.state.data?.state ?? 'running') ? POLL_MS : false),
    retry: false,
  })
  const run = live.data ?? d.run
  const ended = useRef(onEnd)
  ended.current = onEnd
  const over = live.data !== undefined && !going(live.data?.state)
  useEffect(() => {
    if (over) void ended.current()
  }, [over])
  if (!run) return null
  if (run.state === 'failed') return <p className={css.over}>{run.message ?? '后台任务失败'}。请核对政策与基准日后重试。</p>
  if (run.state === 'cancelled' && d.state === 'draft') return <p className={css.note}>上次任务已中止，没有生成名单。</p>
  if (!going(run.state)) return null
  const percent = run.total ? Math.floor((run.done / run.total) * 100) : 0
  return (
    <div className={css.stack} role="status">
      <p>
        正在对照企业档案：{run.done}
        {run.total === null ? '' : ` / ${run.total}`} 家 {run.message ?? ''}
      </p>
      <Progress percent={percent} aria-label="判定进度" />
      {mayStop && (
        <p>
          <Button onClick={() => void call(directStaff.stop, { body: { id: d.id } }).catch(() => {})}>中止</Button>
        </p>
      )}
    </div>
  )
}
