import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Data } from '../../contract/endpoint.ts'
import { matching, type Answers } from '../../contract/matching.ts'
import { ApiError, call } from '../api.ts'
import { answered, emptySheet, readSheet, toldBySearch, writeSheet, type Sheet } from './answers.ts'
import { KeepAnswers } from './keep-answers.tsx'
import { Progress } from './progress.tsx'
import { QuestionField } from './question-field.tsx'
import { TakenFacts } from './taken-facts.tsx'
import styles from './calculator.module.css'

/** Maximum number of questions; the remaining open questions are shown with the results. */
const MOST = 10
/** Number of useful questions to read; pinned ones among them are asked first. */
const LOOKED_AT = 20
const RESULTS = '/page/policyserver/calculator/subList'

interface Props {
  questionnaire: Pick<Data<typeof matching.questionnaire>, 'first' | 'pinned' | 'hidden'>
}

/** Asks a few first questions, then one by one only those that can still change the result. 跳过 means 不清楚. */
export function BriefSheet({ questionnaire: { first, pinned, hidden } }: Props) {
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [sheet, setSheet] = useState<Sheet>(emptySheet)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => setSheet(readSheet()), [])

  const told = toldBySearch(sheet)
  const begin = first.filter(({ key }) => !told.has(key))
  const questions = [...begin, ...sheet.asked].slice(0, MOST)
  const n = Math.min(Math.max(Number(params.get('q')) || 1, 1), questions.length)
  const question = questions[n - 1]
  const keep = (next: Sheet) => {
    writeSheet(next)
    setSheet(next)
  }
  // A changed answer can change the following questions, so these are determined again.
  const change = (key: string, value: Answers[string] | undefined) =>
    keep({ ...answered(sheet, key, value), asked: sheet.asked.slice(0, Math.max(0, n - begin.length)) })
  const show = (to: number) => {
    setParams((p) => {
      p.set('q', String(to))
      return p
    })
    head.current?.focus()
  }
  const policy = params.get('policy')
  const finish = () => void navigate(`${RESULTS}${policy ? `?policy=${encodeURIComponent(policy)}` : ''}`)
  const goOn = async (from: Sheet) => {
    const asked = [...begin, ...from.asked]
    if (n < asked.length) return show(n + 1)
    if (n >= MOST) return finish()
    setBusy(true)
    setFailure('')
    try {
      const skipped = [...new Set([...from.skipped, ...hidden, ...told, ...asked.map(({ key }) => key)])]
      const { list } = await call(matching.nextQuestions, { body: { answers: from.answers, skipped, limit: LOOKED_AT } }, { silent: true })
      const next = (list.find((one) => pinned.includes(one.question.key)) ?? list[0])?.question
      if (!next) return finish()
      keep({ ...from, asked: [...from.asked, next] })
      show(n + 1)
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : '没有连上，请检查网络后再点一次；已答的都在')
    } finally {
      setBusy(false)
    }
  }
  if (!question) return null
  return (
    <div className={`card ${styles.sheet}`}>
      <Progress at={n} of={MOST} text={`第 ${n} 题，至多 ${MOST} 题`} />
      <TakenFacts sheet={sheet} onChange={(next) => keep({ ...next, asked: [] })} />
      <h2 ref={head} tabIndex={-1} className={styles.topic}>
        <span className="num">
          {n}/{MOST}
        </span>{' '}
        {question.group || question.label}
      </h2>
      <form
        onSubmit={(e) => {
          e.preventDefault()
          void goOn(sheet)
        }}
      >
        <QuestionField
          key={question.key}
          question={question}
          value={sheet.answers[question.key]}
          skipped={sheet.skipped.includes(question.key)}
          onChange={(v) => change(question.key, v)}
          skipsBeside
        />
        <Refusal text={failure} />
        <Ways
          n={n}
          isBusy={isBusy}
          onBack={() => show(n - 1)}
          onSkip={() => {
            const next = answered(sheet, question.key, null)
            keep(next)
            void goOn(next)
          }}
          onFinish={finish}
          onReset={() => {
            keep(emptySheet)
            show(1)
          }}
        />
        <KeepAnswers sheet={sheet} />
      </form>
    </div>
  )
}

interface WaysProps {
  n: number
  isBusy: boolean
  onBack(): void
  onSkip(): void
  onFinish(): void
  onReset(): void
}

/** The buttons below a question. */
const Ways = ({ n, isBusy, onBack, onSkip, onFinish, onReset }: WaysProps) => (
  <div className={styles.buttons}>
    {n > 1 && (
      <button type="button" className="btn" onClick={onBack}>
        上一题
      </button>
    )}
    <button type="submit" className="btn btn-primary" disabled={isBusy}>
      {n === MOST ? '查看结果' : '下一题'}
    </button>
    <button type="button" className="btn" disabled={isBusy} onClick={onSkip}>
      跳过
    </button>
    <button
      type="button"
      className="btn"
      onClick={(e) => {
        if (e.currentTarget.form?.reportValidity()) onFinish()
      }}
    >
      先看结果
    </button>
    <button type="button" className={`btn ${styles.reset}`} onClick={onReset}>
      重新开始
    </button>
  </div>
)

const Refusal = ({ text }: { text: string }) =>
  text && (
    <p role="alert" className="field-error">
      {text}
    </p>
  )
