import { App, Button } from 'antd'
import { useRef, useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { toast } from '../../toast.ts'
import { readFailure } from '../failure.ts'
import { refuseFile, uploadRule } from '../upload/upload-rules.ts'

const rule = uploadRule('word')

interface Props {
  /** there is text already: it is replaced after a question */
  filled: boolean
  /** sends the file; a refusal is thrown */
  read(body: FormData): Promise<{ html: string; notes: string[] }>
  onRead(html: string): void
}

/** Takes the text from a Word file. */
export function ReadWord({ filled, read, onRead }: Props) {
  const { modal } = App.useApp()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const send = async (file: File) => {
    const refused = refuseFile(file, rule)
    if (refused) {
      toast.error(refused, 5)
      return
    }
    setBusy(true)
    try {
      const body = new FormData()
      body.append('file', file, file.name)
      const { html, notes } = await read(body)
      onRead(html)
      toast.success(notes.length > 0 ? `已读取，请核对：${notes.join('；')}` : '已读取，请核对后保存')
    } catch (error) {
      toast.error(readFailure(error).message, 5)
    } finally {
      setBusy(false)
    }
  }
  const choose = (file: File | undefined) => {
    if (!file) return
    if (!filled) void send(file)
    else
      modal.confirm({
        title: '用 Word 文件的内容替换现有正文？',
        content: '现有正文会被替换，保存前可以撤销。',
        okText: '替换',
        cancelText: messages.cancel,
        onOk: () => send(file),
      })
  }
  return (
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
  )
}
