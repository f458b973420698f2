import { useEffect, useState } from 'react'
import type { Data } from '../../../contract/endpoint.ts'
import type { Verdict as Code } from '../../../contract/matching/verdicts.ts'
import { compare } from '../../../contract/policy/compare.ts'
import { call } from '../../api.ts'
import { Verdict } from '../../matching/index.ts'
import { money } from '../../kit/money.ts'
import css from './compare.module.css'

type Answer = Data<typeof compare.effect>
type Standing = NonNullable<Answer['effect']>['before']

const amount = ({ verdict, min, max }: Standing) =>
  max === null
    ? verdict === 'unknown'
      ? '需补充后测算'
      : '无金额'
    : max === 0
      ? '无直接资金'
      : min === null || min === max
        ? money(max)
        : `${money(min)} 至 ${money(max)}`

const Stand = ({ title, at }: { title: string; at: Standing }) => (
  <div>
    <dt>{title}</dt>
    <dd>
      {at.verdict !== null && <Verdict verdict={at.verdict as Code} />} <strong className="num">{amount(at)}</strong>
    </dd>
  </div>
)

/** 对本企业的影响: verdict and amount before and after, computed from the company's archive. */
export default function MyEffect({ id, from, to }: { id: number; from: number; to: number }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let gone = false
    setAnswer(null)
    setFailed(false)
    call(compare.effect, { query: { id, from, to } }, { silent: true }).then(
      (a) => {
        if (!gone) setAnswer(a)
      },
      () => {
        if (!gone) setFailed(true)
      },
    )
    return () => {
      gone = true
    }
  }, [id, from, to])
  return (
    <section className={`card ${css.effect}`} aria-labelledby="my-effect" aria-live="polite">
      <h2 id="my-effect">对本企业的影响</h2>
      {failed ? (
        <p role="alert">未能按企业档案测算，请稍后重试。</p>
      ) : !answer ? (
        <p className="meta">正在按企业档案测算…</p>
      ) : !answer.effect ? (
        <p>
          授权平台读取企业档案后，可以看到这次修改对本企业意味着什么。 <a href="/work/enterpriseArchive">查看企业档案</a>
        </p>
      ) : (
        <>
          <p className={css.words}>{answer.effect.words}。</p>
          <dl className={css.stands}>
            <Stand title={`第 ${from} 版`} at={answer.effect.before} />
            <Stand title={`第 ${to} 版`} at={answer.effect.after} />
          </dl>
          {answer.effect.lost.length > 0 && <p>新增不满足的条件：{answer.effect.lost.join('、')}</p>}
          {answer.effect.won.length > 0 && <p>不再构成障碍的条件：{answer.effect.won.join('、')}</p>}
          <p className="meta">按企业档案今天的数据测算，不计申报时间；以主管部门核定为准。</p>
        </>
      )}
    </section>
  )
}
