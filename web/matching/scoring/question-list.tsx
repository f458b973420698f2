import { Fragment } from 'react'
import type { FactValue } from '../../../contract/company.ts'
import type { ScoreInput, ScoreQuestion, ScoreSheet } from '../../../contract/matching/hightech.ts'
import { QuestionField } from '../question-field.tsx'
import css from './scoring.module.css'

interface Props {
  sheet: ScoreSheet
  edits: Readonly<Record<string, FactValue>>
  errors: Readonly<Record<string, string>>
  onChange(key: string, value: FactValue | undefined): void
}
const span = (low: number, high: number) => (low === high ? `${low}` : `${low}～${high}`)

/**
 * Questions by group: each with its points, the reasons why it is open, its scale and its inputs. A field that several items use is asked
 * once.
 */
export function QuestionList({ sheet, edits, errors, onChange }: Props) {
  const asked = new Set<string>()
  const field = (input: ScoreInput) => {
    if (asked.has(input.key)) return null
    asked.add(input.key)
    if (!input.editable) return <Fixed key={input.key} input={input} />
    return (
      <QuestionField
        key={input.key}
        question={input}
        value={edits[input.key] ?? undefined}
        skipped={input.key in edits ? edits[input.key] === null : false}
        archive={input.value === null ? undefined : { value: input.value, source: input.source ?? '企业填报', asOf: input.asOf }}
        error={errors[input.key]}
        onChange={(value) => onChange(input.key, value as FactValue | undefined)}
      />
    )
  }
  return (
    <>
      {sheet.groups.map((group) => (
        <section key={group.id} id={`group-${group.id}`} className={`card ${css.part}`} aria-labelledby={`group-${group.id}-title`}>
          <header className={css.partHead}>
            <h2 id={`group-${group.id}-title`}>{group.label}</h2>
            <span className="num">
              {span(group.min, group.high)} / {group.max} 分
            </span>
          </header>
          {sheet.questions
            .filter((q) => q.group === group.id)
            .map((q) => (
              <div key={q.id} className={css.question}>
                <h3>
                  {q.order}. {q.title} <Points question={q} />
                </h3>
                {q.missing.length > 0 && <p className={css.missing}>待补充：{q.missing.join('、')}</p>}
                {q.type === 'finance' ? (
                  <p className="meta">
                    按<a href="#finance-title">财务与人员数据</a>计算。
                  </p>
                ) : (
                  <Fragment>{q.inputs.map(field)}</Fragment>
                )}
                {q.scale.length > 0 && (
                  <details className={css.scale}>
                    <summary>评分标准</summary>
                    <table className={css.table}>
                      <tbody>
                        {q.scale.map((s) => (
                          <tr key={s.label}>
                            <td>{s.label}</td>
                            <td className="num">{s.points}</td>
                          </tr>
                        ))}
                      </tbody>
                    </table>
                  </details>
                )}
              </div>
            ))}
          {group.override && (
            <details className={css.override} open={group.override.value !== null || undefined}>
              <summary>直接填写本组得分</summary>
              <p className="meta">已有专家评审或自评得分时填写；填写后以此为准，不再按上面各项计算。</p>
              {field(group.override)}
            </details>
          )}
        </section>
      ))}
    </>
  )
}

const Points = ({ question: q }: { question: ScoreQuestion }) => (
  <span className={`meta num ${css.points}`}>
    {span(q.points.min, q.points.max)} / {q.maxScore} 分{q.bonus && '（加分项）'}
    {q.reason && ` · ${q.reason}`}
  </span>
)

const Fixed = ({ input }: { input: ScoreInput }) => {
  const value = input.options?.find((o) => o.value === input.value)?.label ?? (input.value === null ? '无' : String(input.value))
  return (
    <p className={css.fixed}>
      {input.label}：<b className="num">{value}</b>
      {input.unit && input.unit !== 'ratio' ? ` ${input.unit}` : ''}{' '}
      <span className="tag">{input.source === '企业填报' ? '按明细计算' : (input.source ?? '待补充')}</span>
    </p>
  )
}
