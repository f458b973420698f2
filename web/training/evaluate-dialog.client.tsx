import { Radio, Rate } from 'antd'
import { useState } from 'react'
import { activity, type MyActivity } from '../../contract/training/activity.ts'
import { enrolStates } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { toast } from '../toast.ts'

/** An evaluation from one to five, with an optional text; once for each person who attended. */
export function EvaluateDialog({ row, onClose, onDone }: { row: MyActivity; onClose(): void; onDone(): Promise<unknown> }) {
  const people = row.mine.filter((one) => one.state === enrolStates.code.attended && one.score === null)
  const [who, setWho] = useState(people[0]?.id)
  const [score, setScore] = useState(0)
  return (
    <WordsDialog
      title={`评价“${row.title}”`}
      // The words are about one person; with several to choose from they could be offered for another.
      draft={people.length === 1 ? `training-evaluation:${who}` : undefined}
      note={
        <>
          {people.length > 1 && (
            <Radio.Group
              value={who}
              onChange={(e) => setWho(e.target.value as number)}
              options={people.map((one) => ({ value: one.id, label: one.contact }))}
              aria-label="参加人"
            />
          )}
          <p>
            <Rate value={score} onChange={setScore} tooltips={['很不满意', '不满意', '一般', '满意', '很满意']} aria-label="评分" />{' '}
            <span role="status">{score === 0 ? '请选择评分' : `${score} 分`}</span>
          </p>
        </>
      }
      label="评价内容（可以不填）"
      maxLength={300}
      okText="提交评价"
      effect="评价不能修改；满三人评价后显示平均分。"
      missing={() => (score === 0 ? '请选择评分' : null)}
      onClose={onClose}
      onSend={async (content) => {
        await call(activity.evaluate, { body: { id: row.id, enrolId: who, score, content } }, { silent: true })
        toast.success('已评价')
        await onDone()
      }}
    />
  )
}
