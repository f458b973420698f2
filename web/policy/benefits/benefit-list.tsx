import { Button } from 'antd'
import { memo, useMemo, useState } from 'react'
import { useStableCallback } from '../../kit/stable-callback.ts'
import type { FieldChoice } from '../../rule/index.ts'
import { BenefitRow } from './benefit-row.tsx'
import { faultsBelow, freshBenefit, withKey, type Benefit, type Fault } from './kinds.ts'
import styles from '../rule/rule-editor.module.css'

/** Benefits in order, also those inside a group. `at`: the list's place in the rule, in the engine's notation. */
export function BenefitList({
  benefits,
  fields,
  faults,
  at,
  depth = 0,
  addText = '添加扶持内容',
  onChange,
}: {
  benefits: readonly Benefit[]
  fields: ReadonlyMap<string, FieldChoice>
  faults: readonly Fault[]
  at: 'benefits' | 'items'
  depth?: number
  addText?: string
  onChange(next: Benefit[]): void
}) {
  const [taken, setTaken] = useState<{ benefit: Benefit; at: number } | null>(null)
  // A row keeps what was typed for other kinds, so the row must move together with its benefit.
  const [keys, setKeys] = useState<number[]>([])
  const keyOf = (i: number) => keys[i] ?? i
  const arrange = (next: Benefit[], order: number[]) => {
    setKeys(order)
    onChange(next)
  }
  const order = benefits.map((_, i) => keyOf(i))
  const fresh = Math.max(-1, ...order, taken ? benefits.length : -1) + 1
  const move = useStableCallback((from: number, to: number) =>
    arrange(benefits.toSpliced(from, 1).toSpliced(to, 0, benefits[from]!), order.toSpliced(from, 1).toSpliced(to, 0, order[from]!)),
  )
  const change = useStableCallback((i: number, next: Benefit) => onChange(benefits.with(i, next)))
  const remove = useStableCallback((i: number) => {
    setTaken({ benefit: benefits[i]!, at: i })
    arrange(benefits.toSpliced(i, 1), order.toSpliced(i, 1))
  })
  return (
    <div className={depth > 0 ? styles.nested : styles.list}>
      {benefits.map((b, i) => (
        <BenefitAt
          key={order[i]}
          benefit={b}
          index={i}
          isLast={i === benefits.length - 1}
          fields={fields}
          faults={faults}
          at={`${at}[${i}]`}
          depth={depth}
          onChange={change}
          onRemove={remove}
          onMove={move}
        />
      ))}
      <div className={styles.leaf}>
        <Button size="small" disabled={benefits.length >= 30} onClick={() => arrange([...benefits, freshBenefit()], [...order, fresh])}>
          {addText}
        </Button>
        {taken && (
          <Button
            size="small"
            onClick={() => {
              arrange(benefits.toSpliced(taken.at, 0, taken.benefit), order.toSpliced(taken.at, 0, fresh))
              setTaken(null)
            }}
          >
            恢复刚删除的“{taken.benefit.name || '扶持内容'}”
          </Button>
        )}
      </div>
    </div>
  )
}

interface AtProps {
  benefit: Benefit
  index: number
  isLast: boolean
  fields: ReadonlyMap<string, FieldChoice>
  /** the errors of the whole list */
  faults: readonly Fault[]
  /** the benefit's place, as the errors name it */
  at: string
  depth: number
  onChange(index: number, next: Benefit): void
  onRemove(index: number): void
  onMove(from: number, to: number): void
}
/** One benefit of a list, with those inside it; rendered again only when it, its place or the errors have changed. */
const BenefitAt = memo(function BenefitAt({
  benefit: b,
  index: i,
  isLast,
  fields,
  faults,
  at,
  depth,
  onChange,
  onRemove,
  onMove,
}: AtProps) {
  const own = useMemo(() => faultsBelow(faults, at), [faults, at])
  return (
    <BenefitRow
      benefit={b}
      fields={fields}
      faults={own}
      depth={depth}
      items={
        b.kind === 'group' && (
          <BenefitList
            benefits={b.items ?? []}
            fields={fields}
            faults={own}
            at="items"
            depth={depth + 1}
            addText="添加组内一项"
            onChange={(items) => onChange(i, withKey(b, { items }))}
          />
        )
      }
      onChange={(next) => onChange(i, next)}
      onRemove={() => onRemove(i)}
      onMove={{ up: i > 0 ? () => onMove(i, i - 1) : undefined, down: isLast ? undefined : () => onMove(i, i + 1) }}
    />
  )
})
