import { Modal } from 'antd'
import { useState } from 'react'
import { DATE_FORMAT_1 } from '../../../contract/constants.ts'
import { accessReview } from '../../../contract/identity/access-review.ts'
import { call } from '../../api.ts'
import DateInput from '../../kit/date/date-input.tsx'
import { useSubmit } from '../../kit/form/use-submit.ts'
import { toast } from '../../toast.ts'

/** Starts a review with its due date. */
export function OpenReview({ onClose, onDone }: { onClose(): void; onDone(): Promise<unknown> }) {
  const [dueOn, setDueOn] = useState<string | null>(null)
  const { busy, failure, run, refuse, mended } = useSubmit(async () => {
    const { rows } = await call(accessReview.open, { body: { dueOn: dueOn! } }, { silent: true })
    toast.success(`已开始，共 ${rows} 项待复核`)
  })
  const send = async () => {
    if (dueOn === null) return refuse({ path: 'dueOn', message: '请选择截止日期' })
    if (!(await run())) return
    onClose()
    await onDone()
  }
  return (
    <Modal open title="开始一次权限复核" okText="开始" cancelText="取消" confirmLoading={busy} onCancel={onClose} onOk={() => void send()}>
      <p>列出每位工作人员现在持有的每个角色，附上最近登录、久未办理、互相冲突等提示，由授予人以外的安全管理员逐条保留或收回。</p>
      <label className="field-label" htmlFor="review-due">
        截止日期（必填）
      </label>
      <DateInput
        id="review-due"
        format={DATE_FORMAT_1}
        placeholder="截止日期"
        value={dueOn}
        onChange={(next) => {
          mended()
          setDueOn(next as string | null)
        }}
      />
      {failure && (
        <p role="alert" className="field-error">
          {failure.fields[0]?.message ?? failure.message}
        </p>
      )}
    </Modal>
  )
}
