import { App, Button, Modal, Progress } from 'antd'
import type { ReactNode } from 'react'
import { CopyButton } from '../copy-button.tsx'
import { abandonExport, closeExport, enlargeExport, saveExport, shrinkExport, useExportJobs, type ExportJob } from './export-jobs.ts'
import { exportPercent, exportText } from './export-state.ts'
import css from './export.module.css'
import { Icon } from '../icons.tsx'

/** Rendered once at the root: the dialog of a new export, and a tray for background jobs. `more` is the end of the tray. */
export function ExportTray({ more }: { more?: ReactNode }) {
  const jobs = useExportJobs()
  const large = jobs.find((job) => job.large)
  const small = jobs.filter((job) => !job.large)
  return (
    <>
      {large && <ExportDialog job={large} />}
      {small.length > 0 && (
        <aside className={css.tray} aria-label="导出进度">
          {small.map((job) => (
            <section key={job.id} className={css.job} aria-label={job.title}>
              <div className={css.trayHead}>
                <strong>{job.title}</strong>
                <Button type="text" size="small" onClick={() => enlargeExport(job.id)}>
                  展开
                </Button>
              </div>
              <Bar job={job} />
              <div className={css.trayFoot}>
                <State job={job} />
                {job.phase === 'running' ? <Abandon job={job} short /> : <Finish job={job} />}
                {job.phase !== 'running' && (
                  <Button size="small" onClick={() => closeExport(job.id)}>
                    关闭
                  </Button>
                )}
              </div>
            </section>
          ))}
          {more}
        </aside>
      )}
    </>
  )
}

function ExportDialog({ job }: { job: ExportJob }) {
  const running = job.phase === 'running'
  return (
    <Modal
      title={job.title}
      open
      onCancel={() => (running ? shrinkExport(job.id) : closeExport(job.id))}
      mask={{ closable: false }}
      footer={
        running
          ? [
              <Abandon key="a" job={job} />,
              <Button key="s" onClick={() => shrinkExport(job.id)}>
                后台导出
              </Button>,
            ]
          : [
              <Button key="c" onClick={() => closeExport(job.id)}>
                关闭
              </Button>,
              <Finish key="f" job={job} />,
            ]
      }
    >
      <Bar job={job} />
      <p>
        <State job={job} />
      </p>
      {job.phase === 'failed' && job.reason && <p className={css.note}>{job.reason}</p>}
      {job.traceId && (
        <p className={css.note}>
          追踪号 <code>{job.traceId}</code> <CopyButton text={job.traceId} />
        </p>
      )}
    </Modal>
  )
}

const Bar = ({ job }: { job: ExportJob }) => (
  <Progress
    percent={exportPercent(job.progress)}
    status={job.phase === 'failed' ? 'exception' : job.phase === 'success' ? 'success' : 'active'}
    aria-label={job.title}
  />
)

const State = ({ job: { progress, words } }: { job: ExportJob }) => (
  <span role="status">
    {exportText(progress, words)} {progress.total ? `${progress.done ?? 0}/${progress.total}` : ''}
  </span>
)

function Abandon({ job, short = false }: { job: ExportJob; short?: boolean }) {
  const { modal } = App.useApp()
  const ask = () =>
    modal.confirm({
      title: job.words.ask,
      okText: job.words.stop,
      okButtonProps: { danger: true },
      cancelText: job.words.goOn,
      onOk: () => abandonExport(job),
    })
  return (
    <Button danger onClick={ask} {...(short ? { size: 'small' as const } : {})}>
      {short ? job.words.stop.slice(0, 2) : job.words.stop}
    </Button>
  )
}

function Finish({ job }: { job: ExportJob }) {
  if (job.phase === 'success' && job.source.save)
    return (
      <Button type="primary" icon={<Icon name="download" />} onClick={() => void saveExport(job).catch(() => {})}>
        下载
      </Button>
    )
  const { again } = job
  return (
    again && (
      <Button
        onClick={() => {
          closeExport(job.id)
          again()
        }}
      >
        重新导出
      </Button>
    )
  )
}
