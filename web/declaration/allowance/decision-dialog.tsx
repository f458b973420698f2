import { Input, Modal, Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import type { BatchResult } from '../../../contract/batch.ts'
import { messages } from '../../../contract/messages.ts'
import type { Failure } from '../../kit/failure.ts'
import { FieldFault } from '../../kit/form/field-fault.tsx'
import { useStateDraft } from '../../kit/form/use-state-draft.tsx'
import { useSubmit } from '../../kit/form/use-submit.ts'
import { useCloseQuestion } from '../../kit/dialog/use-close-question.ts'
import { toast } from '../../toast.ts'
import { wan } from '../../kit/money.ts'
import css from './allowance.module.css'
import { shanghaiDay } from '../../../contract/shanghai.ts'
import { send, type Decision } from './send-decision.ts'

const titles = {
  review: '审核补贴',
  publicise: '公示',
  pay: '登记拨付',
  correct: '更正拨付登记',
  confirm: '确认金额更正',
  resolve: '登记核实结果',
} as const
/** Paths whose server errors are shown below their control; others are shown at the end. */
const shown = new Set(['days', 'payDate', 'reviewOpinion', 'reply', 'voucher', 'amount', 'reason', 'opinion'])
/** Space for the character count below the field. */
const COUNT_BELOW = { marginBottom: 20 }
const shanghaiToday = () => shanghaiDay(Date.now())

interface Props {
  decision: Decision
  onClose(): void
  /** with the rows that a batch refused */
  onDone(refused?: BatchResult): Promise<unknown>
}
/** The long texts are drafts, not the choice and not what is copied from a voucher, which is chosen and read again (ADR 1044). */
const draftOf = (decision: Decision): string | null => {
  if (decision.kind === 'resolve') return `allowance-answer:${decision.objectionId}`
  if (decision.kind === 'publicise' || decision.kind === 'pay') return null
  return `allowance-${decision.kind}:${decision.detail.id}`
}

function useKeptTexts(
  decision: Decision,
  { words, reason }: { words: string; reason: string },
  put: { setWords(words: string): void; setReason(reason: string): void },
) {
  const corrects = decision.kind === 'correct'
  return useStateDraft<{ words?: string; reason?: string }>({
    key: draftOf(decision),
    values: corrects ? { reason } : { words },
    start: corrects ? { reason: '' } : { words: '' },
    onTake: (left) => {
      if (left.words !== undefined) put.setWords(left.words)
      if (left.reason !== undefined) put.setReason(left.reason)
    },
  })
}

/** One decision on an allowance. Server errors are shown in the dialog, and the input stays. */
export function DecisionDialog({ decision, onClose, onDone }: Props) {
  const [yes, setYes] = useState<boolean | null>(null)
  const paid = decision.kind === 'correct' ? decision.detail : null
  const [words, setWords] = useState(paid?.voucher ?? '')
  const [amount, setAmount] = useState(paid ? String(paid.amount) : '')
  const [reason, setReason] = useState('')
  const [days, setDays] = useState('5')
  const [date, setDate] = useState(() => paid?.payDate ?? shanghaiToday())
  const { kind } = decision
  const close = useCloseQuestion(onClose)
  const typed = yes !== null || reason.trim() !== '' || words !== (paid?.voucher ?? '') || (paid !== null && amount !== String(paid.amount))

  const kept = useKeptTexts(decision, { words, reason }, { setWords, setReason })

  const typing = (path: string, put: (text: string) => void) => (e: { target: { value: string } }) => {
    put(e.target.value)
    mended(path)
  }
  const wordsAt = { review: 'reviewOpinion', resolve: 'reply', confirm: 'opinion' }[kind as 'review'] ?? 'voucher'

  const {
    busy,
    failure: wrong,
    run,
    mended,
  } = useSubmit(async () => {
    const done = await send(decision, { yes, words, amount, reason, days, date })
    kept.sent()
    if (typeof done === 'string') toast.success(done)
    await onDone(typeof done === 'string' ? undefined : done)
  })
  const choice = { review: ['通过', '不通过'], resolve: ['成立', '不成立'], confirm: ['确认更正', '退回'] }[kind as 'review'] ?? null
  const label =
    {
      review: '审核意见（不通过时必填，企业可以看到）',
      resolve: '核实结果（企业和提出人可以看到）',
      confirm: '意见（退回时必填）',
    }[kind as 'review'] ?? '凭证号'
  return (
    <Modal
      open
      title={titles[kind]}
      onCancel={() => close(typed)}
      onOk={() => void run()}
      okText={messages.confirm}
      cancelText={messages.cancel}
      confirmLoading={busy}
    >
      <div className={css.detail} onBlur={kept.flush}>
        <About decision={decision} />
        {kept.offer}
        {choice && (
          <Radio.Group
            aria-label={titles[kind]}
            value={yes}
            options={[
              { label: choice[0], value: true },
              { label: choice[1], value: false },
            ]}
            onChange={(e) => setYes(e.target.value as boolean)}
          />
        )}
        {kind === 'publicise' && (
          <Labelled id="publicity-days" label="公示工作日数（1—30）" path="days" wrong={wrong}>
            <Input id="publicity-days" inputMode="numeric" value={days} onChange={typing('days', setDays)} />
          </Labelled>
        )}
        {(kind === 'pay' || kind === 'correct') && (
          <Labelled id="pay-date" label="拨付日期" path="payDate" wrong={wrong}>
            <Input id="pay-date" type="date" value={date} onChange={typing('payDate', setDate)} />
          </Labelled>
        )}
        {kind !== 'publicise' && (
          <Labelled id="decision-words" label={label} path={wordsAt} wrong={wrong}>
            {kind === 'pay' || kind === 'correct' ? (
              <Input id="decision-words" maxLength={60} value={words} onChange={typing(wordsAt, setWords)} />
            ) : (
              <Input.TextArea
                id="decision-words"
                rows={3}
                maxLength={500}
                showCount
                style={COUNT_BELOW}
                value={words}
                onChange={typing(wordsAt, setWords)}
              />
            )}
          </Labelled>
        )}
        {kind === 'correct' && (
          <>
            <Labelled id="pay-amount" label="金额（万元）" path="amount" wrong={wrong}>
              <Input id="pay-amount" inputMode="decimal" value={amount} onChange={typing('amount', setAmount)} />
            </Labelled>
            <Labelled id="correct-reason" label="更正原因（企业可以看到）" path="reason" wrong={wrong}>
              <Input.TextArea
                id="correct-reason"
                rows={3}
                maxLength={300}
                showCount
                style={COUNT_BELOW}
                value={reason}
                onChange={typing('reason', setReason)}
              />
            </Labelled>
          </>
        )}
        {wrong && !wrong.fields.some((f) => shown.has(f.path)) && (
          <p role="alert" style={{ color: 'var(--error)' }}>
            {wrong.fields[0]?.message ?? wrong.message}
          </p>
        )}
        {kept.saved}
      </div>
    </Modal>
  )
}

/** The subject of the decision in a sentence or two. */
const About = ({ decision }: { decision: Decision }) => (
  <>
    {decision.kind === 'publicise' && (
      <p>
        {decision.title}。只能公示已通过、未公示的补贴{decision.items.length > 1 && '，不能公示的会逐笔列出原因'}。
      </p>
    )}
    {'detail' in decision && (
      <p>
        {decision.detail.companyName}：{decision.detail.projectName}，{wan(decision.detail.amount)}
      </p>
    )}
    {decision.kind === 'correct' && <p className="meta">日期和凭证号更正后立即生效；金额的更正须由另一名审核人员确认。</p>}
    {decision.kind === 'confirm' && decision.detail.correction && (
      <p>
        {decision.detail.correction.byName} 提出：金额由 {wan(decision.detail.amount)} 改为{' '}
        <strong className="num">{wan(decision.detail.correction.amount)}</strong>，拨付日期 {decision.detail.correction.payDate}，凭证号{' '}
        {decision.detail.correction.voucher ?? '无'}。原因：{decision.detail.correction.reason}
      </p>
    )}
  </>
)

interface LabelledProps {
  id: string
  label: string
  path: string
  wrong: Failure | null
  children: ReactNode
}
/** A labelled control, with the server's error below. */
const Labelled = ({ id, label, path, wrong, children }: LabelledProps) => (
  <label htmlFor={id}>
    {label}
    {children}
    <FieldFault failure={wrong} path={path} />
  </label>
)
