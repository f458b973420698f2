import { useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useSearchParams } from 'react-router'
import { follow } from '../../../contract/policy/follow.ts'
import type { Verdict as Code } from '../../../contract/matching/verdicts.ts'
import { call } from '../../api.ts'
import { Verdict } from '../../matching/index.ts'
import { windowOf } from '../rule/wording.ts'
import { money } from '../../kit/money.ts'
import css from './follow.module.css'

const SIZE = 10
/** The other parts of the page wait for the list, but not longer. */
const MOST_MS = 10_000

const pageIn = (params: URLSearchParams): number => Math.max(1, Number(params.get('page')) || 1)
/** The page of the list that the address names. */
export function useSubscribed(any: boolean) {
  const page = pageIn(useSearchParams()[0])
  return useQuery({
    queryKey: ['subscribed', page],
    queryFn: () => call(follow.subscribed, { query: { page, pageSize: SIZE } }, { silent: true, timeoutMs: MOST_MS }),
    enabled: any,
    retry: false,
  })
}

/** Policies that match the subscriptions now, each with the matching subscription and the company's verdict. */
export function SubscribedPolicies({ any, query }: { any: boolean; query: ReturnType<typeof useSubscribed> }) {
  const [params, setParams] = useSearchParams()
  return (
    <section className={`card ${css.block}`} aria-labelledby="sub-policies">
      <h2 id="sub-policies">订阅的政策{query.data ? `（${query.data.total}）` : ''}</h2>
      {!any ? (
        <p className={css.note}>还没有订阅。选择标签，或添加订阅条件，符合的政策会列在这里，有新政策时告诉您。</p>
      ) : query.isError ? (
        <p role="alert">
          未能读取 <Button onClick={() => void query.refetch()}>重试</Button>
        </p>
      ) : !query.data ? (
        <p role="status">正在加载…</p>
      ) : query.data.total === 0 ? (
        <p className={css.note}>目前没有符合订阅的政策，有新政策时会告诉您。</p>
      ) : (
        <>
          <ul className={css.list}>
            {query.data.list.map((p) => {
              const state = windowOf(p)
              return (
                <li key={p.id}>
                  <a href={`/page/policyserverdetail?id=${p.id}`}>{p.policyTitle}</a>
                  <span className={css.facts}>
                    {p.verdict !== null && <Verdict verdict={p.verdict as Code} />}
                    {p.max !== null && p.max > 0 && (
                      <span className="num">{p.min === null || p.min === p.max ? money(p.max) : `${money(p.min)} 至 ${money(p.max)}`}</span>
                    )}
                    <span className={state.urgent ? 'tag tag-error' : undefined}>{state.text}</span>
                    <span>{p.policyDepName}</span>
                    <span>来自：{p.found.join('、')}</span>
                  </span>
                </li>
              )
            })}
          </ul>
          {query.data.total > SIZE && (
            <Pagination
              current={pageIn(params)}
              pageSize={SIZE}
              total={query.data.total}
              showSizeChanger={false}
              onChange={(next) => setParams(next === 1 ? {} : { page: String(next) }, { preventScrollReset: true })}
            />
          )}
        </>
      )}
    </section>
  )
}
