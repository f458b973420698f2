import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Route } from './+types/replenish'
import { matching, type ArchiveValue, type Question } from '../../contract/matching.ts'
import { ApiError, call } from '../api.ts'
import { session } from '../session.ts'
import { metaFor } from '../shell/title.ts'
import { money } from '../policy/index.ts'
import { answered, emptySheet, readSheet, writeSheet, type Sheet } from './answers.ts'
import { QuestionField } from './question-field.tsx'
import styles from './calculator.module.css'

export const meta: Route.MetaFunction = (args) => metaFor(args as never)

interface Next {
  list: { question: Question; atStake: number; policies: number }[]
  open: number
}
const noArchive: Record<string, ArchiveValue> = {}

/** Questions still open, the one that can change the most money first; five at a time. */
export default function Replenish() {
  const navigate = useNavigate()
  const [sheet, setSheet] = useState<Sheet>(emptySheet)
  const [next, setNext] = useState<Next | null>(null)
  const [failure, setFailure] = useState('')

  const load = async (from: Sheet) => {
    setFailure('')
    await session.ready()
    const consented = session.user()?.type === 'QY' && (await session.protocolStatus()) === '02'
    const found = await call(
      matching.nextQuestions,
      { body: { answers: from.answers, skipped: from.skipped, useArchive: consented && from.useArchive } },
      { silent: true },
    )
    setNext(found)
  }
  const failed = (e: unknown) => setFailure(e instanceof ApiError ? e.message : '加载失败，请检查网络后重试')
  useEffect(() => {
    const kept = readSheet()
    setSheet(kept)
    load(kept).catch(failed)
  }, [])
  const change = (key: string, value: Parameters<typeof answered>[2]) =>
    setSheet((s) => {
      const changed = answered(s, key, value)
      writeSheet(changed)
      return changed
    })

  return (
    <div className={`container ${styles.page}`}>
      <h1>补充企业信息</h1>
      <p className="meta">只问会改变结果的问题，影响金额最大的在前；“不清楚”也可以。</p>
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
        ) : next.list.length === 0 ? (
          <p>
            没有会改变结果的问题了。<Link to="/page/policyserver/calculator/subList">查看结果</Link>
          </p>
        ) : (
          <form
            onSubmit={(e) => {
              e.preventDefault()
              load(sheet).then(() => scrollTo(0, 0), failed)
            }}
          >
            <p className="meta">还有 {next.open} 个问题</p>
            {next.list.map(({ question, atStake, policies }) => (
              <div key={question.key}>
                <QuestionField
                  question={question}
                  value={sheet.answers[question.key]}
                  skipped={sheet.skipped.includes(question.key)}
                  archive={noArchive[question.key]}
                  onChange={(v) => change(question.key, v)}
                />
                <p className="meta">
                  关系到 {policies} 项政策{atStake > 0 && `，最多约 ${money(Math.round(atStake * 100) / 100)}`}
                </p>
              </div>
            ))}
            <div className={styles.buttons}>
              <button
                type="button"
                className="btn btn-primary"
                onClick={() => {
                  void navigate('/page/policyserver/calculator/subList')
                }}
              >
                查看结果
              </button>
              <button type="submit" className="btn">
                继续下一组
              </button>
            </div>
          </form>
        )}
      </div>
    </div>
  )
}
