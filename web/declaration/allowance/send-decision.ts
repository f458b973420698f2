import { allowance, type AllowanceDetail } from '../../../contract/declaration/allowance.ts'
import type { BatchItem, BatchResult } from '../../../contract/batch.ts'
import { call } from '../../api.ts'

export type Decision =
  | { kind: 'review' | 'pay' | 'correct' | 'confirm'; detail: AllowanceDetail }
  | { kind: 'publicise'; items: BatchItem[]; title: string; clear?: () => void }
  | { kind: 'resolve'; objectionId: number; version: number }

interface Typed {
  yes: boolean | null
  words: string
  amount: string
  reason: string
  days: string
  date: string
}
/** Sends the decision; returns a message, or the refused rows. */
export async function send(decision: Decision, { yes, words, amount, reason, days, date }: Typed): Promise<string | BatchResult> {
  if (decision.kind === 'resolve') {
    if (yes === null) throw new Error('请选择异议是否成立')
    await call(
      allowance.resolve,
      { body: { id: decision.objectionId, version: decision.version, upheld: yes, reply: words } },
      { silent: true },
    )
    return '核实结果已登记'
  }
  if (decision.kind === 'publicise') {
    const done = await call(allowance.publicise, { body: { items: decision.items, days: Number(days) } }, { silent: true })
    if (done.successCount === 0 && done.list.length === 1) throw new Error(done.list[0]!.message)
    decision.clear?.()
    if (done.failCount > 0) return done
    return `已公示 ${done.successCount} 笔，至 ${done.publicTo}`
  }
  const { id, version } = decision.detail
  if (decision.kind === 'review') {
    if (yes === null) throw new Error('请选择审核结果')
    await call(allowance.review, { body: { id, version, reviewState: yes ? 1 : 2, reviewOpinion: words } }, { silent: true })
    return '审核完成'
  }
  if (decision.kind === 'correct') {
    const body = { id, version, payDate: date, voucher: words, amount: Number(amount), reason }
    const { waiting } = await call(allowance.correctPayment, { body }, { silent: true })
    return waiting ? '金额的更正已提交，由另一人确认后生效' : '拨付登记已更正，企业会收到通知'
  }
  if (decision.kind === 'confirm') {
    if (yes === null) throw new Error('请选择处理结果')
    await call(allowance.decideCorrection, { body: { id, version, pass: yes, opinion: words } }, { silent: true })
    return yes ? '金额已更正，企业会收到通知' : '更正已退回'
  }
  await call(allowance.pay, { body: { id, version, payDate: date, voucher: words } }, { silent: true })
  return '拨付已登记'
}
