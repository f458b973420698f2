import { useQuery } from '@tanstack/react-query'
import { Button, Input, Segmented, Select } from 'antd'
import { useMemo } from 'react'
import { matching } from '../../contract/matching.ts'
import type { PolicyRule, RuleNode } from '../../contract/policy.ts'
import { call } from '../api.ts'
import { ConditionValue } from '../kit/condition-value.tsx'
import { operatorsFor, type FieldChoice } from '../kit/condition.ts'
import type { ControlProps } from '../kit/fields.ts'
import { BenefitsEditor } from './benefits-editor.tsx'
import { RuleTrial } from './rule-trial.tsx'
import { childrenOf, kindOf, newLeaf, withChildren, withKind, type GroupKind } from './rule-tree.ts'
import styles from './rule-editor.module.css'

/** Conditions and benefits of a policy, edited as a tree; tried on a company before it is saved. Nobody reads JSON here. */
export function RuleEditor({ value, onChange, id }: ControlProps) {
  const rule = value as PolicyRule
  const { data } = useQuery({ queryKey: ['rule-fields'], queryFn: () => call(matching.fields, { query: {} }), staleTime: Infinity })
  const fields = useMemo(
    () =>
      new Map<string, FieldChoice>([
        ...(data?.fields ?? []).map((f): [string, FieldChoice] => [f.key, f]),
        ...(data?.derived ?? []).map((f): [string, FieldChoice] => [f.key, f]),
        ...(data?.scores ?? []).map((s): [string, FieldChoice] => [
          `score:${s.id}`,
          { key: `score:${s.id}`, label: `${s.title} 达标`, type: 'score', unit: '分', options: null },
        ]),
      ]),
    [data],
  )
  return (
    <div id={id} className={styles.editor} tabIndex={-1}>
      <h4>申报条件</h4>
      <Node node={rule.conditions} fields={fields} onChange={(conditions) => onChange?.({ ...rule, conditions, closable: null })} />
      <h4>扶持内容</h4>
      <BenefitsEditor benefits={rule.benefits} fields={fields} onChange={(benefits) => onChange?.({ ...rule, benefits })} />
      <RuleTrial rule={rule} />
    </div>
  )
}

function Node({
  node,
  fields,
  onChange,
  onRemove,
}: {
  node: RuleNode
  fields: ReadonlyMap<string, FieldChoice>
  onChange(node: RuleNode): void
  onRemove?: () => void
}) {
  const kind = kindOf(node)
  if (kind === 'leaf') return <Leaf node={node} fields={fields} onChange={onChange} onRemove={onRemove} />
  const children = childrenOf(node)
  return (
    <div className={styles.group}>
      <div className={styles.groupHead}>
        <Segmented<GroupKind>
          size="small"
          value={kind}
          onChange={(next) => onChange(withKind(node, next))}
          options={[
            { value: 'all', label: '全部满足' },
            { value: 'any', label: '满足任一' },
            { value: 'not', label: '不得有' },
          ]}
        />
        <Input
          size="small"
          className={styles.label}
          value={node.label ?? ''}
          placeholder="这组条件的说法（可空）"
          aria-label="条件组名称"
          maxLength={200}
          onChange={(e) => onChange({ ...node, label: e.target.value })}
        />
        {onRemove && (
          <Button size="small" danger type="text" onClick={onRemove}>
            删除组
          </Button>
        )}
      </div>
      {children.map((child, i) => (
        <Node
          key={i}
          node={child}
          fields={fields}
          onChange={(next) => onChange(withChildren(node, children.with(i, next)))}
          onRemove={() => onChange(withChildren(node, children.toSpliced(i, 1)))}
        />
      ))}
      {(kind !== 'not' || children.length === 0) && (
        <div className={styles.add}>
          <Button size="small" onClick={() => onChange(withChildren(node, [...children, newLeaf()]))}>
            添加条件
          </Button>
          <Button size="small" onClick={() => onChange(withChildren(node, [...children, { any: [newLeaf()] }]))}>
            添加条件组
          </Button>
        </div>
      )}
    </div>
  )
}

function Leaf({
  node,
  fields,
  onChange,
  onRemove,
}: {
  node: RuleNode
  fields: ReadonlyMap<string, FieldChoice>
  onChange(node: RuleNode): void
  onRemove: (() => void) | undefined
}) {
  const field = node.field ? fields.get(node.field) : undefined
  const operators = operatorsFor(field)
  const pick = (key: string) => {
    const chosen = fields.get(key)
    const op = operatorsFor(chosen)[0]!.value
    onChange({
      ...node,
      field: key,
      op,
      value: chosen?.type === 'boolean' || chosen?.type === 'score' ? true : undefined,
      unit: chosen?.unit ?? null,
      label: node.label || chosen?.label || '',
    })
  }
  return (
    <div className={styles.leaf}>
      <Select
        style={{ width: 240, maxWidth: '100%' }}
        showSearch={{ optionFilterProp: 'label' }}
        value={node.field || undefined}
        placeholder="选择企业信息"
        aria-label="企业信息"
        onChange={pick}
        options={[...fields.values()].map((f) => ({ value: f.key, label: f.label }))}
      />
      <Select
        style={{ width: 110 }}
        value={node.op || undefined}
        aria-label="比较方式"
        onChange={(op) => onChange({ ...node, op })}
        options={operators}
      />
      <ConditionValue
        field={field}
        op={node.op ?? ''}
        value={node.value}
        onChange={(value) => onChange({ ...node, value: value as never })}
      />
      <Input
        className={styles.words}
        value={node.label ?? ''}
        placeholder="给企业看的说法"
        aria-label="条件说法"
        maxLength={200}
        onChange={(e) => onChange({ ...node, label: e.target.value })}
      />
      {onRemove && (
        <Button danger type="text" size="small" onClick={onRemove}>
          删除
        </Button>
      )}
    </div>
  )
}
