import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { opinions } from '../../../contract/declaration/process.ts'
import { call } from '../../api.ts'
import { AnswerOpinion } from '../manage/answer-opinion.tsx'
import { AskOpinion } from '../manage/ask-opinion.tsx'
import { OpinionText } from '../manage/opinion-text.tsx'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { toast } from '../../toast.ts'
import css from './review.module.css'

/** What other departments and experts were asked about a declaration, with their answers. */
export function Opinions({ id, mayAsk }: { id: number; mayAsk: boolean }) {
  const found = useQuery({
    queryKey: ['declaration', 'opinions', id],
    queryFn: () => call(opinions.list, { query: { declarationId: id, page: 1, pageSize: 50 } }, { silent: true }),
    retry: false,
  })
  const [asking, setAsking] = useState(false)
  const [answering, setAnswering] = useState<number | null>(null)
  const [ending, setEnding] = useState<number | null>(null)
  const list = found.data?.list ?? []
  if (list.length === 0 && !mayAsk) return null
  const answered = list.find((o) => o.id === answering)
  return (
    <section className={css.panel} aria-labelledby="review-opinions" data-print="hide">
      <h2 id="review-opinions">征求意见</h2>
      {list.length === 0 && <p className={css.note}>尚未征求其他部门或专家的意见。</p>}
      <ul className={css.materials}>
        {list.map((o) => (
          <li key={o.id}>
            <OpinionText o={o} />
            {o.mayAnswer && (
              <Button size="small" onClick={() => setAnswering(o.id)}>
                答复
              </Button>
            )}
            {o.mayWithdraw === 'reason' && (
              <Button size="small" onClick={() => setEnding(o.id)}>
                结束
              </Button>
            )}
            {o.mayWithdraw === true && (
              <Button
                size="small"
                type="link"
                onClick={() =>
                  void call(opinions.withdraw, { body: { id: o.id } }).then(
                    () => {
                      toast.success('已撤回')
                      return found.refetch()
                    },
                    () => found.refetch(),
                  )
                }
              >
                撤回
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayAsk && <Button onClick={() => setAsking(true)}>征求意见</Button>}
      {asking && (
        <AskOpinion
          id={id}
          onClose={(done) => {
            setAsking(false)
            if (done) void found.refetch()
          }}
        />
      )}
      {ending !== null && (
        <WordsDialog
          title="结束征求意见"
          draft={`opinion-end:${ending}`}
          label="原因"
          empty="请填写结束的原因"
          maxLength={200}
          okText="结束"
          note={<p>您是征求人所在部门的领导。结束后不再等待答复，征求人会收到通知，原因留在办理记录中。</p>}
          onClose={() => setEnding(null)}
          onSend={async (reason) => {
            await call(opinions.withdraw, { body: { id: ending, reason } }, { silent: true })
            toast.success('已结束')
            await found.refetch()
          }}
        />
      )}
      {answered && (
        <AnswerOpinion
          o={answered}
          onClose={(done) => {
            setAnswering(null)
            if (done) void found.refetch()
          }}
        />
      )}
    </section>
  )
}
