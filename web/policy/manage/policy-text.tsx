import { App, Button } from 'antd'
import { useRef, useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { documents } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import type { ControlProps } from '../../kit/form/fields.ts'
import RichText from '../../kit/rich-text/rich-text.tsx'
import { refuseFile, uploadRule } from '../../kit/upload/upload-rules.ts'
import { toast } from '../../toast.ts'
import { SentenceActions } from './sentence-actions.tsx'

const rule = uploadRule('word')

/** The text of a policy: typed, or read from a Word file (the text that is there is replaced after a question). */
export function PolicyText({ value, onChange, ...props }: ControlProps) {
  const { modal } = App.useApp()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const read = async (file: File) => {
    const refused = refuseFile(file, rule)
    if (refused) {
      toast.error(refused, 5)
      return
    }
    setBusy(true)
    try {
      const body = new FormData()
      body.append('file', file, file.name)
      const { html, notes } = await call(documents.readWord, { body: body }, { silent: true })
      onChange?.(html)
      toast.success(notes.length > 0 ? `已读取，请核对：${notes.join('；')}` : '已读取，请核对后保存')
    } catch (error) {
      toast.error(readFailure(error).message, 5)
    } finally {
      setBusy(false)
    }
  }
  const choose = (file: File | undefined) => {
    if (!file) return
    if (!value) void read(file)
    else
      modal.confirm({
        title: '用 Word 文件的内容替换现有正文？',
        content: '现有正文会被替换，保存前可以撤销。',
        okText: '替换',
        cancelText: messages.cancel,
        onOk: () => read(file),
      })
  }
  return (
    <>
      <p style={{ marginBottom: 8 }}>
        <input
          ref={input}
          type="file"
          style={{ display: 'none' }}
          accept={rule.accept.join(',')}
          aria-label="Word 文件"
          onChange={(e) => {
            choose(e.target.files?.[0])
            e.target.value = ''
          }}
        />
        <Button loading={busy} onClick={() => input.current?.click()}>
          从 Word 读取
        </Button>{' '}
        <span className="meta">{rule.hint}</span>
      </p>
      <SentenceActions>
        <RichText {...props} tall aria-label="政策正文" value={value} onChange={(html) => onChange?.(html)} />
      </SentenceActions>
    </>
  )
}
