import { totalText } from '../../contract/matching/report-words.ts'
import { useEffect, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Route } from './+types/sub-list'
import { matching } from '../../contract/matching.ts'
import type { Data } from '../../contract/endpoint.ts'
import { verdicts, type Verdict as Code } from '../../contract/matching/verdicts.ts'
import { ApiError, call } from '../api.ts'
import { servicesContext } from '../context.ts'
import { session, useViewer } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { useSite } from '../shell/root-data.ts'
import { requireLogin } from '../shell/require-login.ts'
import { metaFor } from '../shell/title.ts'
import { toast } from '../toast.ts'
import { readSheet } from './answers.ts'
import styles from './sub-list.module.css'

const TotalReasons = lazyPart(() => import('./total-line.tsx').then((m) => m.TotalReasons))
const JudgementCard = lazyPart(() => import('./judgement-card.tsx').then((m) => m.JudgementCard))

/** Labels of the fields that results may name; the whole catalogue is small and cached with the page. */
export async function loader({ context }: Route.LoaderArgs) {
  return context.get(servicesContext).call(matching.labels, { query: {} })
}

export const meta: Route.MetaFunction = (args) => metaFor(args as never, { description: '按企业情况逐条判定的政策清单，附金额算法与理由' })

const groups: { verdict: Code; title: string; open: boolean }[] = [
  { verdict: 'match', title: '很可能符合', open: true },
  { verdict: 'near', title: '差一点就符合，从易到难', open: true },
  { verdict: 'unknown', title: '还差信息', open: true },
  { verdict: 'nomatch', title: '暂不符合', open: false },
  { verdict: 'notYet', title: '尚未开始申报', open: false },
  { verdict: 'closed', title: '已截止', open: false },
]

export default function SubList({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const viewer = useViewer()
  const { ssoUrl } = useSite()
  const [result, setResult] = useState<Data<typeof matching.calculate> | null>(null)
  const [failure, setFailure] = useState('')
  const [used, setUsed] = useState(readNothing)
  const labels = useMemo(() => new Map(Object.entries(loaderData.labels)), [loaderData])
  const wanted = params.get('policy')
  const fromArchive = params.get('archive') === '1'

  useEffect(() => {
    let gone = false
    const run = async () => {
      await session.ready()
      const sheet = readSheet()
      const consented = session.user()?.type === 'QY' && (await session.protocolStatus()) === '02'
      const input = { answers: sheet.answers, useArchive: consented && (sheet.useArchive || fromArchive) }
      const found = await call(matching.calculate, { body: { ...input } }, { silent: true })
      if (!gone) {
        setUsed(input)
        setResult(found)
      }
    }
    setFailure('')
    run().catch((e: unknown) => {
      if (!gone) setFailure(e instanceof ApiError ? e.message : '测算没有完成，请检查网络后重试')
    })
    return () => {
      gone = true
    }
  }, [fromArchive])
  useEffect(() => {
    if (result && wanted) document.getElementById(`p-${wanted}`)?.scrollIntoView()
  }, [result, wanted])

  const save = async () => {
    if (!(await requireLogin(ssoUrl))) return
    await call(matching.saveCalculation, { body: used })
    toast.success('已保存，可在“我的政策”中查看')
  }

  if (failure)
    return (
      <div className={`container ${styles.page}`}>
        <h1>可享政策清单</h1>
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
        <p>
          <button type="button" className="btn" onClick={() => location.reload()}>
            重试
          </button>{' '}
          <Link className="btn" to="/page/policyserver/calculator">
            修改答案
          </Link>
        </p>
      </div>
    )
  if (!result)
    return (
      <div className={`container ${styles.page}`}>
        <h1>可享政策清单</h1>
        <p role="status" className="meta">
          正在逐条测算…
        </p>
      </div>
    )

  const of = (verdict: Code) => result.list.filter((j) => j.verdict === verdict)
  const { total } = result
  const openFields = new Set(of('unknown').flatMap((j) => j.missing)).size
  return (
    <div className={`container ${styles.page}`}>
      <h1>可享政策清单</h1>
      <section className={`card ${styles.total}`} aria-label="测算结果">
        <p className={styles.sum}>
          很可能符合 <strong>{result.counts.match}</strong> 项
          {total.max > 0 && (
            <>
              ，预计 <strong className="num">{totalText(total)}</strong>
            </>
          )}
        </p>
        <p className="meta">
          截至 {result.asOf}，共判定 {result.judged} 项政策{result.judged > result.list.length ? `（列出前 ${result.list.length} 项）` : ''}
          {used.useArchive ? '，已结合企业档案' : ''}
          。合计按可同时享受的最优组合计算，以主管部门审核为准。
        </p>
        <TotalReasons total={total} list={result.list.map((j) => ({ ...j, value: j.amount?.value ?? null }))} />
        <p className={styles.actions}>
          {openFields > 0 && (
            <Link className="btn btn-primary" to="/page/policyserver/calculator/replenish">
              补充 {openFields} 项信息
            </Link>
          )}
          <Link className="btn" to="/page/policyserver/calculator">
            重新测算
          </Link>
          <button type="button" className="btn" onClick={() => print()}>
            打印
          </button>
          <button
            type="button"
            className="btn"
            onClick={() => {
              void save()
            }}
          >
            {viewer ? '保存' : '登录后保存'}
          </button>
        </p>
      </section>
      {groups.map(({ verdict, title, open }) => {
        const list = of(verdict)
        if (list.length === 0) return null
        const body = (
          <ul>
            {list.map((j) => (
              <JudgementCard key={j.code} judgement={j} labels={labels} open={j.code === wanted} />
            ))}
          </ul>
        )
        return open || list.some((j) => j.code === wanted) ? (
          <section key={verdict} className={`card ${styles.group}`} aria-labelledby={`g-${verdict}`}>
            <h2 id={`g-${verdict}`}>
              {title}（{list.length}）
            </h2>
            {body}
          </section>
        ) : (
          <details key={verdict} className={`card ${styles.group}`}>
            <summary>
              <h2>
                {title}（{list.length}）<span className="visually-hidden">{verdicts[verdict]}</span>
              </h2>
            </summary>
            {body}
          </details>
        )
      })}
    </div>
  )
}

const readNothing = { answers: {}, useArchive: false } as { answers: ReturnType<typeof readSheet>['answers']; useArchive: boolean }
