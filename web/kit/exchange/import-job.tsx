import { taskStates } from '../../../contract/task-states.ts'
import { Button, Modal, Radio } from 'antd'
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { importModes, type ImportMode } from '../../../contract/imports.ts'
import { messages } from '../../../contract/messages.ts'
import { followJob } from './export-jobs.ts'
import { importWords } from './export-state.ts'
import { Icon } from '../icons.tsx'
import css from './import-job.module.css'
import { ImportOutcome } from './import-outcome.tsx'
import { useViewOnly } from '../view-only.tsx'
import { refuseFile, uploadRule } from '../upload/upload-rules.ts'
import type { ImportSource } from './import-source.ts'
import { useImportRun } from './use-import-run.ts'
import { showNumber, showSize } from '../form/values.ts'

interface Props {
  title: string
  open: boolean
  onClose: () => void
  source: ImportSource
  /** further fields of the call */
  params: Readonly<Record<string, string>>
  /** saves the template */
  onTemplate: () => Promise<unknown>
  /** maximum number of data rows in a file */
  limit: number
  /** called when rows were written */
  onDone: () => unknown
  /** further questions, above the file choice */
  children?: ReactNode
}

/**
 * Imports a filled sheet in two steps: the file is checked without writing anything, then imported, either completely or only its good
 * rows. Wrong rows are listed with row and column and can be saved as a sheet, corrected and imported again. Large files run in the
 * background with a progress bar and can be stopped.
 */
export function ImportJobDialog({ title, open, onClose, source, params, onTemplate, limit, onDone, children }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [mode, setMode] = useState<ImportMode>(importModes.valid)
  const { state, wrong, running, restart, send, stop } = useImportRun(source)
  const input = useRef<HTMLInputElement>(null)
  const asked = JSON.stringify(params)
  const latest = useRef(onDone)
  latest.current = onDone
  // A check made with other answers is no longer valid.
  useEffect(() => restart(), [restart, asked])

  // A stopped import has written rows too.
  useEffect(() => {
    if (state && state.status !== taskStates.code.running && !state.dryRun && state.addedCount + state.changedCount > 0) latest.current()
  }, [state])
  const close = () => {
    // A running import continues in the tray; the reopened dialog still shows it.
    if (running) {
      if (!state) return
      if (!state.dryRun) followJob({ taskId: state.taskId, title, source, words: importWords })
      onClose()
      return
    }
    setFile(null)
    restart()
    onClose()
  }
  const viewOnly = useViewOnly()
  const choose = (chosen: File | undefined) => {
    const refused = chosen ? refuseFile(chosen, uploadRule('sheet')) : null
    restart(refused)
    setFile(refused === null ? (chosen ?? null) : null)
  }
  const begin = (dryRun: boolean) => (file ? void send(file, { ...params, mode, dryRun: String(dryRun) }) : restart('请选择文件'))
  const judged = state?.status === taskStates.code.done && state.dryRun
  const ready = judged && state.successCount > 0 && (mode === importModes.valid || state.failCount === 0)
  return (
    <Modal
      title={title}
      open={open}
      onCancel={close}
      width={720}
      destroyOnHidden
      mask={{ closable: false }}
      footer={[
        running && state ? (
          <Fragment key="running">
            <Button danger onClick={() => void stop()}>
              中止
            </Button>
            {!state.dryRun && <Button onClick={close}>后台导入</Button>}
          </Fragment>
        ) : (
          <Button key="close" onClick={close} disabled={running}>
            {state && !state.dryRun && state.status === taskStates.code.done ? '完成' : messages.cancel}
          </Button>
        ),
        <Button key="check" disabled={!file || running || viewOnly !== null} onClick={() => begin(true)}>
          校验
        </Button>,
        <Button key="import" type="primary" disabled={!ready || running || viewOnly !== null} onClick={() => begin(false)}>
          {judged ? `导入 ${showNumber(state.successCount)} 行` : '导入'}
        </Button>,
      ]}
    >
      <Hints limit={limit} onTemplate={onTemplate} />
      {children}
      <div className={css.row}>
        <span id="import-mode">有误时</span>
        <Radio.Group
          aria-labelledby="import-mode"
          value={mode}
          onChange={(e) => setMode(e.target.value as ImportMode)}
          disabled={running}
          options={[
            { value: importModes.valid, label: '导入无误的行' },
            { value: importModes.all, label: '全部不导入' },
          ]}
        />
      </div>
      <div className={css.row}>
        <input
          ref={input}
          type="file"
          className={css.hidden}
          accept=".xlsx,.xls"
          aria-label="导入文件"
          tabIndex={-1}
          onChange={(e) => {
            choose(e.target.files?.[0])
            e.target.value = ''
          }}
        />
        <Button icon={<Icon name="upload" />} disabled={running || viewOnly !== null} onClick={() => input.current?.click()}>
          选择文件
        </Button>
        {viewOnly}
        {file && (
          <span>
            {file.name}（{showSize(file.size)}）
          </span>
        )}
      </div>
      {wrong && (
        <p role="alert" className={css.wrong}>
          {wrong}
        </p>
      )}
      {state && <ImportOutcome state={state} />}
    </Modal>
  )
}

/** The link to the template, and the limits of a sheet. */
function Hints({ limit, onTemplate }: Pick<Props, 'limit' | 'onTemplate'>) {
  return (
    <ol className={css.hints}>
      <li>
        <Button type="link" size="small" className={css.link!} icon={<Icon name="download" />} onClick={() => void onTemplate()}>
          下载模板
        </Button>
      </li>
      <li>{messages.importHeaderHint}</li>
      <li>
        {messages.importSheetHint}，不超过 {showNumber(limit)}{' '}
        行，只读取第一张工作表；先校验，确认后再导入。重复导入同一文件不会产生重复数据。
      </li>
    </ol>
  )
}
