import { useEffect, useId, useState } from 'react'
import { EVALUATION_MAX } from '../../../contract/policy/follow-codes.ts'
import { follow } from '../../../contract/policy/follow.ts'
import { messages } from '../../../contract/messages.ts'
import { ApiError, call } from '../../api.ts'
import { Dialog } from '../../shell/dialog.tsx'
import { toast } from '../../toast.ts'
import { scoreWords } from './scores.ts'
import css from './follow.module.css'
import { useLoggedInAgain } from '../../kit/form/shown-failure.ts'

/** The user's rating of a policy, with the earlier one. */
export default function EvaluateDialog({ policyId, policyTitle, onClose }: { policyId: number; policyTitle: string; onClose(): void }) {
  const id = useId()
  const [score, setScore] = useState(0)
  const [content, setContent] = useState('')
  const [before, setBefore] = useState<string | null>(null)
  const [error, setError] = useState('')
  useLoggedInAgain(() => setError(''))
  const [sending, setSending] = useState(false)
  useEffect(() => {
    call(follow.myEvaluation, { query: { polInfoId: policyId } }, { silent: true }).then(
      (mine) => {
        if (!mine) return
        setScore(mine.score)
        setContent(mine.content)
        setBefore(mine.createTime)
      },
      () => {},
    )
  }, [policyId])
  const send = async () => {
    if (score === 0) return setError('请选择评分')
    setSending(true)
    try {
      await call(follow.evaluate, { body: { polInfoId: policyId, score, content: content.trim() } })
      toast.success('谢谢，评价已提交', 3)
      onClose()
    } catch (e) {
      if (e instanceof ApiError) setError(e.fields?.[0]?.message ?? e.message)
      setSending(false)
    }
  }
  return (
    <Dialog
      title="评价政策"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="button" className="btn btn-primary" disabled={sending} onClick={() => void send()}>
            提交评价
          </button>
        </>
      }
    >
      <p>
        <strong>{policyTitle}</strong>
      </p>
      {before && <p className="meta">您已评价过，再次提交将替换前一次。</p>}
      <fieldset className={css.scores} aria-describedby={`${id}-error`}>
        <legend className="field-label">这项政策好懂、好办吗</legend>
        {scoreWords.map((word, i) => (
          <label key={word} className={css.score}>
            <input
              type="radio"
              name={`${id}-score`}
              checked={score === i + 1}
              onChange={() => {
                setScore(i + 1)
                setError('')
              }}
            />
            {i + 1} 分 · {word}
          </label>
        ))}
      </fieldset>
      <label className="field-label" htmlFor={id}>
        说说原因（选填）
      </label>
      <textarea
        id={id}
        className="field"
        rows={3}
        maxLength={EVALUATION_MAX}
        value={content}
        onChange={(e) => setContent(e.target.value)}
      />
      <p id={`${id}-error`} className={error ? 'field-error' : 'meta'} role={error ? 'alert' : undefined}>
        {error || `${[...content].length}/${EVALUATION_MAX}`}
      </p>
    </Dialog>
  )
}
