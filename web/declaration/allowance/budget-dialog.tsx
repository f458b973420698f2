import { App, Modal } from 'antd'
import { useState } from 'react'
import type { Data } from '../../../contract/endpoint.ts'
import { payment } from '../../../contract/declaration/payment.ts'
import { messages } from '../../../contract/messages.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { NumberInput } from '../../kit/form/number-input.tsx'
import { useLoggedInAgain } from '../../kit/form/shown-failure.ts'
import { UploadGateContext, type UploadGate } from '../../kit/upload/upload-gate.ts'
import { toast } from '../../toast.ts'
import { budgetQuestion } from './budget-question.ts'

interface Props {
  figures: Data<typeof payment.budget>
  onClose: () => void
  onSaved: () => Promise<unknown>
}

/** Sets the budget of the year of `figures`. A budget that the sums approved and paid exceed already is saved after a question. */
export function BudgetDialog({ figures, onClose, onSaved }: Props) {
  const { modal } = App.useApp()
  const { year, version } = figures
  const [budget, setBudget] = useState(figures.budget)
  const [wrong, setWrong] = useState<string | null>(null)
  const [gate] = useState<UploadGate>(() => new Map())
  useLoggedInAgain(() => setWrong(null))
  const save = async () => {
    // The field itself says what is wrong.
    if (gate.size > 0) return
    if (budget === null) return setWrong('请填写预算')
    const question = budgetQuestion(budget, figures)
    const asked = {
      ...question,
      okText: '仍然保存',
      cancelText: messages.cancel,
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
    } as const
    if (question && !(await modal.confirm(asked))) return
    try {
      await call(payment.saveBudget, { body: { year, version, budget } }, { silent: true })
      onClose()
      toast.success('预算已保存')
      await onSaved()
    } catch (error) {
      setWrong(readFailure(error).message)
    }
  }
  return (
    <Modal title={`${year} 年补贴预算（万元）`} open onCancel={onClose} onOk={() => void save()} okText="保存" cancelText={messages.cancel}>
      <UploadGateContext value={gate}>
        <NumberInput
          aria-label="预算（万元）"
          what="预算"
          unit="万元"
          min={0.0001}
          max={10_000_000}
          decimals={4}
          value={budget}
          onChange={(value) => {
            setBudget(value)
            setWrong(null)
          }}
          style={{ width: 240 }}
        />
      </UploadGateContext>
      {wrong && (
        <p role="alert" style={{ color: 'var(--error)' }}>
          {wrong}
        </p>
      )}
    </Modal>
  )
}
