import { useState } from 'react'
import type { ProjectTemplate } from '../../../contract/declaration.ts'
import type { Stored } from '../../kit/form/draft.ts'
import { FoundDraft } from '../../kit/form/found-draft.tsx'
import type { Values } from '../../kit/form/form-values.ts'
import { restoredValues, type Changed } from '../../kit/form/merge-values.ts'
import { OthersChange } from '../../kit/form/others-change.tsx'
import type { Draft } from './draft.ts'

const parts = [
  { key: 'policyId', label: '所属政策' },
  { key: 'applyStartTime', label: '申报开始时间' },
  { key: 'applyEndTime', label: '申报结束时间' },
  { key: 'examineStartTime', label: '审核开始时间' },
  { key: 'examineEndTime', label: '审核结束时间' },
  { key: 'examineDep', label: '审核部门' },
  { key: 'separateDecision', label: '决定与审核不得同一人' },
  { key: 'template', label: '申报表、材料与审核环节' },
] as const
const keys = parts.map(({ key }) => key)

interface Props {
  left: Stored<Values> | null
  start: Draft
  onTake(next: Draft): void
  onSettle(): void
  onDrop(): void
}

/** Offers the draft of an earlier visit: only fields that were changed then are restored, on the present project. */
export function KeptProject({ left, start, onTake, onSettle, onDrop }: Props) {
  const [others, setOthers] = useState<{ changes: Changed[]; now: Draft } | null>(null)
  const began = { ...start }
  if (others && others.changes.length > 0)
    return (
      <OthersChange
        title="这些内容在您离开后被他人修改"
        changes={others.changes}
        fields={parts}
        onTake={({ key, theirs }) => {
          const now = withValues(others.now, { [key]: theirs })
          onTake(now)
          setOthers({ now, changes: others.changes.filter((change) => change.key !== key) })
        }}
      />
    )
  if (!left) return null
  return (
    <FoundDraft
      savedAt={left.savedAt}
      onTake={() => {
        const { values, changes } = restoredValues(left, began, keys)
        const now = withValues(start, values)
        onTake(now)
        setOthers({ changes, now })
        onSettle()
      }}
      onDrop={onDrop}
    />
  )
}

/** A draft comes from a browser, so only values with the shape of a project are taken. */
function withValues(draft: Draft, v: Values): Draft {
  const text = (key: keyof Draft, otherwise: string | null) => (typeof v[key] === 'string' || v[key] === null ? v[key] : otherwise)
  const number = (key: keyof Draft, otherwise: number | null) => (typeof v[key] === 'number' || v[key] === null ? v[key] : otherwise)
  return {
    policyId: number('policyId', draft.policyId),
    applyStartTime: text('applyStartTime', draft.applyStartTime),
    applyEndTime: text('applyEndTime', draft.applyEndTime),
    examineStartTime: text('examineStartTime', draft.examineStartTime),
    examineEndTime: text('examineEndTime', draft.examineEndTime),
    examineDep: number('examineDep', draft.examineDep),
    separateDecision: typeof v.separateDecision === 'boolean' ? v.separateDecision : draft.separateDecision,
    template: isTemplate(v.template) ? v.template : draft.template,
  }
}
const isTemplate = (value: unknown): value is ProjectTemplate =>
  typeof value === 'object'
  && value !== null
  && 'sections' in value
  && Array.isArray(value.sections)
  && 'materials' in value
  && Array.isArray(value.materials)
  && 'name' in value
  && typeof value.name === 'string'
