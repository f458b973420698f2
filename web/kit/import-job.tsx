import { Button, Modal, Radio } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { imports, importModes, type ImportMode, type ImportState } from '../../contract/imports.ts'
import { messages } from '../../contract/messages.ts'
import type { WireEndpoint } from '../../contract/wire.ts'
import { call } from '../api.ts'
import { toast } from '../toast.ts'
import { readFailure } from './failure.ts'
import { Icon } from './icons.tsx'
import css from './import-job.module.css'
import { FINISHED, ImportOutcome, RUNNING } from './import-outcome.tsx'
import { refuseFile, uploadRule } from './upload-rules.ts'
import { showNumber, showSize } from './values.ts'

const POLL_MS = 1000

interface Props {
  title: string
  open: boolean
  onClose: () => void
  /** where the sheet goes: a multipart call that answers ImportState */
  endpoint: WireEndpoint
  /** further fields of the call */
  params: Readonly<Record<string, string>>
  /** saves the template */
  onTemplate: () => Promise<unknown>
  /** data rows that one file may hold */
  limit: number
  /** rows were written */
  onDone: () => unknown
  /** further questions, above the choice of the file */
  children?: ReactNode
}

/**
 * Import of a filled sheet in two steps: the file is judged without writing anything, then taken, either whole or its good rows. Wrong rows are
 * named with row and column and can be saved as a sheet, mended and sent again. Large files run on with a progress bar and can be stopped.
 */
export function ImportJobDialog({ title, open, onClose, endpoint, params, onTemplate, limit, onDone, children }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [mode, setMode] = useState<ImportMode>(importModes.valid)
  const [wrong, setWrong] = useState<string | null>(null)
  const [state, setState] = useState<ImportState | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const running = busy || state?.status === RUNNING
  const asked = JSON.stringify(params)
  const latest = useRef(onDone)
  latest.current = onDone
  // What was judged under other answers says nothing any more.
  useEffect(() => setState(null), [asked])

  useEffect(() => {
    if (state?.status !== RUNNING) return
    const timer = setTimeout(() => {
      call(imports.progress, { query: { taskId: state.taskId } }, { silent: true }).then(setState, (error: unknown) => {
        setState(null)
        setWrong(readFailure(error).message)
      })
    }, POLL_MS)
    return () => clearTimeout(timer)
  }, [state])

  useEffect(() => {
    if (state?.status === FINISHED && !state.dryRun && state.addedCount + state.changedCount > 0) latest.current()
  }, [state])
  const close = () => {
    if (running) return
    setFile(null)
    setWrong(null)
    setState(null)
    onClose()
  }
  const choose = (chosen: File | undefined) => {
    setState(null)
    const refused = chosen ? refuseFile(chosen, uploadRule('sheet')) : null
    setWrong(refused)
    setFile(refused === null ? (chosen ?? null) : null)
  }
  const send = async (dryRun: boolean) => {
    if (!file) return setWrong('请选择文件')
    setBusy(true)
    setWrong(null)
    const body = new FormData()
    for (const [key, value] of Object.entries({ ...params, mode, dryRun: String(dryRun) })) body.append(key, value)
    body.append('file', file, file.name)
    try {
      setState((await call(endpoint, { body }, { silent: true })) as ImportState)
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  const stop = async () => {
    if (!state) return
    await call(imports.abort, { body: { taskId: state.taskId } }, { silent: true }).catch(() => {})
    toast.info('已请求中止，已写入的批次保留；再次导入同一文件会接着完成')
  }
  const judged = state?.status === FINISHED && state.dryRun
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
          <Button key="stop" danger onClick={() => void stop()}>
            中止
          </Button>
        ) : (
          <Button key="close" onClick={close} disabled={running}>
            {state && !state.dryRun && state.status === FINISHED ? '完成' : messages.cancel}
          </Button>
        ),
        <Button key="check" disabled={!file || running} onClick={() => void send(true)}>
          校验
        </Button>,
        <Button key="import" type="primary" disabled={!ready || running} onClick={() => void send(false)}>
          {judged ? `导入 ${showNumber(state.successCount)} 行` : '导入'}
        </Button>,
      ]}
    >
      <ol className={css.hints}>
        <li>
          <Button type="link" size="small" className={css.link!} icon={<Icon name="download" />} onClick={() => void onTemplate()}>
            下载模板
          </Button>
        </li>
        <li>{messages.importHeaderHint}</li>
        <li>
          请上传 10 MB 以下、不超过 {showNumber(limit)} 行的 .xlsx、.xls
          文件，只读取第一张工作表；先校验，确认后再导入。重复导入同一文件不会产生重复数据。
        </li>
      </ol>
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
        <Button icon={<Icon name="upload" />} disabled={running} onClick={() => input.current?.click()}>
          选择文件
        </Button>
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
