import { Button } from 'antd'
import type { RuleNode } from '../../contract/policy.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import { ConditionEditor, useRuleFields, newLeaf } from '../rule/index.ts'
import { useCan } from '../session.ts'

/**
 * Conditions of the matching engine as a form value; null: none. Only users who may read policies can edit them; others see whether they
 * are set.
 */
export function ConditionsInput({ value, onChange, id }: ControlProps) {
  const node = (value ?? null) as RuleNode | null
  if (!useCan()('policy:read')) return <p className="meta">{node ? '已设置，由政策编辑维护' : '没有设置，由政策编辑维护'}</p>
  return (
    <div id={id} tabIndex={-1}>
      {node && <Conditions node={node} onChange={(next) => onChange?.(next)} />}
      <Button size="small" onClick={() => onChange?.(node ? null : { all: [newLeaf()] })}>
        {node ? '去掉条件' : '添加条件'}
      </Button>
    </div>
  )
}

function Conditions({ node, onChange }: { node: RuleNode; onChange(node: RuleNode): void }) {
  return <ConditionEditor node={node} fields={useRuleFields()} at="rule" onChange={onChange} />
}
