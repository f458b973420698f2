import { Input, Modal } from 'antd'
import { useState } from 'react'
import { allowance } from '../../../contract/declaration/allowance.ts'
import { messages } from '../../../contract/messages.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { useCloseQuestion } from '../../kit/use-close-question.ts'
import { toast } from '../../toast.ts'

/** Asks what the objection is; what was typed stays when the server refuses. */
export function ObjectionDialog({ id, onClose, onDone }: { id: number | null; onClose(): void; onDone(): Promise<unknown> }) {
  const [content, setContent] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const close = useCloseQuestion(() => {
    setContent('')
    setWrong(null)
    onClose()
  })
  const send = async () => {
    if (!content.trim()) return setWrong('请填写异议内容')
    setBusy(true)
    try {
      await call(allowance.object, { body: { id: id!, content } }, { silent: true })
      toast.success('异议已提交，核实结果会通知您')
      setContent('')
      setWrong(null)
      await onDone()
      onClose()
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      title="提出异议"
      open={id !== null}
      onCancel={() => close(content.trim() !== '')}
      onOk={() => void send()}
      okText={'提交'}
      cancelText={messages.cancel}
      confirmLoading={busy}
    >
      <label htmlFor="objection">异议内容（写明事实和依据，实名提交，对方看不到您的姓名）</label>
      <Input.TextArea
        id="objection"
        rows={4}
        maxLength={500}
        showCount
        // The count stands below the field.
        style={{ marginBottom: 20 }}
        status={wrong ? 'error' : ''}
        aria-describedby={wrong ? 'objection-wrong' : undefined}
        value={content}
        onChange={(e) => setContent(e.target.value)}
      />
      {wrong && (
        <p id="objection-wrong" role="alert" style={{ color: 'var(--error)' }}>
          {wrong}
        </p>
      )}
    </Modal>
  )
}
