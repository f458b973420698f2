import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { review } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import css from './review.module.css'

/** Shows a masked phone in clear, for a reason that goes into the audit log (P-02). */
export function RevealPhone({ id, path, label }: { id: number; path: string; label: string }) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [value, setValue] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const ask = async () => {
    if (!reason.trim()) {
      setWrong('请填写查看理由')
      return
    }
    try {
      setValue((await call(review.reveal, { body: { id, path, reason: reason.trim() } }, { silent: true })).value)
      setOpen(false)
    } catch (error) {
      setWrong(readFailure(error).message)
    }
  }
  if (value !== null) return <span className="num"> 完整号码 {value}</span>
  return (
    <>
      <Button
        type="link"
        size="small"
        onClick={() => {
          setOpen(true)
          setWrong(null)
        }}
        data-print="hide"
      >
        查看完整号码
      </Button>
      <Modal
        title={`查看${label}`}
        open={open}
        onCancel={() => setOpen(false)}
        onOk={() => void ask()}
        okText="查看"
        cancelText="取消"
        destroyOnHidden
      >
        <p className={css.note}>查看会记入审计日志。</p>
        <label htmlFor="reveal-reason" className={css.label}>
          查看理由
        </label>
        <Input.TextArea
          id="reveal-reason"
          value={reason}
          onChange={(e) => setReason(e.target.value)}
          maxLength={200}
          autoSize={{ minRows: 2 }}
          aria-describedby="reveal-wrong"
        />
        <p id="reveal-wrong" role="alert" className={css.wrong}>
          {wrong}
        </p>
      </Modal>
    </>
  )
}
