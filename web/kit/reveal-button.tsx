import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { messages } from '../../contract/messages.ts'
import { readFailure } from './failure.ts'

interface Props {
  /** what is shown: 联系人手机 */
  label: string
  load: (reason: string) => Promise<{ value: string }>
}

/** A masked value with the way to see it in clear: the reason is asked for and kept on record (P-02). */
export function RevealButton({ label, load }: Props) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [value, setValue] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => {
    setOpen(false)
    setReason('')
    setWrong(null)
  }
  const show = async () => {
    if (!reason.trim()) return setWrong('请填写查看原因')
    setBusy(true)
    try {
      setValue((await load(reason.trim())).value)
      close()
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  if (value !== null)
    return (
      <strong className="num" role="status">
        {value}
      </strong>
    )
  return (
    <>
      <Button type="link" size="small" onClick={() => setOpen(true)} aria-label={`查看完整${label}`} data-print="hide">
        查看
      </Button>
      <Modal
        title={`查看完整${label}`}
        open={open}
        onCancel={close}
        onOk={() => void show()}
        okText="查看"
        cancelText={messages.cancel}
        confirmLoading={busy}
        destroyOnHidden
      >
        <p>个人信息默认脱敏。请说明用途，本次查看会记入审计日志。</p>
        <Input.TextArea
          value={reason}
          onChange={(e) => {
            setReason(e.target.value)
            setWrong(null)
          }}
          maxLength={200}
          showCount
          rows={3}
          placeholder="如：核实申报材料，电话回访"
          aria-label="查看原因"
          aria-invalid={wrong !== null}
        />
        {wrong && (
          <p role="alert" style={{ color: 'var(--error)', marginTop: 4 }}>
            {wrong}
          </p>
        )}
      </Modal>
    </>
  )
}
