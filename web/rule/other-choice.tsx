import { Select } from 'antd'
import type { RuleNode } from '../../contract/policy.ts'
import { isComputed } from '../../contract/rule/vocabulary.ts'
import { formulaOfShape, freshShape } from './computed-shapes.ts'
import { otherInRule, otherOf } from './other-shape.ts'
import type { FieldChoice } from './condition.ts'
import { fieldGroups, FieldSelect } from './field-select.tsx'
import { NumberInput } from '../kit/form/number-input.tsx'
import { SubjectChoice } from './subject-choice.tsx'
import styles from './condition-editor.module.css'

const ORDERED = ['gte', 'gt', 'lte', 'lt', 'eq', 'ne']

/** Chooses whether a figure is compared with a number or with another figure of the company, optionally multiplied. */
export function OtherChoice({
  node,
  field,
  fields,
  onChange,
}: {
  node: RuleNode
  field: FieldChoice | undefined
  fields: ReadonlyMap<string, FieldChoice>
  onChange(node: RuleNode): void
}) {
  const isFigure = (each: FieldChoice | undefined) => each?.type === 'number' || each?.type === 'integer'
  if (!isFigure(field) || !ORDERED.includes(node.op ?? '')) return null
  const other = otherOf(node.value)
  const computed = !other && isComputed(node.value) ? node.value : null
  const set = (next: { field: string; times: number }) => onChange({ ...node, value: otherInRule(next) })
  return (
    <>
      <Select
        style={{ width: 110 }}
        aria-label="与什么比较"
        value={other ? 'other' : computed ? 'computed' : 'value'}
        options={[
          { value: 'value', label: '数值' },
          { value: 'other', label: '另一项' },
          { value: 'computed', label: '算出的数' },
        ]}
        onChange={(to) =>
          to === 'other'
            ? set({ field: '', times: 1 })
            : onChange({ ...node, value: to === 'computed' ? formulaOfShape(freshShape('steps')) : undefined })
        }
      />
      {computed && (
        <SubjectChoice
          value={computed}
          fields={fields}
          label="与它比较的数"
          only="number"
          onChange={(key) => onChange({ ...node, value: isComputed(key) ? key : `=${key}` })}
        />
      )}
      {other && (
        <>
          <FieldSelect
            width={220}
            value={other.field || undefined}
            label="另一项"
            groups={fieldGroups([...fields.values()].filter(isFigure))}
            onChange={(key) => set({ ...other, field: key })}
          />
          <span className={styles.part}>
            <span>的</span>
            <NumberInput
              style={{ width: 120 }}
              min={0}
              unit="倍"
              aria-label="几倍"
              value={other.times}
              onChange={(times) => set({ ...other, times: times ?? 1 })}
            />
          </span>
        </>
      )}
    </>
  )
}
