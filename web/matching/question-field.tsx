import { useId, useState } from 'react'
import type { Typed } from '../../contract/matching/typed-number.ts'
import { lateDate } from '../../contract/matching/asked.ts'
import type { Answers, ArchiveValue, Question } from '../../contract/matching.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { bigTypesOf } from '../kit/choose/big-type.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { Figure } from './question-figure.tsx'
import styles from './question-field.module.css'

// Loaded on demand, because few questions ask for an industry.
const BigTypeChoice = lazyPart(() => import('../kit/choose/big-type-choice.tsx').then((m) => m.BigTypeChoice))

type Value = Answers[string] | undefined
/** With more big types than this, a searchable list replaces the row of tabs. */
const MOST_TABS = 10
interface Props {
  question: Question
  value: Value
  skipped: boolean
  archive?: ArchiveValue | undefined
  onChange(value: Value): void
  error?: string | undefined
  /** the question must be answered: 不清楚 is not offered */
  required?: boolean
  /** the form has its own button for 不清楚 */
  skipsBeside?: boolean
}

/** One question; 不清楚 is a possible answer. A value from the archive shows its source until it is corrected. */
export function QuestionField({
  question: q,
  value,
  skipped,
  archive,
  onChange,
  error: said,
  required = false,
  skipsBeside = false,
}: Props) {
  const id = useId()
  const shown = value === undefined && archive ? (archive.value as Value) : value
  const late = q.type === 'date' && typeof shown === 'string' ? lateDate(shown, shanghaiDay(Date.now())) : null
  const [typed, setTyped] = useState<Typed>(null)
  const fault = typed && 'fault' in typed ? typed.fault : null
  const echo = typed && 'echo' in typed ? typed.echo : null
  const error = fault ?? said ?? late ?? undefined
  const note = [q.note, error].filter(Boolean).length > 0 ? `${id}-note` : undefined
  const choices =
    q.type === 'boolean'
      ? [
          { value: 'true', label: '是' },
          { value: 'false', label: '否' },
        ]
      : q.options
  const group = q.type === 'boolean' || q.type === 'multiEnum' || (choices?.length ?? 99) <= 5
  const isList = q.type === 'rows'
  const types = q.type === 'multiEnum' || !choices ? null : bigTypesOf(choices)
  const tabs = types && types.length <= MOST_TABS ? types : null
  const legend = (
    <>
      {q.question}
      {q.unit && q.unit !== 'ratio' && <span className={styles.unit}>（{q.unit}）</span>}
      {required && <span className={styles.required}>必答</span>}
    </>
  )
  return (
    <div className={styles.question} id={`q-${q.key}`}>
      {isList ? (
        <fieldset aria-describedby={note}>
          <legend className="field-label">{legend}</legend>
          <AnyRows name={id} value={shown} skipped={skipped} onChange={onChange} />
        </fieldset>
      ) : group ? (
        <fieldset aria-describedby={note}>
          <legend className="field-label">{legend}</legend>
          <Choices name={id} question={q} choices={choices ?? []} value={shown} skipped={skipped} onChange={onChange} />
        </fieldset>
      ) : tabs ? (
        <>
          <p className="field-label">{legend}</p>
          <BigTypeChoice
            tree={tabs}
            label={q.question}
            value={skipped ? null : shown}
            onChange={(v) => onChange(String(v))}
            {...(note ? { 'aria-describedby': note } : {})}
          />
        </>
      ) : (
        <>
          <label className="field-label" htmlFor={id}>
            {legend}
          </label>
          {choices ? (
            <OneOf id={id} note={note} choices={choices} value={shown} onChange={onChange} />
          ) : q.type === 'date' ? (
            <input
              id={id}
              className={`field ${styles.short}`}
              type="date"
              aria-describedby={note}
              aria-invalid={Boolean(error)}
              // The browser then refuses to submit the form and focuses the field.
              ref={(input) => input?.setCustomValidity(late ?? '')}
              value={typeof shown === 'string' ? shown : ''}
              onChange={(e) => onChange(e.target.value || undefined)}
            />
          ) : q.type === 'number' || q.type === 'integer' ? (
            <Figure
              id={id}
              question={q}
              fault={fault}
              onTyped={setTyped}
              value={typeof shown === 'number' ? shown : null}
              note={note}
              invalid={Boolean(error)}
              onChange={onChange}
            />
          ) : (
            <input
              id={id}
              className="field"
              aria-describedby={note}
              maxLength={200}
              value={typeof shown === 'string' ? shown : ''}
              onChange={(e) => onChange(e.target.value || undefined)}
            />
          )}
        </>
      )}
      <Echo text={echo} />
      {note && (
        <p id={note} className={error ? 'field-error' : 'meta'}>
          {error ?? q.note}
        </p>
      )}
      <p className={styles.foot}>
        {archive && <Source archive={archive} corrected={value !== undefined} onRestore={() => onChange(undefined)} />}
        {!required && !skipsBeside && !isList && (
          <label className={styles.unsure}>
            <input type="checkbox" checked={skipped} onChange={(e) => onChange(e.target.checked ? null : undefined)} /> 不清楚
          </label>
        )}
      </p>
    </div>
  )
}

/** A list of rows cannot be entered here: “no rows” is an answer; with rows the question stays open. */
function AnyRows({ name, value, skipped, onChange }: { name: string; value: Value; skipped: boolean; onChange(value: Value): void }) {
  return (
    <div className={styles.choices}>
      <label className={styles.choice}>
        <input type="radio" name={name} checked={Array.isArray(value)} onChange={() => onChange([])} /> 没有
      </label>
      <label className={styles.choice}>
        <input type="radio" name={name} checked={skipped} onChange={() => onChange(null)} /> 有，或不清楚
      </label>
    </div>
  )
}

interface ChoicesProps {
  name: string
  question: Question
  choices: readonly { value: string; label: string }[]
  value: Value
  skipped: boolean
  onChange(value: Value): void
}
/** Buttons for 是 or 否, for one of a few options, or for several options. */
function Choices({ name, question: q, choices, value, skipped, onChange }: ChoicesProps) {
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <div className={styles.choices}>
      {choices.map((c) => (
        <label key={c.value} className={styles.choice}>
          {q.type === 'multiEnum' ? (
            <input
              type="checkbox"
              checked={chosen.includes(c.value)}
              onChange={(e) => onChange(e.target.checked ? [...chosen, c.value] : chosen.filter((v) => v !== c.value))}
            />
          ) : (
            <input
              type="radio"
              name={name}
              checked={String(value) === c.value && !skipped}
              onChange={() => onChange(q.type === 'boolean' ? c.value === 'true' : c.value)}
            />
          )}{' '}
          {c.label}
        </label>
      ))}
    </div>
  )
}

/** The source of a value from the archive, or a button that restores the value. */
const Source = ({ archive, corrected, onRestore }: { archive: ArchiveValue; corrected: boolean; onRestore(): void }) =>
  corrected ? (
    <button type="button" className={styles.link} onClick={onRestore}>
      恢复档案中的值
    </button>
  ) : (
    <span className="tag tag-info">
      已自动带入 · {archive.source}
      {archive.asOf && ` ${archive.asOf}`}
    </span>
  )

interface OneOfProps {
  id: string
  note: string | undefined
  choices: readonly { value: string; label: string }[]
  value: Value
  onChange(value: Value): void
}
/** A select box for one of many options. */
function OneOf({ id, note, choices, value, onChange }: OneOfProps) {
  return (
    <select
      id={id}
      className={`field ${styles.short}`}
      aria-describedby={note}
      value={typeof value === 'string' ? value : ''}
      onChange={(e) => onChange(e.target.value || undefined)}
    >
      <option value="">请选择</option>
      {choices.map((c) => (
        <option key={c.value} value={c.value}>
          {c.label}
        </option>
      ))}
    </select>
  )
}

/** Repeats the typed value in another form. */
const Echo = ({ text }: { text: string | null }) =>
  text && (
    <p className="meta num" role="status">
      即 {text}
    </p>
  )
