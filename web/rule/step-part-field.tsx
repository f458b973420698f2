import { Button, Select } from 'antd'
import { useState } from 'react'
import { isComputed } from '../../contract/rule/vocabulary.ts'
import { isFigure, type Choose, type Fields } from './choose.ts'
import { APPLY_DATE, formulaOfShape, freshShape } from './computed-shapes.ts'
import type { FieldChoice } from './condition.ts'
import { fieldGroups, FieldSelect } from './field-select.tsx'
import { NumberInput } from '../kit/form/number-input.tsx'
import { freshRows } from './row-shapes.ts'
import { RowsField } from './rows-field.tsx'
import { type DateSpan, freshPart, type StepPart } from './steps-shape.ts'

const NUMBER = ':number'
const PERCENT = ':percent'
const ROWS = ':rows'
const SPAN = ':span'
const COMPUTED = ':computed'

const FRESH_FORMULA = formulaOfShape(freshShape('graded'))
/** A plain field chosen in place of a calculation becomes a field part. */
const asComputed = (part: StepPart, key: string): StepPart => (isComputed(key) ? { ...part, key } : { ...part, what: 'field', key, on: '' })

const freshSpan: DateSpan = { unit: 'days', from: '', to: APPLY_DATE.key }
const units: { value: DateSpan['unit']; label: string }[] = [
  { value: 'days', label: '天数' },
  { value: 'months', label: '满几个月' },
  { value: 'monthsBegun', label: '几个月（不足一个月按一个月）' },
  { value: 'years', label: '满几年' },
]

function withoutKey(part: StepPart, key: 'share' | 'mostOf' | 'leastOf' | 'over' | 'times'): StepPart {
  const { [key]: _, ...rest } = part
  return rest
}

/** The time between two dates, by the calendar. */
function SpanField({ span, dates, onChange }: { span: DateSpan; dates: readonly FieldChoice[]; onChange(next: DateSpan): void }) {
  const date = (key: 'from' | 'to', label: string) => (
    <Select
      style={{ width: 200, maxWidth: '100%' }}
      showSearch={{ optionFilterProp: 'label' }}
      prefix={label}
      aria-label={label}
      placeholder="选择日期"
      value={span[key] || undefined}
      options={dates.map((f) => ({ value: f.key, label: f.label }))}
      onChange={(chosen: string) => onChange({ ...span, [key]: chosen })}
    />
  )
  return (
    <>
      {date('from', '从')}
      {date('to', '到')}
      <Select
        style={{ width: 220, maxWidth: '100%' }}
        aria-label="按什么计"
        value={span.unit}
        options={units}
        onChange={(unit: DateSpan['unit']) => onChange({ ...span, unit })}
      />
    </>
  )
}

/** An optional further figure of a step. */
function OtherFigure({
  label,
  prefix,
  value,
  figures,
  onChange,
}: {
  label: string
  prefix: string
  value: string | undefined
  figures: readonly FieldChoice[]
  onChange(key: string | undefined): void
}) {
  return (
    <Select
      style={{ width: 200, maxWidth: '100%' }}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={label}
      prefix={prefix}
      placeholder="另一项（可空）"
      value={value || undefined}
      options={figures.map((f) => ({ value: f.key, label: f.label }))}
      onChange={(key?: string) => onChange(key)}
    />
  )
}

/** The input of a step, and how much of it counts. */
export function StepPartField({
  first,
  part,
  fields,
  choose,
  onChange,
}: {
  first: boolean
  part: StepPart
  fields: Fields
  choose: Choose
  onChange(next: StepPart): void
}) {
  const [more, setMore] = useState(false)
  const all = [...fields.values()]
  const figures = all.filter(isFigure)
  const dates = [APPLY_DATE, ...all.filter((f) => f.type === 'date')]
  const pick = (chosen: string) => {
    if (chosen === NUMBER) onChange({ ...freshPart, what: 'number' })
    else if (chosen === PERCENT) onChange({ ...freshPart, what: 'percent', number: 10 })
    else if (chosen === ROWS) onChange({ ...freshPart, what: 'rows', rows: freshRows })
    else if (chosen === COMPUTED) onChange({ ...freshPart, what: 'computed', key: FRESH_FORMULA })
    else if (chosen === SPAN) onChange({ ...freshPart, what: 'span', span: freshSpan })
    else onChange({ ...part, what: 'field', key: chosen, on: '' })
  }
  const hasLists = all.some((f) => f.type === 'rows')
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
              ...(figures.length < all.length && hasLists ? [{ value: ROWS, label: '清单中的行', find: '清单中的行' }] : []),
              { value: COMPUTED, label: '另外算出的数', find: '另外算出的数' },
              { value: SPAN, label: '两个日期之间的时间', find: '两个日期之间的时间' },
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
      {part.what === 'computed' && choose({ value: part.key, label: '另外算出的数', onChange: (key) => onChange(asComputed(part, key)) })}
      {part.what === 'rows' && part.rows && (
        <RowsField rows={part.rows} fields={fields} choose={choose} onChange={(rows) => onChange({ ...part, rows })} />
      )}
      {part.what === 'span' && part.span && <SpanField span={part.span} dates={dates} onChange={(span) => onChange({ ...part, span })} />}
      {part.what === 'field' && part.times === undefined && (!first || part.over !== undefined) && (
        <OtherFigure
          label="除以哪一项"
          prefix="除以"
          value={part.over}
          figures={figures.filter((f) => f.key !== part.key)}
          onChange={(over) => onChange(over ? { ...part, over } : withoutKey(part, 'over'))}
        />
      )}
      {part.what === 'field' && part.over === undefined && (part.times !== undefined || (more && !first)) && (
        <OtherFigure
          label="乘以哪一项"
          prefix="乘以"
          value={part.times}
          figures={figures}
          onChange={(times) => onChange(times ? { ...part, times } : withoutKey(part, 'times'))}
        />
      )}
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
        <OtherFigure
          label="不超过哪一项"
          prefix="不超过"
          value={part.mostOf}
          figures={figures.filter((f) => f.key !== part.key)}
          onChange={(other) => onChange(other ? { ...part, mostOf: other } : withoutKey(part, 'mostOf'))}
        />
      )}
      {!isBare && part.leastOf === undefined && limit('least', '最少计')}
      {!isBare && part.least === null && (part.leastOf !== undefined || more) && (
        <OtherFigure
          label="不低于哪一项"
          prefix="不低于"
          value={part.leastOf}
          figures={figures.filter((f) => f.key !== part.key)}
          onChange={(other) => onChange(other ? { ...part, leastOf: other } : withoutKey(part, 'leastOf'))}
        />
      )}
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
      {!isBare && !more && (
        <Button size="small" type="text" onClick={() => setMore(true)}>
          {part.what === 'field' && !first ? '还可乘以、不低于另一项' : '还可不低于另一项'}
        </Button>
      )}
    </>
  )
}
