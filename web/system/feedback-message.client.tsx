import { Alert, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { FEEDBACK_REPLY_MAX, feedbackDesk, type FeedbackRow } from '../../contract/feedback.ts'
import { FEEDBACK_STATE } from '../../contract/feedback-states.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { RevealButton } from '../kit/dialog/reveal-button.tsx'
import { useCloseQuestion } from '../kit/dialog/use-close-question.ts'
import { useStateDraft } from '../kit/form/use-state-draft.tsx'
import { useSubmit } from '../kit/form/use-submit.ts'
import { useViewOnly } from '../kit/view-only.tsx'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import css from './feedback-desk.module.css'
import { FeedbackState } from './feedback-state.tsx'

const EMPTY = { reply: '' }

/** One message, and the reply of whoever may answer; what is typed is a draft until it is sent. */
export function FeedbackMessage({ row, onClose, onDone }: { row: FeedbackRow; onClose(): void; onDone(): Promise<void> }) {
  const can = useCan()
  const viewOnly = useViewOnly()
  const [reply, setReply] = useState('')
  const mayAnswer = row.state === FEEDBACK_STATE.waiting && can('feedback:answer')
  const kept = useStateDraft({
    key: mayAnswer && viewOnly === null ? `feedback-reply:${row.id}` : null,
    values: { reply },
    start: EMPTY,
    onTake: (left) => setReply(left.reply ?? ''),
  })
  const { busy, failure, run, refuse, mended } = useSubmit(async () => {
    await kept.send(async () => {
      await call(feedbackDesk.reply, { body: { id: row.id, reply } }, { silent: true })
      toast.success(row.known ? '已答复，留言人可在消息中心看到' : '已记录')
    })
    kept.sent()
    onClose()
    await onDone()
  })
  const wrong = failure && (failure.fields[0]?.message ?? failure.message)
  const close = useCloseQuestion(onClose)
  const leave = () => close(reply.trim() !== '')
  const send = () => (reply.trim() ? void run() : refuse({ path: 'reply', message: '请输入答复或处理情况' }))
  const clear = (field: 'namevalue' | 'phonevalue' | 'othervalue', label: string) => (
    <RevealButton
      label={label}
      of={`feedback-${field}:${row.id}`}
      load={(reason) => call(feedbackDesk.reveal, { body: { id: row.id, field, reason } }, { silent: true })}
    />
  )
  return (
    <Modal
      open
      title={row.title}
      width={640}
      onCancel={leave}
      destroyOnHidden
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={leave}>{mayAnswer ? messages.cancel : '关闭'}</Button>
          {mayAnswer && (
            <Button type="primary" loading={busy} onClick={send}>
              提交答复
            </Button>
          )}
        </>
      }
    >
      <p>
        <FeedbackState row={row} /> <span className="meta">{localMinute(row.at)}</span>
      </p>
      <p className={css.message}>{row.message}</p>
      <dl className={css.facts}>
        <div>
          <dt>留言人</dt>
          <dd>
            {row.namevalue} {clear('namevalue', '姓名')}
          </dd>
        </div>
        <div>
          <dt>手机号</dt>
          <dd>
            <span className="num">{row.phonevalue}</span> {clear('phonevalue', '手机号')}
          </dd>
        </div>
        <div>
          <dt>所在单位</dt>
          <dd>{clear('othervalue', '所在单位')}</dd>
        </div>
      </dl>
      {row.reply !== null && (
        <Alert
          type="success"
          title={`${row.handlerName ?? ''} ${localMinute(row.handleTime)} 答复`}
          description={<span className={css.message}>{row.reply}</span>}
        />
      )}
      {mayAnswer && (
        <div role="presentation" onBlur={kept.flush}>
          {kept.offer}
          <label htmlFor="feedback-reply">答复或处理情况</label>
          <Input.TextArea
            id="feedback-reply"
            value={reply}
            maxLength={FEEDBACK_REPLY_MAX}
            showCount
            rows={4}
            aria-invalid={wrong !== null}
            aria-describedby="feedback-reply-note"
            onChange={(e) => {
              setReply(e.target.value)
              mended()
            }}
          />
          <p
            id="feedback-reply-note"
            role={wrong ? 'alert' : undefined}
            style={{ marginTop: 4, paddingRight: 80, color: wrong ? 'var(--error)' : 'var(--text-3)' }}
          >
            {wrong ?? (row.known ? '提交后留言人会在消息中心收到答复。' : '留言人没有登录：请先电话答复，再在这里记下结果。')} {kept.saved}
          </p>
        </div>
      )}
    </Modal>
  )
}
