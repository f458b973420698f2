import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Data } from '../../contract/endpoint.ts'
import { matching, type ArchiveValue } from '../../contract/matching.ts'
import { call } from '../api.ts'
import { session, useViewer } from '../session.ts'
import { answered, emptySheet, readSheet, writeSheet, type Sheet } from './answers.ts'
import { KeepAnswers } from './keep-answers.tsx'
import { Progress } from './progress.tsx'
import { QuestionField } from './question-field.tsx'
import { TakenFacts } from './taken-facts.tsx'
import styles from './calculator.module.css'

type Topics = Data<typeof matching.questionnaire>['topics']

/** One topic per screen, at most five questions; 不清楚 is a possible answer. The answers stay in this tab. */
export function TopicSheet({ topics }: { topics: Topics }) {
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const step = Math.min(Math.max(Number(params.get('step')) || 1, 1), topics.length)
  const topic = topics[step - 1]!
  const [sheet, setSheet] = useState<Sheet>(emptySheet)
  const isCompany = useViewer()?.type === 'QY'
  const [archive, setArchive] = useState<Record<string, ArchiveValue> | null>(null)
  const [isRead, setRead] = useState(false)
  const head = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    let gone = false
    const kept = readSheet()
    setSheet(kept)
    const load = async () => {
      await session.ready()
      if (session.user()?.type !== 'QY' || (await session.protocolStatus()) !== '02') return
      const mine = await call(matching.questionnaire, { query: { useArchive: '1' } }, { silent: true })
      if (gone || !mine.archive) return
      setArchive(mine.archive)
      setSheet((s) => {
        const next = { ...s, useArchive: true }
        writeSheet(next)
        return next
      })
    }
    load()
      .catch(() => {})
      .finally(() => {
        if (!gone) setRead(true)
      })
    return () => {
      gone = true
    }
  }, [])

  const change = (key: string, value: Parameters<typeof answered>[2]) =>
    setSheet((s) => {
      const next = answered(s, key, value)
      writeSheet(next)
      return next
    })
  const go = (to: number) => {
    if (to > topics.length) return void navigate('/page/policyserver/calculator/subList')
    setParams((p) => {
      p.set('step', String(to))
      return p
    })
    head.current?.focus()
  }
  const taken = archive ? topic.questions.filter((q) => archive[q.key]).length : 0
  const policy = params.get('policy')
  return (
    <div className={`card ${styles.sheet}`}>
      <Progress at={step} of={topics.length} />
      <h2 ref={head} tabIndex={-1} className={styles.topic}>
        第 {step}/{topics.length} 步　{topic.title}
      </h2>
      <TakenFacts
        sheet={sheet}
        onChange={(next) => {
          writeSheet(next)
          setSheet(next)
        }}
      />
      {isCompany && <Taken taken={taken} archive={archive === null ? (isRead ? 'none' : 'asked') : 'read'} />}
      <form
        onSubmit={(e) => {
          e.preventDefault()
          go(step + 1)
        }}
      >
        {topic.questions.map((q) => (
          <QuestionField
            key={q.key}
            question={q}
            value={sheet.answers[q.key]}
            skipped={sheet.skipped.includes(q.key)}
            archive={archive?.[q.key]}
            onChange={(v) => change(q.key, v)}
          />
        ))}
        <div className={styles.buttons}>
          {step > 1 && (
            <button type="button" className="btn" onClick={() => go(step - 1)}>
              上一步
            </button>
          )}
          <button type="submit" className="btn btn-primary">
            {step === topics.length ? '查看结果' : '下一步'}
          </button>
          <a
            className="btn"
            href={`/page/policyserver/calculator/subList${policy ? `?policy=${encodeURIComponent(policy)}` : ''}`}
            onClick={(e) => {
              if (!e.currentTarget.closest('form')!.reportValidity()) e.preventDefault()
            }}
          >
            先看结果
          </a>
          <button
            type="button"
            className={`btn ${styles.reset}`}
            onClick={() => {
              writeSheet(emptySheet)
              setSheet({ ...emptySheet, useArchive: archive !== null })
              go(1)
            }}
          >
            重新开始
          </button>
        </div>
        <KeepAnswers sheet={sheet} />
      </form>
    </div>
  )
}

/** The number of this step's questions that the company's archive answers. */
const Taken = ({ taken, archive }: { taken: number; archive: 'asked' | 'read' | 'none' }) => (
  <p className={`meta ${styles.taken}`}>
    {taken > 0
      ? `本步已从企业档案自动带入 ${taken} 项，可更正（只影响本次测算）`
      : {
          asked: '正在读取企业档案…',
          read: '企业档案中没有本步的数据，请直接填写',
          none: '没有读取企业档案：授权后可自动带入，也可直接填写',
        }[archive]}
  </p>
)
