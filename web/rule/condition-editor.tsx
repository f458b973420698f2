import { Button, Input, Segmented } from 'antd'
import { memo, useMemo, type ReactNode } from 'react'
import type { RuleNode } from '../../contract/policy.ts'
import { NumberInput } from '../kit/form/number-input.tsx'
import { useStableCallback } from '../kit/stable-callback.ts'
import { ConditionRow } from './condition-row.tsx'
import type { FieldChoice } from './condition.ts'
import { RowFaults, RowNotes, type Fault } from './row-faults.tsx'
import { childrenOf, kindOf, newLeaf, withChildren, withKind, type GroupKind } from './rule-tree.ts'
import styles from './condition-editor.module.css'

const none: readonly Fault[] = []

/**
 * A condition tree of groups and leaves; `fields` are the fields for leaves. Only the rows from the changed one up to the root are rendered
 * again: a rule has up to a hundred rows of several selects.
 */
export function ConditionEditor({
  node,
  fields,
  clauses,
  at = 'conditions',
  faults = none,
  under,
  onChange,
}: {
  node: RuleNode
  fields: ReadonlyMap<string, FieldChoice>
  /** clauses of the text that a condition may refer to */
  clauses?: readonly string[]
  /** place of the node in the rule, in the engine's notation */
  at?: string
  /** errors by place; each is shown at its row */
  faults?: readonly Fault[]
  /** content below the condition at a place */
  under?: (place: string) => ReactNode
  onChange(node: RuleNode): void
}) {
  const notes = useMemo(() => ({ faults, under }), [faults, under])
  const change = useStableCallback((_: number, next: RuleNode) => onChange(next))
  return (
    <RowNotes value={notes}>
      <ConditionNode node={node} index={0} fields={fields} clauses={clauses} at={at} onChange={change} />
    </RowNotes>
  )
}

interface NodeProps {
  node: RuleNode
  /** its place among the parts of its group; the callbacks name it, so that all parts share one callback */
  index: number
  fields: ReadonlyMap<string, FieldChoice>
  clauses: readonly string[] | undefined
  at: string
  onChange(index: number, node: RuleNode): void
  /** not at the root, which cannot be removed */
  onRemove?: (index: number) => void
}

/** The parts of a group are memoised nodes too; a name of this function itself would reach past the memo. */
const ConditionNode = memo(({ node, index, fields, clauses, at, onChange, onRemove }: NodeProps) => {
  const kind = kindOf(node)
  const said = <RowFaults at={at} leaf={kind === 'leaf'} />
  const change = (next: RuleNode) => onChange(index, next)
  const remove = onRemove && (() => onRemove(index))
  const children = childrenOf(node)
  const changePart = useStableCallback((i: number, next: RuleNode) => change(withChildren(node, children.with(i, next))))
  const removePart = useStableCallback((i: number) => change(withChildren(node, children.toSpliced(i, 1))))
  if (kind === 'leaf')
    return (
      <ConditionRow node={node} fields={fields} clauses={clauses} onChange={change} onRemove={remove}>
        {said}
      </ConditionRow>
    )
  const placeOf = (i: number) => (kind === 'not' ? `${at}.not` : `${at}.${kind === 'atLeast' ? 'of' : kind}[${i}]`)
  return (
    <div className={styles.group}>
      <GroupHead node={node} kind={kind} size={children.length} onChange={change} onRemove={remove} />
      {children.map((child, i) => (
        <ConditionNode
          key={i}
          node={child}
          index={i}
          fields={fields}
          clauses={clauses}
          at={placeOf(i)}
          onChange={changePart}
          onRemove={removePart}
        />
      ))}
      {said}
      {(kind !== 'not' || children.length === 0) && (
        <div className={styles.add}>
          <Button size="small" onClick={() => change(withChildren(node, [...children, newLeaf()]))}>
            添加条件
          </Button>
          <Button size="small" onClick={() => change(withChildren(node, [...children, { any: [newLeaf()] }]))}>
            添加条件组
          </Button>
        </div>
      )}
    </div>
  )
})

const groupKinds: { value: GroupKind; label: string }[] = [
  { value: 'all', label: '全部满足' },
  { value: 'any', label: '满足任一' },
  { value: 'not', label: '不得有' },
  { value: 'atLeast', label: '至少几项' },
]
/** How the parts of a group count, and its note. */
function GroupHead({
  node,
  kind,
  size,
  onChange,
  onRemove,
}: {
  node: RuleNode
  kind: GroupKind
  size: number
  onChange(node: RuleNode): void
  onRemove: (() => void) | undefined
}) {
  return (
    <div className={styles.groupHead}>
      <Segmented<GroupKind> size="small" value={kind} onChange={(next) => onChange(withKind(node, next))} options={groupKinds} />
      {kind === 'atLeast' && (
        <NumberInput
          style={{ width: 150 }}
          min={1}
          max={Math.max(1, size)}
          decimals={0}
          prefix="至少满足"
          unit="项"
          aria-label="至少满足几项"
          value={node.atLeast ?? 1}
          onChange={(need) => onChange({ ...node, atLeast: need ?? 1 })}
        />
      )}
      <Input
        size="small"
        className={styles.label}
        value={node.label ?? ''}
        prefix="补充说明"
        placeholder="可空"
        aria-label="条件组说明"
        maxLength={200}
        onChange={(e) => onChange({ ...node, label: e.target.value })}
      />
      {onRemove && (
        <Button size="small" danger type="text" onClick={onRemove}>
          删除组
        </Button>
      )}
    </div>
  )
}
