import { Button, Input } from 'antd'
import { useState } from 'react'
import { review, type ReviewNote } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import css from './review.module.css'
import { useLoggedInAgain } from '../../kit/form/shown-failure.ts'
import { useStateDraft } from '../../kit/form/use-state-draft.tsx'

/** Remarks among staff, oldest first. A refused one stays in its text field. */
export function Notes({ id, notes, onAdded }: { id: number; notes: readonly ReviewNote[]; onAdded: () => void }) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  useLoggedInAgain(() => setWrong(null))
  const [busy, setBusy] = useState(false)
  const kept = useStateDraft({
    key: `review-note:${id}`,
    values: { text },
    start: { text: '' },
    onTake: (left) => setText(left.text ?? ''),
  })
  const add = async () => {
    if (busy) return
    if (!text.trim()) {
      setWrong('请输入备注内容')
      document.getElementById('review-note')?.focus()
      return
    }
    setBusy(true)
    setWrong(null)
    try {
      await call(review.addNote, { body: { id, text: text.trim() } }, { silent: true })
      kept.sent()
      setText('')
      onAdded()
    } catch (error) {
      setWrong(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={css.panel} aria-labelledby="review-notes" data-print="hide">
      <h2 id="review-notes">
        内部备注 <span className={css.note}>企业看不到</span>
      </h2>
      {notes.length > 0 && (
        <ul className={css.notes}>
          {notes.map((n) => (
            <li key={n.id}>
              <p className={css.value}>{n.text}</p>
              <p className={`${css.note} num`}>
                {n.who} {localMinute(n.at)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {kept.offer}
      <label htmlFor="review-note" className={css.label}>
        新增备注
      </label>
      <Input.TextArea
        id="review-note"
        value={text}
        onChange={(e) => setText(e.target.value)}
        onBlur={kept.flush}
        maxLength={500}
        showCount
        autoSize={{ minRows: 2, maxRows: 6 }}
        status={wrong ? 'error' : ''}
        aria-describedby="review-note-wrong"
      />
      <p id="review-note-wrong" role="alert" className={css.wrong}>
        {wrong}
      </p>
      <div className={css.moves}>
        <Button loading={busy} onClick={() => void add()}>
          保存备注
        </Button>
        {kept.saved}
      </div>
    </section>
  )
}
