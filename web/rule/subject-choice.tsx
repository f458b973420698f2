import { useState } from 'react'
import { isComputed } from '../../contract/rule/vocabulary.ts'
import type { Choose, Fields } from './choose.ts'
import { ComputedField } from './computed-field.tsx'
import { formulaOfShape, freshShape, shapeAs, shapeOfFormula } from './computed-shapes.ts'
import { shapeKinds, type ShapeKind } from './shape-kinds.ts'
import { fieldGroups, FieldSelect } from './field-select.tsx'

const SHAPE = 'shape:'
/** Calculations over lists; inside a row there are no lists. */
const OF_LISTS: readonly ShapeKind[] = ['rows', 'received', 'together']

/** Chooses a field or a calculation; `only` limits both. */
export function SubjectChoice({
  value,
  fields,
  label,
  placeholder = '选择企业信息',
  only,
  inRow = false,
  onChange,
}: {
  value: string | undefined
  fields: Fields
  label: string
  placeholder?: string
  only?: 'number'
  /** over the columns of a row */
  inRow?: boolean
  onChange(key: string): void
}) {
  const [chosenKind, setChosenKind] = useState<string>('')
  const computed = isComputed(value)
  const shape = computed ? (shapeAs(chosenKind, value) ?? shapeOfFormula(value)) : undefined
  const kinds = shapeKinds.filter(
    (kind) => (!only || kind.of !== 'date' || (inRow && kind.value !== 'within')) && !(inRow && OF_LISTS.includes(kind.value)),
  )
  const listed = [...fields.values()].filter((f) => (only ? f.type === 'number' || f.type === 'integer' : f.type !== 'rows'))
  const choose: Choose = (inner) => (
    <SubjectChoice
      value={inner.value || undefined}
      fields={inner.fields ?? fields}
      label={inner.label}
      placeholder="选择一项"
      only="number"
      inRow={inner.inRow ?? inRow}
      onChange={inner.onChange}
    />
  )
  return (
    <>
      <FieldSelect
        value={shape ? SHAPE + shape.kind : value || undefined}
        placeholder={placeholder}
        label={label}
        groups={[
          ...fieldGroups(listed),
          {
            label: inRow ? '用这一行计算' : '用企业信息计算',
            options: kinds.map((kind) => ({ value: SHAPE + kind.value, label: kind.label, find: kind.label })),
          },
        ]}
        onChange={(chosen) => {
          const kind = chosen.startsWith(SHAPE) ? chosen.slice(SHAPE.length) : ''
          setChosenKind(kind)
          onChange(kind ? formulaOfShape(freshShape(kind as ShapeKind)) : chosen)
        }}
      />
      {shape && <ComputedField shape={shape} fields={fields} choose={choose} onChange={onChange} />}
    </>
  )
}
