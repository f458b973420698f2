import { Button, Select } from 'antd'
import { APPLY_DATE } from './computed-shapes.ts'
import type { FieldChoice } from './condition.ts'
import { fieldGroups, FieldSelect } from '../field-select.tsx'
import { NumberInput } from '../form/number-input.tsx'
import { freshRows } from './row-shapes.ts'
import { RowsField } from './rows-field.tsx'
import { freshPart, type Step, type StepPart, type StepSign } from './steps-shape.ts'
import styles from './condition-editor.module.css'

const signs: { value: StepSign; label: string }[] = [
  { value: '+', label: '加' },
  { value: '-', label: '减' },
  { value: '*', label: '乘' },
  { value: '/', label: '除以' },
]
const NUMBER = ':number'
const PERCENT = ':percent'
const ROWS = ':rows'

/** A calculation step by step, from top to bottom; each thing in it can be limited. */
export function StepsField({
  steps,
  fields,
  onChange,
}: {
  steps: readonly Step[]
  fields: ReadonlyMap<string, FieldChoice>
  onChange(next: readonly Step[]): void
}) {
  return (
    <div className={styles.steps} role="group" aria-label="逐步计算">
      {steps.map((step, i) => (
        <div key={i} className={styles.leaf} role="group" aria-label={`第 ${i + 1} 步`}>
          {i === 0 ? (
            <span style={{ width: 90 }}>先取</span>
          ) : (
            <Select
              style={{ width: 90 }}
              aria-label="怎样算"
              value={step.sign}
              options={signs}
              onChange={(sign: StepSign) => onChange(steps.with(i, { ...step, sign }))}
            />
          )}
          <Part part={step.part} fields={fields} onChange={(part) => onChange(steps.with(i, { ...step, part }))} />
          {steps.length > 1 && (
            <Button danger type="text" size="small" onClick={() => onChange(steps.toSpliced(i, 1))}>
              去掉
            </Button>
          )}
        </div>
      ))}
      <Button size="small" disabled={steps.length >= 12} onClick={() => onChange([...steps, { sign: '*', part: freshPart }])}>
        加一步
      </Button>
    </div>
  )
}

function withoutKey(part: StepPart, key: 'share' | 'mostOf'): StepPart {
  const { [key]: _, ...rest } = part
  return rest
}

function Part({ part, fields, onChange }: { part: StepPart; fields: ReadonlyMap<string, FieldChoice>; onChange(next: StepPart): void }) {
  const all = [...fields.values()]
  const figures = all.filter((f) => f.type === 'number' || f.type === 'integer')
  const dates = [APPLY_DATE, ...all.filter((f) => f.type === 'date')]
  const pick = (chosen: string) => {
    if (chosen === NUMBER) onChange({ ...freshPart, what: 'number' })
    else if (chosen === PERCENT) onChange({ ...freshPart, what: 'percent', number: 10 })
    else if (chosen === ROWS) onChange({ ...freshPart, what: 'rows', rows: freshRows })
    else onChange({ ...part, what: 'field', key: chosen, on: '' })
  }
  const isBare = part.what === 'number' || part.what === 'percent'
  const limit = (key: 'most' | 'least', label: string) => (
    <NumberInput
      style={{ width: 150 }}
      placeholder="不限"
      prefix={label}
      aria-label={label}
      value={part[key]}
      onChange={(value) => onChange({ ...part, [key]: value })}
    />
  )
  return (
    <>
      <FieldSelect
        width={220}
        label="取什么"
        value={part.what === 'field' ? part.key || undefined : `:${part.what}`}
        groups={[
          {
            label: '不是企业信息',
            options: [
              { value: NUMBER, label: '一个数', find: '一个数' },
              { value: PERCENT, label: '一个百分数', find: '一个百分数' },
              { value: ROWS, label: '清单中的行', find: '清单中的行' },
            ],
          },
          ...fieldGroups(figures),
        ]}
        onChange={pick}
      />
      {isBare && (
        <NumberInput
          style={{ width: 130 }}
          aria-label={part.what === 'percent' ? '百分数' : '数'}
          {...(part.what === 'percent' ? { unit: '%' } : {})}
          min={0}
          value={part.number}
          onChange={(number) => onChange({ ...part, number: number ?? NaN })}
        />
      )}
      {part.what === 'rows' && part.rows && <RowsField rows={part.rows} fields={fields} onChange={(rows) => onChange({ ...part, rows })} />}
      {fields.get(part.key)?.dated && (
        <Select
          style={{ width: 200, maxWidth: '100%' }}
          aria-label="按哪一天的数"
          value={part.on || APPLY_DATE.key}
          options={dates.map((f) => ({ value: f.key, label: `${f.label}当日的` }))}
          onChange={(on: string) => onChange({ ...part, on: on === APPLY_DATE.key ? '' : on })}
        />
      )}
      {!isBare && part.mostOf === undefined && limit('most', '最多计')}
      {!isBare && part.most === null && (
        <Select
          style={{ width: 200, maxWidth: '100%' }}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          aria-label="不超过哪一项"
          prefix="不超过"
          placeholder="另一项（可空）"
          value={part.mostOf || undefined}
          options={figures.filter((f) => f.key !== part.key).map((f) => ({ value: f.key, label: f.label }))}
          onChange={(other?: string) => onChange(other ? { ...part, mostOf: other } : withoutKey(part, 'mostOf'))}
        />
      )}
      {!isBare && limit('least', '最少计')}
      {!isBare && (
        <NumberInput
          style={{ width: 150 }}
          min={0}
          prefix="计其中"
          unit="%"
          placeholder="100"
          aria-label="计其中百分之几"
          value={part.share ?? null}
          onChange={(share) => onChange(share === null ? withoutKey(part, 'share') : { ...part, share })}
        />
      )}
    </>
  )
}
