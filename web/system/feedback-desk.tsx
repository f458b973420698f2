import { Alert, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { FEEDBACK_REPLY_MAX, feedbackDesk, type FeedbackRow } from '../../contract/feedback.ts'
import { FEEDBACK_STATE, feedbackStateCodes, feedbackStateLabels } from '../../contract/feedback-states.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { RevealButton } from '../kit/dialog/reveal-button.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { useCloseQuestion } from '../kit/dialog/use-close-question.ts'
import { useRefreshList } from '../kit/table/use-list.ts'
import { useSubmit } from '../kit/form/use-submit.ts'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import css from './feedback-desk.module.css'

const LIST = 'feedback'
const State = ({ row }: { row: FeedbackRow }) => <StatusTag tone={feedbackStateCodes.tones[row.state as 0]}>{row.stateName}</StatusTag>
const fields = fieldsOf(
  feedbackDesk.list,
  { key: 'title', label: '标题', on: ['table'], card: 'title', width: 220 },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: Object.entries(feedbackStateLabels).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 110,
    show: (row) => <State row={row} />,
  },
  { key: 'message', label: '留言', on: ['table'], width: 320 },
  { key: 'namevalue', label: '留言人', on: ['table'], width: 110 },
  { key: 'phonevalue', label: '手机号', on: ['search', 'table'], width: 140, placeholder: '完整的 11 位手机号' },
  {
    key: 'at',
    label: '留言时间',
    kind: 'date',
    on: ['search', 'table'],
    rangeKeys: ['startTime', 'endTime'],
    width: 160,
    show: (row) => <span className="num">{localMinute(row.at)}</span>,
  },
  { key: 'handlerName', label: '处理人', on: ['table'], width: 140 },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 留言反馈: messages from the feedback dialog, unanswered ones first; the front desk reads and answers them. */
export default function FeedbackDesk() {
  const refresh = useRefreshList(LIST)
  const [open, setOpen] = useState<FeedbackRow | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有留言。读者点页脚“意见反馈”写的话会到这里。"
        fields={fields}
        shape={shape}
        endpoint={feedbackDesk.list}
        actions={[{ label: '查看', open: (row) => setOpen(row) }]}
      />
      {open && <Message row={open} onClose={() => setOpen(null)} onDone={refresh} />}
    </>
  )
}

function Message({ row, onClose, onDone }: { row: FeedbackRow; onClose(): void; onDone(): Promise<void> }) {
  const can = useCan()
  const [reply, setReply] = useState('')
  const { busy, failure, run, refuse, mended } = useSubmit(async () => {
    await call(feedbackDesk.reply, { body: { id: row.id, reply } }, { silent: true })
    toast.success(row.known ? '已答复，留言人可在消息中心看到' : '已记录')
    onClose()
    await onDone()
  })
  const wrong = failure && (failure.fields[0]?.message ?? failure.message)
  const close = useCloseQuestion(onClose)
  const leave = () => close(reply.trim() !== '')
  const mayAnswer = row.state === FEEDBACK_STATE.waiting && can('feedback:answer')
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
        <State row={row} /> <span className="meta">{localMinute(row.at)}</span>
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
        <>
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
            {wrong ?? (row.known ? '提交后留言人会在消息中心收到答复。' : '留言人没有登录：请先电话答复，再在这里记下结果。')}
          </p>
        </>
      )}
    </Modal>
  )
}
