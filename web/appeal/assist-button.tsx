import { Button } from 'antd'
import { useState } from 'react'
import { APPEAL_CONTENT_MAX } from '../../contract/appeal/states.ts'
import { appeal, type AppealDetail } from '../../contract/appeal.ts'
import { call } from '../api.ts'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'

/** An assisting office gives its opinion; the responsible office writes the answer. */
export function AssistButton({ appeal: a, onDone }: { appeal: AppealDetail; onDone(words: string): Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>协办意见</Button>
      <WordsDialog
        open={open}
        title="协办意见"
        note={<p>写给主办部门，由它汇总答复；提出人看不到。</p>}
        draft={`appeal-assist:${a.id}`}
        label="意见"
        empty="请填写协办意见"
        maxLength={APPEAL_CONTENT_MAX}
        okText="提交意见"
        onClose={() => setOpen(false)}
        onSend={async (content) => {
          await call(appeal.assist, { body: { id: a.id, version: a.version, content } }, { silent: true })
          setOpen(false)
          await onDone('已告知主办部门')
        }}
      />
    </>
  )
}
