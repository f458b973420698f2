import { useState } from 'react'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import { ComputedField } from './computed-field.tsx'
import { formulaOfShape, freshShape, shapeKinds, shapeAs, shapeOfFormula, type ShapeKind } from './computed-shapes.ts'
import type { FieldChoice } from './condition.ts'
import { fieldGroups, FieldSelect } from '../field-select.tsx'
import { vocabularyOf } from './rule-vocabulary.ts'

const SHAPE = 'shape:'

/** A field, or something that is calculated from fields; `only` says which fields and calculations there are. */
export function SubjectChoice({
  value,
  fields,
  label,
  placeholder = '选择企业信息',
  only,
  onChange,
}: {
  value: string | undefined
  fields: ReadonlyMap<string, FieldChoice>
  label: string
  placeholder?: string
  only?: 'number'
  onChange(key: string): void
}) {
  const [chosenKind, setChosenKind] = useState<string>('')
  const computed = isComputed(value)
  const shape = computed ? (shapeAs(chosenKind, value) ?? shapeOfFormula(value)) : undefined
  const kinds = shapeKinds.filter(({ of }) => !only || of !== 'date')
  const listed = [...fields.values()].filter((f) => (only ? f.type === 'number' || f.type === 'integer' : f.type !== 'rows'))
  return (
    <>
      <FieldSelect
        value={shape ? SHAPE + shape.kind : value || undefined}
        placeholder={placeholder}
        label={label}
        groups={[
          ...fieldGroups(listed),
          { label: '用企业信息计算', options: kinds.map((kind) => ({ value: SHAPE + kind.value, label: kind.label, find: kind.label })) },
        ]}
        onChange={(chosen) => {
          const kind = chosen.startsWith(SHAPE) ? chosen.slice(SHAPE.length) : ''
          setChosenKind(kind)
          onChange(kind ? formulaOfShape(freshShape(kind as ShapeKind)) : chosen)
        }}
      />
      {shape && <ComputedField shape={shape} fields={fields} onChange={onChange} />}
    </>
  )
}

/** What a condition or a base is about, as a choice; a formula is one that is made from its words. */
export function subjectOf(fields: ReadonlyMap<string, FieldChoice>, key: string | undefined): FieldChoice | undefined {
  if (!isComputed(key)) return key ? fields.get(key) : undefined
  const { label, type, unit } = vocabularyOf(fields).field(key)!
  return { key, label, type, unit: unit ?? null, options: null }
}
