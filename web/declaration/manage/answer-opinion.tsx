import { Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { opinions, type OpinionRow } from '../../../contract/declaration/process.ts'
import { opinionVerdicts, type OpinionVerdict } from '../../../contract/declaration/process-words.ts'
import { call } from '../../api.ts'
import { Refusal } from '../../kit/form/refusal.tsx'
import { FieldFault } from '../../kit/form/field-fault.tsx'
import { readFailure, type Failure } from '../../kit/failure.ts'
import { useShownFailure } from '../../kit/form/shown-failure.ts'
import { useStateDraft } from '../../kit/form/use-state-draft.tsx'
import { useCloseQuestion } from '../../kit/dialog/use-close-question.ts'
import { typedFigure } from '../../kit/form/typed-figure.ts'
import { toast } from '../../toast.ts'
import laid from '../../kit/form/labelled-grid.module.css'

const NOTHING: Failure = { code: '', message: '', traceId: null, fields: [] }

/** Answers once; the first answer of an office counts. */
export function AnswerOpinion({ o, onClose }: { o: OpinionRow; onClose: (done: boolean) => void }) {
  const [verdict, setVerdict] = useState<OpinionVerdict | null>(null)
  const [score, setScore] = useState('')
  const [answer, setAnswer] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useShownFailure()
  const close = useCloseQuestion(() => onClose(false))
  const kept = useStateDraft({
    key: `opinion-answer:${o.id}`,
    values: { verdict, score, answer },
    start: { verdict: null as OpinionVerdict | null, score: '', answer: '' },
    onTake: (left) => {
      if (left.verdict) setVerdict(left.verdict)
      if (left.score !== undefined) setScore(left.score)
      if (left.answer !== undefined) setAnswer(left.answer)
    },
  })
  const send = async () => {
    const given = typedFigure(score, { what: '评分', min: 0, max: 100, decimals: 0 })
    const missing = [
      ...(verdict === null ? [{ path: 'verdict', message: '请选择意见' }] : []),
      ...(given && 'fault' in given ? [{ path: 'score', message: given.fault }] : []),
      ...(answer.trim() === '' ? [{ path: 'answer', message: '请填写意见内容' }] : []),
    ]
    if (verdict === null || missing.length > 0 || (given && 'fault' in given)) return setWrong({ ...NOTHING, fields: missing })
    setBusy(true)
    setWrong(null)
    try {
      await call(opinions.answer, { body: { id: o.id, verdict, answer, ...(given ? { score: given.value } : {}) } }, { silent: true })
      kept.sent()
      toast.success('已答复')
      onClose(true)
    } catch (error) {
      setWrong(readFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      title="答复意见"
      open
      onCancel={() => close(kept.dirty())}
      onOk={() => void send()}
      okText="答复"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
    >
      {wrong && wrong.fields.length === 0 && <Refusal failure={wrong} />}
      {kept.offer}
      <div className={laid.items} onBlur={kept.flush}>
        <p>
          {o.companyName}，{o.projectName}。{o.question}
        </p>
        <Radio.Group
          aria-label="意见"
          value={verdict}
          onChange={(e) => setVerdict(e.target.value as OpinionVerdict)}
          options={Object.entries(opinionVerdicts).map(([value, label]) => ({ value, label }))}
        />
        <FieldFault failure={wrong} path="verdict" />
        {o.withScore && (
          <div>
            <label className={laid.label} htmlFor="manage-3">
              评分（0–100）
            </label>
            <Input id="manage-3" inputMode="numeric" maxLength={6} value={score} onChange={(e) => setScore(e.target.value)} />
            <FieldFault failure={wrong} path="score" />
          </div>
        )}
        <div>
          <label className={laid.label} htmlFor="manage-4">
            意见内容
          </label>
          <Input.TextArea id="manage-4" value={answer} maxLength={1000} rows={4} onChange={(e) => setAnswer(e.target.value)} />
          <FieldFault failure={wrong} path="answer" />
        </div>
        {kept.saved}
      </div>
    </Modal>
  )
}
