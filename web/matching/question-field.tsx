import { useId, useState } from 'react'
import type { Typed } from '../../contract/matching/typed-number.ts'
import { lateDate } from '../../contract/matching/asked.ts'
import type { Answers, ArchiveValue, Question } from '../../contract/matching.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { bigTypesOf } from '../kit/choose/big-type.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { Figure } from './question-figure.tsx'
import styles from './question-field.module.css'

// Few questions are answered by industry.
const BigTypeChoice = lazyPart(() => import('../kit/choose/big-type-choice.tsx').then((m) => m.BigTypeChoice))

type Value = Answers[string] | undefined
/** More big types than these are a list to search in, not a row of tabs. */
const MOST_TABS = 10
interface Props {
  question: Question
  value: Value
  skipped: boolean
  archive?: ArchiveValue | undefined
  onChange(value: Value): void
  error?: string | undefined
  /** must be answered: 不清楚 is no answer then */
  required?: boolean
  /** the form has a button of its own for 不清楚 */
  skipsBeside?: boolean
}

/** One question with 不清楚 as a possible answer; a value of the archive shows where it comes from until it is corrected. */
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
  const foot = (
    <p className={styles.foot}>
      {archive && value === undefined && (
        <span className="tag tag-info">
          已自动带入 · {archive.source}
          {archive.asOf && ` ${archive.asOf}`}
        </span>
      )}
      {archive && value !== undefined && (
        <button type="button" className={styles.link} onClick={() => onChange(undefined)}>
          恢复档案中的值
        </button>
      )}
      {!required && !skipsBeside && !isList && (
        <label className={styles.unsure}>
          <input type="checkbox" checked={skipped} onChange={(e) => onChange(e.target.checked ? null : undefined)} /> 不清楚
        </label>
      )}
    </p>
  )
  return (
    <div className={styles.question} id={`q-${q.key}`}>
      {isList ? (
        <fieldset aria-describedby={note}>
          <legend className="field-label">{legend}</legend>
          <div className={styles.choices}>
            <label className={styles.choice}>
              <input type="radio" name={id} checked={Array.isArray(shown)} onChange={() => onChange([])} /> 没有
            </label>
            <label className={styles.choice}>
              <input type="radio" name={id} checked={skipped} onChange={() => onChange(null)} /> 有，或不清楚
            </label>
          </div>
        </fieldset>
      ) : group ? (
        <fieldset aria-describedby={note}>
          <legend className="field-label">{legend}</legend>
          <div className={styles.choices}>
            {choices?.map((c) =>
              q.type === 'multiEnum' ? (
                <label key={c.value} className={styles.choice}>
                  <input
                    type="checkbox"
                    checked={Array.isArray(shown) && shown.includes(c.value)}
                    onChange={(e) =>
                      onChange(
                        e.target.checked
                          ? [...(Array.isArray(shown) ? shown : []), c.value]
                          : (Array.isArray(shown) ? shown : []).filter((v) => v !== c.value),
                      )
                    }
                  />{' '}
                  {c.label}
                </label>
              ) : (
                <label key={c.value} className={styles.choice}>
                  <input
                    type="radio"
                    name={id}
                    checked={String(shown) === c.value && !skipped}
                    onChange={() => onChange(q.type === 'boolean' ? c.value === 'true' : c.value)}
                  />{' '}
                  {c.label}
                </label>
              ),
            )}
          </div>
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
            <select
              id={id}
              className={`field ${styles.short}`}
              aria-describedby={note}
              value={typeof shown === 'string' ? shown : ''}
              onChange={(e) => onChange(e.target.value || undefined)}
            >
              <option value="">请选择</option>
              {choices.map((c) => (
                <option key={c.value} value={c.value}>
                  {c.label}
                </option>
              ))}
            </select>
          ) : q.type === 'date' ? (
            <input
              id={id}
              className={`field ${styles.short}`}
              type="date"
              aria-describedby={note}
              aria-invalid={Boolean(error)}
              // The browser keeps the form here and puts the cursor into the field.
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
      {echo && (
        <p className="meta num" role="status">
          即 {echo}
        </p>
      )}
      {note && (
        <p id={note} className={error ? 'field-error' : 'meta'}>
          {error ?? q.note}
        </p>
      )}
      {foot}
    </div>
  )
}
