import { useQuery } from '@tanstack/react-query'
import { operations, type JobRow } from '../../../contract/operations.ts'
import { call } from '../../api.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { RowActions, type RowAction } from '../../kit/table/row-actions.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { toast } from '../../toast.ts'
import { LogTime } from '../logs/cells.tsx'
import css from './operations.module.css'

const EVERY_MS = 10_000
const tookOf = (job: JobRow) =>
  job.startedAt && job.endedAt ? `用时 ${((Date.parse(job.endedAt) - Date.parse(job.startedAt)) / 1000).toFixed(1)} 秒` : ''

/** 定时任务: last run with its result, next run, and buttons to run or pause each job. */
export function RecurringJobs() {
  const query = useQuery({
    queryKey: ['operations', 'jobs'],
    queryFn: () => call(operations.jobs, { query: {} }, { silent: true }),
    refetchInterval: EVERY_MS,
    retry: false,
  })
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <p role="status">正在加载…</p>
  const move =
    (endpoint: typeof operations.runJob | typeof operations.pauseJob | typeof operations.resumeJob, said: string) =>
    async (job: JobRow) => {
      await call(endpoint, { body: { name: job.name } })
      toast.success(said)
      await query.refetch()
    }
  const actions: RowAction<JobRow>[] = [
    {
      label: '立即执行',
      ask: (job) => ({ title: `立即执行一次“${job.title}”？`, effect: '做的与按计划执行时一样：要发消息、短信或摘要的任务现在就发。' }),
      run: move(operations.runJob, '已安排，片刻后执行'),
    },
    {
      label: '暂停',
      when: (job) => !job.paused,
      ask: (job) => ({ title: `暂停“${job.title}”？`, effect: '恢复之前不再按计划执行；仍可立即执行一次。' }),
      run: move(operations.pauseJob, '已暂停'),
    },
    { label: '恢复', when: (job) => job.paused, run: move(operations.resumeJob, '已恢复') },
  ]
  return (
    <ul className={css.jobs} aria-label="定时任务">
      {query.data.map((job) => (
        <li key={job.name}>
          <h2>{job.title}</h2>
          <p className={css.plan}>
            {job.plan}
            {job.next && (
              <span className="meta">
                下次 <LogTime at={job.next} />
              </span>
            )}
          </p>
          <p className={css.last}>
            <Last job={job} />
          </p>
          <div className={css.actions}>
            <RowActions row={job} actions={actions} name={job.title} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Last({ job }: { job: JobRow }) {
  if (job.paused) return <StatusTag tone="off">{job.pausedBy ? `${job.pausedBy}已暂停` : '已暂停'}</StatusTag>
  if (!job.startedAt) return <span className="meta">还没有执行过</span>
  if (!job.endedAt)
    return (
      <>
        <StatusTag tone="running">正在执行</StatusTag> 自 <LogTime at={job.startedAt} />
      </>
    )
  return (
    <>
      {job.error ? <StatusTag tone="refused">失败</StatusTag> : <StatusTag tone="done">完成</StatusTag>} <LogTime at={job.startedAt} />
      <span className="meta">{tookOf(job)}</span>
      {job.error && <span className={css.error}>{job.error}</span>}
    </>
  )
}
