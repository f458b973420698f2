import type { Data } from '../../contract/endpoint.ts'
import type { Answers, ArchiveValue, matching } from '../../contract/matching.ts'
import { money } from '../kit/money.ts'
import type { Sheet } from './answers.ts'
import { QuestionField } from './question-field.tsx'
import styles from './calculator.module.css'

const noArchive: Record<string, ArchiveValue> = {}

interface Props {
  next: Pick<Data<typeof matching.nextQuestions>, 'list' | 'open'>
  /** the questions are those of one policy: its answers decide the next questions, so continuing is the main button */
  isOne: boolean
  sheet: Sheet
  onChange(key: string, value: Answers[string] | undefined): void
  onGoOn(): void
  onDone(): void
}

/** A few open questions, each with the policies and amounts that depend on it. */
export function OpenQuestions({ next, isOne, sheet, onChange, onGoOn, onDone }: Props) {
  const results = (
    <button
      type="button"
      className={isOne ? 'btn' : 'btn btn-primary'}
      onClick={(e) => {
        if (e.currentTarget.form?.reportValidity()) onDone()
      }}
    >
      {isOne ? '先看结果' : '查看结果'}
    </button>
  )
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        onGoOn()
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
            onChange={(v) => onChange(question.key, v)}
          />
          {!isOne && (
            <p className="meta">
              关系到 {policies} 项政策{atStake > 0 && `，最多约 ${money(Math.round(atStake * 100) / 100)}`}
            </p>
          )}
        </div>
      ))}
      <div className={styles.buttons}>
        {!isOne && results}
        <button type="submit" className={isOne ? 'btn btn-primary' : 'btn'}>
          {isOne ? '下一步' : '继续下一组'}
        </button>
        {isOne && results}
      </div>
    </form>
  )
}
