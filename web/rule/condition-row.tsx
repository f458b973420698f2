import { Button, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import type { RuleNode } from '../../contract/policy.ts'
import { disagreements } from '../../contract/rule/agreement.ts'
import { leafSentence } from '../../contract/rule/condition-words.ts'
import type { Leaf as RuleLeaf } from '../../contract/rule/types.ts'
import { isComputed } from '../../contract/rule/vocabulary.ts'
import { isFresh } from './computed-shapes.ts'
import { ConditionValue } from './condition-value.tsx'
import { operatorsFor, type FieldChoice } from './condition.ts'
import { Named } from './named.tsx'
import { OtherChoice } from './other-choice.tsx'
import { vocabularyOf } from './rule-vocabulary.ts'
import { SubjectChoice } from './subject-choice.tsx'
import { subjectOf } from './subject.ts'
import styles from './condition-editor.module.css'

/** One condition: what is compared how with which value, its note and clause, and the sentence that readers will see. */
export function ConditionRow({
  node,
  fields,
  clauses,
  children,
  onChange,
  onRemove,
}: {
  node: RuleNode
  fields: ReadonlyMap<string, FieldChoice>
  clauses: readonly string[] | undefined
  children: ReactNode
  onChange(node: RuleNode): void
  onRemove: (() => void) | undefined
}) {
  const field = subjectOf(fields, node.field)
  const operators = operatorsFor(field)
  const pick = (key: string) => {
    const chosen = subjectOf(fields, key)
    // Changing the fields of a formula keeps its comparison.
    if (isComputed(key) && isComputed(node.field) && !isFresh(key)) return onChange({ ...node, field: key, unit: chosen?.unit ?? null })
    const op = operatorsFor(chosen)[0]!.value
    // A label that is only the old field's name is removed; a handwritten one stays.
    const { label, ...rest } = node
    onChange({
      ...rest,
      ...(label && label !== field?.label ? { label } : {}),
      field: key,
      op,
      value: chosen?.type === 'boolean' || chosen?.type === 'score' ? true : undefined,
      unit: chosen?.unit ?? null,
    })
  }
  return (
    <div className={styles.leaf}>
      <Named label="企业信息">
        <SubjectChoice value={node.field} fields={fields} label="企业信息" onChange={pick} />
      </Named>
      <Named label="要求">
        <Select
          style={{ width: 110 }}
          value={node.op || undefined}
          aria-label="比较方式"
          onChange={(op) => onChange({ ...node, op })}
          options={operators}
        />
        <OtherChoice node={node} field={field} fields={fields} onChange={onChange} />
        {!isComputed(node.value) && (
          <ConditionValue field={field} op={node.op ?? ''} value={node.value} onChange={(value) => onChange({ ...node, value: value })} />
        )}
      </Named>
      <Named label="补充说明" wide>
        <Input
          value={node.label ?? ''}
          placeholder="可空"
          aria-label="条件说明"
          maxLength={200}
          onChange={(e) => onChange({ ...node, label: e.target.value })}
        />
      </Named>
      {clauses && (clauses.length > 0 || node.clause) && (
        <Named label="依据的条款">
          <Select
            style={{ width: 180, maxWidth: '100%' }}
            value={node.clause || undefined}
            placeholder="可空"
            aria-label="依据的条款"
            allowClear
            showSearch
            onChange={(clause?: string) => onChange(withClause(node, clause))}
            options={clauses.map((name) => ({ value: name, label: name }))}
          />
        </Named>
      )}
      {onRemove && (
        <Button danger type="text" size="small" onClick={onRemove}>
          删除
        </Button>
      )}
      {node.field && <LeafWords leaf={node as RuleLeaf} fields={fields} />}
      {children}
    </div>
  )
}

/** The sentence that readers will see for a condition, shown while it is edited beside a note that seems to differ. */
function LeafWords({ leaf, fields }: { leaf: RuleLeaf; fields: ReadonlyMap<string, FieldChoice> }) {
  const words = vocabularyOf(fields)
  const labels = [...fields.values()].map(({ label }) => label)
  const differs = disagreements(words, labels, { conditions: leaf }).length > 0
  return (
    <p className={styles.sentence}>
      企业看到：{leafSentence(words, leaf)}
      {differs && <span className={styles.differs}>（说明“{leaf.label}”似乎与此不符，请核对）</span>}
    </p>
  )
}

const withClause = ({ clause: _, ...node }: RuleNode, clause: string | undefined): RuleNode => (clause ? { ...node, clause } : node)
