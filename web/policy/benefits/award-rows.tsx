import type { PolicyRule } from '../../../contract/policy.ts'
import { OrderedRows, type RowColumn } from '../../kit/form/ordered-rows.tsx'
import type { Fault } from './kinds.ts'

type Award = NonNullable<NonNullable<PolicyRule['allocation']>['awards']>[number]
interface Typed {
  to: number | null
  amount: number | null
}
const columns: RowColumn<Typed>[] = [
  { key: 'to', label: '到第几名', kind: 'number' },
  { key: 'amount', label: '每家最高（万元）', kind: 'number' },
]

/** 各名次的奖额: the award up to each place; without rows the rule decides for every place. */
export function AwardRows({
  awards,
  faults,
  onChange,
}: {
  awards: readonly Award[] | undefined
  faults: readonly Fault[]
  onChange(next: Award[] | undefined): void
}) {
  const rows: readonly Typed[] = awards ?? []
  return (
    <OrderedRows<Typed>
      label="各名次的奖额"
      addText="名次不同，奖额不同"
      max={20}
      rows={rows}
      columns={columns}
      fresh={{ to: null, amount: null }}
      faults={rows.map(
        (_, i) =>
          faults
            .filter(({ path }) => path.startsWith(`allocation.awards[${i}]`))
            .map(({ message }) => message)
            .join('；') || undefined,
      )}
      // An incomplete row stays empty; the check on saving reports it.
      onChange={(next) => onChange(next.length > 0 ? (next as Award[]) : undefined)}
    />
  )
}
