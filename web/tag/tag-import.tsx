import { Button, Radio } from 'antd'
import { useRef, useState } from 'react'
import { importModes, type ImportMode } from '../../contract/imports.ts'
import { messages } from '../../contract/messages.ts'
import { tag } from '../../contract/tag.ts'
import { taskStates } from '../../contract/task-states.ts'
import { Icon } from '../kit/icons.tsx'
import { ImportOutcome } from '../kit/exchange/import-outcome.tsx'
import { refuseFile, uploadRule } from '../kit/upload/upload-rules.ts'
import { importSource } from '../kit/exchange/import-source.ts'
import { useImportRun } from '../kit/exchange/use-import-run.ts'
import { showNumber, showSize } from '../kit/form/values.ts'
import css from './tag-import.module.css'

const rule = uploadRule('sheet')
const source = importSource(tag.import)

/** 标签导入: the template, a check before anything is written, the import as a background task, and the failed rows to correct. */
export default function TagImport() {
  const [file, setFile] = useState<File | null>(null)
  const [mode, setMode] = useState<ImportMode>(importModes.valid)
  const { state, wrong, running, restart, send, stop } = useImportRun(source)
  const input = useRef<HTMLInputElement>(null)

  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const refused = refuseFile(chosen, rule)
    restart(refused)
    setFile(refused === null ? chosen : null)
  }
  const begin = (dryRun: boolean) => (file ? void send(file, { mode, dryRun: String(dryRun) }) : restart('请选择文件'))
  const judged = state?.status === taskStates.code.done && state.dryRun
  const ready = judged && state.successCount > 0 && (mode === importModes.valid || state.failCount === 0)
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
        <li>{messages.importSheetHint}，只读取第一张工作表；先校验，确认后再导入</li>
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
        <Button icon={<Icon name="upload" />} onClick={() => input.current?.click()} disabled={running}>
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
        disabled={running}
        onChange={(e) => setMode(e.target.value as ImportMode)}
        options={[
          { value: importModes.valid, label: '导入正确的行，跳过有误的行' },
          { value: importModes.all, label: '全部正确才导入' },
        ]}
      />
      <div className={css.row}>
        <Button onClick={() => begin(true)} disabled={!file || running}>
          校验
        </Button>
        <Button type="primary" onClick={() => begin(false)} disabled={!ready || running} loading={running}>
          {judged ? `导入 ${showNumber(state.successCount)} 行` : '导入'}
        </Button>
        {state?.status === taskStates.code.running && (
          <Button danger onClick={() => void stop()}>
            中止
          </Button>
        )}
      </div>
      {wrong && (
        <p role="alert" className={css.wrong}>
          {wrong}
        </p>
      )}
      {state && <ImportOutcome state={state} names={['添加', '取下', '原已如此']} />}
    </section>
  )
}
