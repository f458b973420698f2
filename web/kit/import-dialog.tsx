import { Alert, Button, Modal, Table } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { messages } from '../../contract/messages.ts'
import { readFailure } from './failure.ts'
import { Icon } from './icons.tsx'
import { refuseFile, uploadRule } from './upload-rules.ts'
import { showSize } from './values.ts'

/** What the server says of an import: how many rows are good, and where the others are wrong. */
export interface ImportOutcome {
  success: number
  failed: readonly { row: number; column: string; value: string; reason: string }[]
  /** further words on the outcome */
  note?: string
}

interface Props {
  title: string
  open: boolean
  onClose: () => void
  /** sheet: xls, xlsx up to 10 MB · word: docx (spec §5, V027–V029) */
  kind?: 'sheet' | 'word'
  /** address of the template (GET /files/downloadTemplate?code=…) */
  template: string
  onImport: (file: File) => Promise<ImportOutcome>
  /** further choices, below the file */
  more?: ReactNode
}

/** Import of a filled template: hints, check of the file before it is sent, and every wrong row with its place and reason. */
export function ImportDialog({ title, open, onClose, kind = 'sheet', template, onImport, more }: Props) {
  const rule = uploadRule(kind)
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const close = () => {
    setFile(null)
    setWrong(null)
    setOutcome(null)
    onClose()
  }

  const choose = (chosen: File | undefined) => {
    setOutcome(null)
    const refused = chosen ? refuseFile(chosen, rule) : null
    setWrong(refused === null ? null : kind === 'sheet' ? messages.importSheetHint : refused)
    setFile(refused === null ? (chosen ?? null) : null)
  }
  const run = async () => {
    if (!file) {
      setWrong('请选择文件')
      return
    }
    setBusy(true)
    setWrong(null)
    try {
      setOutcome(await onImport(file))
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      title={title}
      open={open}
      onCancel={close}
      onOk={() => void run()}
      okText="导入"
      cancelText={messages.cancel}
      confirmLoading={busy}
      okButtonProps={{ disabled: !file }}
      destroyOnHidden
      width={640}
    >
      <ol style={{ paddingLeft: 18, listStyle: 'decimal', display: 'grid', gap: 8 }}>
        <li>
          <a href={template}>
            <Icon name="download" /> 下载模板
          </a>
        </li>
        <li>{messages.importHeaderHint}</li>
        <li>{kind === 'sheet' ? messages.importSheetHint : messages.importWordHint}</li>
      </ol>
      <div style={{ display: 'flex', gap: 12, alignItems: 'center', marginTop: 16 }}>
        <input
          ref={input}
          type="file"
          style={{ display: 'none' }}
          accept={rule.accept.join(',')}
          onChange={(e) => {
            choose(e.target.files?.[0])
            e.target.value = ''
          }}
          aria-label="导入文件"
        />
        <Button icon={<Icon name="upload" />} onClick={() => input.current?.click()}>
          选择文件
        </Button>
        {file && (
          <span>
            {file.name}（{showSize(file.size)}）
          </span>
        )}
      </div>
      {more && <div style={{ marginTop: 12 }}>{more}</div>}
      {wrong && (
        <p role="alert" style={{ color: 'var(--error)', marginTop: 8 }}>
          {wrong}
        </p>
      )}
      {outcome && (
        <Alert
          style={{ marginTop: 16 }}
          type={outcome.failed.length > 0 ? 'warning' : 'success'}
          title={`成功 ${outcome.success} 条，有误 ${outcome.failed.length} 处`}
          {...(outcome.note ? { description: outcome.note } : {})}
        />
      )}
      {outcome && outcome.failed.length > 0 && (
        <Table
          size="small"
          style={{ marginTop: 12 }}
          rowKey={(r) => `${r.row}-${r.column}`}
          pagination={{ pageSize: 5 }}
          dataSource={[...outcome.failed]}
          columns={[
            { title: '行', dataIndex: 'row', width: 64 },
            { title: '列', dataIndex: 'column', width: 120 },
            { title: '内容', dataIndex: 'value', ellipsis: true },
            { title: '原因', dataIndex: 'reason' },
          ]}
        />
      )}
    </Modal>
  )
}
