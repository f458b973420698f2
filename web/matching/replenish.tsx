import { useCallback, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Route } from './+types/replenish'
import type { Data } from '../../contract/endpoint.ts'
import { matching } from '../../contract/matching.ts'
import { ApiError, call } from '../api.ts'
import { session } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { metaFor } from '../shell/title.ts'
import { answered, emptySheet, readSheet, writeSheet, type Sheet } from './answers.ts'
import { OpenQuestions } from './open-questions.tsx'
import styles from './calculator.module.css'

export const meta: Route.MetaFunction = (args) => metaFor(args)

const ReplenishForm = lazyPart(
  () => import('./replenish-form.tsx').then((m) => m.ReplenishForm),
  <p role="status" className="meta">
    正在准备问题…
  </p>,
)

type Next = Data<typeof matching.nextQuestions>

/**
 * Open questions, five at a time; the question that can change the largest amount comes first. With `policyId` or `policy` (a code) it asks
 * the questions of one policy, by its match form.
 */
export default function Replenish() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const asked = params.get('policyId') ?? ''
  const policyId = /^\d{1,15}$/.test(asked) ? Number(asked) : undefined
  const policyCode = policyId === undefined ? (params.get('policy')?.slice(0, 64) ?? undefined) : undefined
  const isOne = policyId !== undefined || policyCode !== undefined
  const [sheet, setSheet] = useState<Sheet>(emptySheet)
  const [next, setNext] = useState<Next | null>(null)
  const [failure, setFailure] = useState('')

  const fromArchive = params.get('archive') === '1'

  const load = useCallback(
    async (from: Sheet) => {
      setFailure('')
      await session.ready()
      const consented = session.user()?.type === 'QY' && (await session.protocolStatus()) === '02'
      const found = await call(
        matching.nextQuestions,
        {
          body: {
            answers: from.answers,
            skipped: from.skipped,
            useArchive: consented && (from.useArchive || fromArchive),
            ...(policyId === undefined ? {} : { policyId }),
            ...(policyCode === undefined ? {} : { policyCode }),
          },
        },
        { silent: true },
      )
      setNext(found)
      return found
    },
    [policyId, policyCode, fromArchive],
  )
  const failed = (e: unknown) => setFailure(e instanceof ApiError ? e.message : '加载失败，请检查网络后重试')
  useEffect(() => {
    // For one policy, skipped questions are asked again, because no other page leads to them.
    const kept = isOne ? { ...readSheet(), skipped: [] } : readSheet()
    setSheet(kept)
    load(kept).catch(failed)
  }, [load, isOne])
  const change = (key: string, value: Parameters<typeof answered>[2]) =>
    setSheet((s) => {
      const changed = answered(s, key, value)
      writeSheet(changed)
      return changed
    })

  const policy = next?.policy ?? null
  const results = `/page/policyserver/calculator/subList?${new URLSearchParams({
    ...(fromArchive ? { archive: '1' } : {}),
    ...(policy ? { policy: policy.code } : {}),
  }).toString()}`
  const goOn = () => {
    // For one policy, the next questions depend on these answers; a question left blank is not asked a second time.
    const blank = isOne ? (next?.list ?? []).flatMap(({ question: { key } }) => (sheet.answers[key] === undefined ? [key] : [])) : []
    const from = blank.reduce((s, key) => answered(s, key, null), sheet)
    setSheet(from)
    writeSheet(from)
    load(from).then((found) => {
      if (isOne && !found.form && found.list.length === 0) void navigate(results)
      else scrollTo(0, 0)
    }, failed)
  }
  return (
    <div className={`container ${styles.page}`}>
      <h1>补充企业信息</h1>
      {policy && (
        <p>
          政策：<a href={`/page/policyserverdetail?id=${policy.id}`}>{policy.title}</a>
        </p>
      )}
      <p className="meta">
        {isOne ? '只问这项政策需要的信息；没有标“必答”的，“不清楚”也可以。' : '只问会改变结果的问题，影响金额最大的在前；“不清楚”也可以。'}
      </p>
      {failure && (
        <p role="alert" className="field-error">
          {failure}
        </p>
      )}
      <div className={`card ${styles.sheet}`}>
        {!next ? (
          <p role="status" className="meta">
            正在准备问题…
          </p>
        ) : next.form ? (
          <ReplenishForm
            questions={next.form.questions}
            archive={next.form.archive}
            sheet={sheet}
            onChange={change}
            onDone={() => void navigate(results)}
          />
        ) : next.list.length === 0 ? (
          <p>
            没有会改变结果的问题了。<Link to={results}>查看结果</Link>
          </p>
        ) : (
          <OpenQuestions next={next} isOne={isOne} sheet={sheet} onChange={change} onGoOn={goOn} onDone={() => void navigate(results)} />
        )}
      </div>
    </div>
  )
}
