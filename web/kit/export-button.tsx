import { App, Button, Modal, Progress } from 'antd'
import { useState, type ReactNode } from 'react'
import { messages } from '../../contract/messages.ts'
import { CopyButton } from './copy-button.tsx'
import { exportPercent, exportText } from './export-state.ts'
import { Icon } from './icons.tsx'
import css from './export.module.css'
import { useExport, type ExportSource, type RunningExport } from './use-export.ts'

interface Props {
  /** names the file and the dialog */
  title: string
  source: ExportSource
  /** how many rows the filter gives now, and how many one export may hold: said before it starts */
  rows?: number
  limit?: number
  onDownload: (job: RunningExport) => void
  children?: ReactNode
}

/** Export with a dialog that shows how far it is, can be abandoned after a question, and shrinks to a tray (spec §4). */
export function ExportButton({ title, source, rows, limit, onDownload, children = '导出' }: Props) {
  const { modal } = App.useApp()
  const { job, start, abandon, close } = useExport(source)
  const [small, setSmall] = useState(false)
  const running = job?.phase === 'running'
  const scope =
    rows === undefined
      ? null
      : limit !== undefined && rows > limit
        ? `符合条件的有 ${rows} 条，一次最多导出 ${limit} 条`
        : `导出符合条件的 ${rows} 条`

  const ask = () =>
    modal.confirm({
      title: messages.exportAbandonConfirm,
      okText: '放弃导出',
      okButtonProps: { danger: true },
      cancelText: '继续导出',
      onOk: abandon,
    })
  const text = job ? exportText(job.progress) : ''
  const count = job?.progress.total ? `${job.progress.done ?? 0}/${job.progress.total}` : ''
  const bar = job && (
    <Progress
      percent={exportPercent(job.progress)}
      status={job.phase === 'failed' ? 'exception' : job.phase === 'success' ? 'success' : 'active'}
      aria-label={title}
    />
  )
  const finish =
    job
    && !running
    && (job.phase === 'success' ? (
      <Button
        type="primary"
        icon={<Icon name="download" />}
        onClick={() => {
          onDownload(job)
          close()
          setSmall(false)
        }}
      >
        下载
      </Button>
    ) : (
      <Button onClick={() => start()}>重新导出</Button>
    ))

  return (
    <>
      <Button
        icon={<Icon name="download" />}
        disabled={running}
        onClick={() => {
          setSmall(false)
          start()
        }}
      >
        {children}
      </Button>
      <Modal
        title={title}
        open={job !== null && !small}
        onCancel={() => (running ? setSmall(true) : close())}
        mask={{ closable: false }}
        footer={
          running
            ? [
                <Button key="a" danger onClick={ask}>
                  放弃导出
                </Button>,
                <Button key="s" onClick={() => setSmall(true)}>
                  后台导出
                </Button>,
              ]
            : [
                <Button key="c" onClick={close}>
                  关闭
                </Button>,
                finish,
              ]
        }
      >
        {scope && <p className={css.note}>{scope}</p>}
        {bar}
        <p role="status">
          {text} {count}
        </p>
        {job?.phase === 'failed' && job.reason && <p className={css.note}>{job.reason}</p>}
        {job?.traceId && (
          <p className={css.note}>
            追踪号 <code>{job.traceId}</code> <CopyButton text={job.traceId} />
          </p>
        )}
      </Modal>
      {job && small && (
        <aside className={css.tray} aria-label="导出进度">
          <div className={css.trayHead}>
            <strong>{title}</strong>
            <Button type="text" size="small" onClick={() => setSmall(false)}>
              展开
            </Button>
          </div>
          {bar}
          <div className={css.trayFoot}>
            <span role="status">
              {text} {count}
            </span>
            {running ? (
              <Button size="small" danger onClick={ask}>
                放弃
              </Button>
            ) : (
              finish
            )}
            {!running && (
              <Button size="small" onClick={close}>
                关闭
              </Button>
            )}
          </div>
        </aside>
      )}
    </>
  )
}
