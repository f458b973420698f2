import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { callPop } from '../../contract/callcentre/desk.ts'
import { market } from '../../contract/policy.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { useOffered } from '../kit/view-only.tsx'
import { toast } from '../toast.ts'
import css from './ecall.module.css'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'

/** Scripts for the telephone, and earlier answers: policies and published appeals. An agent can report a question without an answer. */
export function ScriptPanel() {
  const offered = useOffered()
  const [words, setWords] = useState('')
  const [asked, setAsked] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  useLoggedInAgain(() => setFault(null))
  const [told, setTold] = useState('')
  const script = useQuery({
    queryKey: ['call', 'script', asked],
    queryFn: () => call(callPop.script, { query: asked ? { keyword: asked } : {} }, { silent: true }),
    placeholderData: (before) => before,
    retry: false,
    staleTime: 300_000,
  })
  const report = async () => {
    setFault(null)
    try {
      await call(callPop.unanswered, { body: { question: asked } }, { silent: true })
      setTold(asked)
      toast.success('已报到“没找到的问题”')
    } catch (error) {
      setFault(readFailure(error).message)
    }
  }
  return (
    <section className={css.box} aria-labelledby="script">
      <h2 id="script">话术与答案</h2>
      <Input.Search
        aria-label="查找话术、政策和公开答复"
        placeholder="输入来电人的问题"
        maxLength={60}
        value={words}
        allowClear
        enterButton="查找"
        onChange={(e) => setWords(e.target.value)}
        onSearch={(value) => setAsked(value.trim())}
      />
      {asked && <Answers keyword={asked} />}
      {asked && (
        <p className={css.bar}>
          <Button size="small" disabled={told === asked} {...offered} onClick={() => void report()}>
            {told === asked ? '已上报' : '没有找到答案，上报'}
          </Button>
          {fault && (
            <span role="alert" className={css.late}>
              {fault}
            </span>
          )}
        </p>
      )}
      {script.error ? (
        <ErrorState error={script.error} onRetry={() => void script.refetch()} />
      ) : script.data?.length === 0 ? (
        <p className={css.small}>没有包含“{asked}”的话术。</p>
      ) : (
        <div className={css.script}>
          {script.data?.map(({ section, lines }) => (
            <details key={section} open={asked !== ''}>
              <summary>
                {section}（{lines.length}）
              </summary>
              <dl>
                {lines.map((line) => (
                  <div key={line.id}>
                    <dt>{line.ask}</dt>
                    <dd>{line.say}</dd>
                  </div>
                ))}
              </dl>
            </details>
          ))}
        </div>
      )}
    </section>
  )
}

const ANSWERS = 6
function Answers({ keyword }: { keyword: string }) {
  const found = useQuery({
    queryKey: ['call', 'answers', keyword],
    queryFn: () => call(market.search, { query: { keyword, pageSize: ANSWERS } }, { silent: true }),
    retry: false,
  })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <p role="status">正在查找…</p>
  if (found.data.total === 0) return <p className={css.small}>没有找到相关的政策和公开答复。</p>
  return (
    <ul className={css.rows} aria-label="相关的政策和公开答复">
      {found.data.list.map((hit) => (
        <li key={`${hit.type} ${hit.id}`}>
          <a href={hit.url} target="_blank" rel="noreferrer">
            {hit.title}
          </a>
          <span className={css.small}>{hit.summary}</span>
        </li>
      ))}
    </ul>
  )
}
