import { Alert, Button, Progress, Radio, Table } from 'antd'
import { useRef, useState } from 'react'
import { imports, importModes, type ImportMode, type ImportState } from '../../contract/imports.ts'
import { messages } from '../../contract/messages.ts'
import { tag } from '../../contract/tag.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { Icon } from '../kit/icons.tsx'
import { FileLink } from '../kit/stored-file-view.tsx'
import { refuseFile, uploadRule } from '../kit/upload-rules.ts'
import { showSize } from '../kit/values.ts'
import css from './tag-import.module.css'

const rule = uploadRule('sheet')

/** 标签导入: the template, a check before anything is written, the import as a task, and the failed rows to mend. */
export default function TagImport() {
  const [file, setFile] = useState<File | null>(null)
  const [mode, setMode] = useState<ImportMode>(importModes.valid)
  const [state, setState] = useState<ImportState | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const refused = refuseFile(chosen, rule)
    setWrong(refused === null ? null : messages.importSheetHint)
    setFile(refused === null ? chosen : null)
    setState(null)
  }
  const run = async (dryRun: boolean) => {
    if (!file) return setWrong('请选择文件')
    setBusy(true)
    setWrong(null)
    setState(null)
    try {
      const body = new FormData()
      body.append('mode', mode)
      body.append('dryRun', String(dryRun))
      body.append('file', file, file.name)
      let now = await call(tag.import, { body: body as never }, { silent: true })
      while (now.status === 1) {
        setState(now)
        await new Promise((go) => setTimeout(go, 1000))
        now = await call(imports.progress, { query: { taskId: now.taskId } }, { silent: true })
      }
      setState(now)
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={css.page} aria-labelledby="tag-import">
      <h1 id="tag-import">标签导入</h1>
      <ol>
        <li>
          <a href="/files/downloadTemplate?code=tagCompany">
            <Icon name="download" /> 下载模板
          </a>
        </li>
        <li>{messages.importHeaderHint}</li>
        <li>每行一家企业的一个标签；“操作”可填添加或取下，不填为添加。智能标签由规则确定，不能导入。</li>
        <li>{messages.importSheetHint}</li>
      </ol>
      <div className={css.row}>
        <input
          ref={input}
          type="file"
          hidden
          accept={rule.accept.join(',')}
          aria-label="导入文件"
          onChange={(e) => {
            choose(e.target.files?.[0])
            e.target.value = ''
          }}
        />
        <Button icon={<Icon name="upload" />} onClick={() => input.current?.click()} disabled={busy}>
          选择文件
        </Button>
        {file && (
          <span>
            {file.name}（{showSize(file.size)}）
          </span>
        )}
      </div>
      <Radio.Group
        aria-label="导入方式"
        value={mode}
        onChange={(e) => setMode(e.target.value as ImportMode)}
        options={[
          { value: importModes.valid, label: '导入正确的行，跳过有误的行' },
          { value: importModes.all, label: '全部正确才导入' },
        ]}
      />
      <div className={css.row}>
        <Button onClick={() => void run(true)} disabled={!file || busy}>
          仅校验
        </Button>
        <Button type="primary" onClick={() => void run(false)} disabled={!file} loading={busy}>
          导入
        </Button>
      </div>
      {wrong && (
        <p role="alert" className={css.wrong}>
          {wrong}
        </p>
      )}
      {state && <Outcome state={state} />}
    </section>
  )
}

function Outcome({ state }: { state: ImportState }) {
  if (state.status === 1)
    return (
      <div role="status">
        <Progress percent={state.percent} />
        <p>
          {state.message}，已处理 {state.done} 行
        </p>
      </div>
    )
  const done = state.dryRun ? '校验完成' : '导入完成'
  return (
    <div className={css.outcome}>
      <Alert
        role="status"
        showIcon
        type={state.status !== 2 ? 'error' : state.failCount > 0 ? 'warning' : 'success'}
        title={
          state.status === 2
            ? `${done}：${state.dryRun ? '可' : '已'}添加 ${state.addedCount} 条，取下 ${state.changedCount} 条，原已如此 ${state.sameCount} 条，有误 ${state.failCount} 行`
            : (state.message ?? '导入没有完成')
        }
        description={
          state.status === 2 && !state.dryRun && state.mode === importModes.all && state.failCount > 0
            ? '有误的行改正后才会导入，本次没有写入任何数据。'
            : undefined
        }
      />
      {state.failedFile && (
        <p>
          有误的行连同原因：
          <FileLink filePath={state.failedFile.filePath} name={state.failedFile.fileName} />
        </p>
      )}
      {state.errors.length > 0 && (
        <Table
          size="small"
          rowKey={(r) => `${r.row}-${r.column}-${r.message}`}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          dataSource={[...state.errors]}
          columns={[
            { title: '行', dataIndex: 'row', width: 80 },
            { title: '列', dataIndex: 'column', width: 180 },
            { title: '原因', dataIndex: 'message' },
          ]}
        />
      )}
      {state.errorCount > state.errors.length && (
        <p className={css.more}>
          共 {state.errorCount} 处，只列出前 {state.errors.length} 处，其余见下载的文件。
        </p>
      )}
    </div>
  )
}
