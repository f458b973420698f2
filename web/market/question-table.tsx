import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { marketKeeping, type Question } from '../../contract/market/keeping.ts'
import { ANSWER_MAX, itemPath, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { ShortTable } from '../kit/table/short-table.tsx'
import { toast } from '../toast.ts'
import { confirmed } from './confirmed.ts'

/** Questions about the user's items, with a form to answer, and questions that the user asked. */
export function QuestionTable({ kind, itemId }: { kind: MarketKind | undefined; itemId: number | undefined }) {
  const client = useQueryClient()
  const [answering, setAnswering] = useState<Question | null>(null)
  const name = ['market', 'questions', kind, itemId]
  const refresh = () => client.invalidateQueries({ queryKey: name })
  const remove = async (one: Question) => {
    if (!(await confirmed('撤下这个问题？', '撤下后不再显示，也不再等待回答。'))) return
    await call(marketKeeping.removeQuestion, { body: { id: one.id } }).catch(() => undefined)
    await refresh()
  }
  return (
    <>
      <ShortTable<Question>
        name={name}
        load={(paging) => call(marketKeeping.myQuestions, { query: { kind, itemId, ...paging } }, { silent: true })}
        width={720}
        columns={[
          { title: '时间', width: 140, render: (_, one) => <span className="num">{localMinute(one.createTime)}</span> },
          { title: '信息', render: (_, one) => <a href={itemPath(one.kind, one.itemId)}>{one.title}</a> },
          { title: '提问', render: (_, one) => `${one.by}：${one.question}` },
          { title: '回答', render: (_, one) => one.answer ?? '等待回答' },
          {
            title: '操作',
            width: 130,
            render: (_, one) => (
              <>
                {one.answerable && (
                  <Button size="small" type="link" onClick={() => setAnswering(one)}>
                    回答
                  </Button>
                )}
                {one.removable && (
                  <Button size="small" type="link" danger onClick={() => void remove(one)}>
                    {one.mine ? '收回' : '撤下'}
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {answering && (
        <WordsDialog
          title="回答问题"
          note={<p>{answering.question}</p>}
          draft={`market-answer:${answering.id}`}
          label="回答"
          empty="请输入回答"
          maxLength={ANSWER_MAX}
          effect="问题和回答公开显示在这条信息下，请不要写电话号码。"
          okText="回答"
          onClose={() => setAnswering(null)}
          onSend={async (answer) => {
            await call(marketKeeping.answer, { body: { id: answering.id, answer } }, { silent: true })
            toast.success('已回答')
            setAnswering(null)
            await refresh()
          }}
        />
      )}
    </>
  )
}
