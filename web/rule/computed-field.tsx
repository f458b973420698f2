import { Button } from 'antd'
import type { Choose } from './choose.ts'
import { APPLY_DATE, formulaOfShape, type Shape } from './computed-shapes.ts'
import { shapeOf } from './shape-kinds.ts'
import type { FieldChoice } from './condition.ts'
import { fieldGroups, FieldSelect } from './field-select.tsx'
import { FormulaText } from './formula-text.tsx'
import { NumberInput } from '../kit/form/number-input.tsx'
import { GradedField } from './graded-field.tsx'
import { OptionField } from './option-field.tsx'
import { ReceivedField } from './received-field.tsx'
import { vocabularyOf } from './rule-vocabulary.ts'
import { RowsField } from './rows-field.tsx'
import { StepsField } from './steps-field.tsx'
import { TogetherField } from './together-field.tsx'
import styles from './condition-editor.module.css'

const TYPES = { number: ['number', 'integer'], date: ['date'], choices: ['multiEnum'], none: [] } as Readonly<
  Record<string, readonly string[]>
>

/**
 * The parts of a formula, chosen field by field: nobody needs to write a formula for growth, shares, differences, sums, averages and dates.
 */
export function ComputedField({
  shape,
  fields,
  choose,
  onChange,
}: {
  shape: Shape
  fields: ReadonlyMap<string, FieldChoice>
  choose: Choose
  onChange(formula: string): void
}) {
  const { of, names, more } = shapeOf(shape.kind)
  const change = (next: Partial<Shape>) => onChange(formulaOfShape({ ...shape, ...next }))
  if (shape.kind === 'formula')
    return (
      <span className={styles.part}>
        <span>算式</span>
        <FormulaText
          label="条件算式"
          placeholder="例如 [上年度研发费用] / ([上年度营业收入] - [高新收入])"
          value={shape.text ?? ''}
          maxLength={400}
          fields={fields}
          onChange={(text) => change({ text })}
        />
      </span>
    )
  if (shape.kind === 'received' && shape.received)
    return <ReceivedField received={shape.received} fields={fields} onChange={(received) => change({ received })} />
  if (shape.kind === 'steps' && shape.steps)
    return <StepsField steps={shape.steps} fields={fields} choose={choose} onChange={(steps) => change({ steps })} />
  if (shape.kind === 'together' && shape.rows)
    return <TogetherField own={shape.fields[0] ?? ''} rows={shape.rows} fields={fields} choose={choose} onChange={change} />
  if (shape.kind === 'rows' && shape.rows)
    return <RowsField rows={shape.rows} fields={fields} choose={choose} onChange={(rows) => change({ rows })} />
  if (shape.kind === 'graded' && shape.graded)
    return (
      <GradedField
        graded={shape.graded}
        unit={(key) => (key ? (vocabularyOf(fields).field(key)?.unit ?? null) : null)}
        choose={choose}
        onChange={(graded) => change({ graded })}
      />
    )
  if (shape.kind === 'option' && shape.option)
    return <OptionField option={shape.option} fields={fields} onChange={(option) => change({ option })} />
  const numeric = [...fields.values()].filter((f) => TYPES[of]!.includes(f.type))
  const groups = fieldGroups(of === 'date' ? [...numeric, APPLY_DATE] : numeric)
  return (
    <>
      {shape.fields.map((key, i) => {
        const name = names[i] ?? `第 ${i + 1} 项`
        return (
          <span key={i} className={styles.part}>
            <span>{name}</span>
            {more && (shape.kind === 'lower' || shape.kind === 'higher') ? (
              choose({ value: key, label: name, onChange: (chosen) => change({ fields: shape.fields.with(i, chosen) }) })
            ) : (
              <FieldSelect
                width={220}
                value={key || undefined}
                label={name}
                groups={groups}
                onChange={(chosen) => change({ fields: shape.fields.with(i, chosen) })}
              />
            )}
          </span>
        )
      })}
      {shape.kind === 'within' && (
        <span className={styles.part}>
          <span>几个月内</span>
          <NumberInput
            style={{ width: 130 }}
            min={1}
            decimals={0}
            unit="个月"
            aria-label="几个月内"
            value={shape.months ?? null}
            onChange={(months) => change({ months: months ?? 1 })}
          />
        </span>
      )}
      {shape.kind === 'compound' && (
        <span className={styles.part}>
          <span>相隔</span>
          <NumberInput
            style={{ width: 110 }}
            min={1}
            max={20}
            decimals={0}
            unit="年"
            aria-label="相隔几年"
            value={shape.years ?? null}
            onChange={(years) => change({ years: years ?? 1 })}
          />
        </span>
      )}
      {more && (
        <>
          <Button size="small" disabled={shape.fields.length >= 10} onClick={() => change({ fields: [...shape.fields, ''] })}>
            加一项
          </Button>
          <Button size="small" disabled={shape.fields.length <= 2} onClick={() => change({ fields: shape.fields.slice(0, -1) })}>
            减一项
          </Button>
        </>
      )}
    </>
  )
}
