import type { PolicyRule } from '../../../contract/policy.ts'
import { OrderedRows, type RowColumn } from '../../kit/form/ordered-rows.tsx'
import { asPercent, asShare } from '../../kit/form/percent.ts'
import type { Fault } from './kinds.ts'
import styles from '../rule/rule-editor.module.css'

type Funding = NonNullable<PolicyRule['funding']>[number]
interface Typed {
  by: string
  share: number | null
}
const columns: RowColumn<Typed>[] = [
  { key: 'by', label: '由谁承担', kind: 'text', maxLength: 30, placeholder: '如：市级财政' },
  { key: 'share', label: '承担比例（%）', kind: 'number' },
]

/** 资金分担: which authority pays which share; a single payer need not be named. */
export function FundingRows({
  funding,
  faults,
  onChange,
}: {
  funding: readonly Funding[] | undefined
  faults: readonly Fault[]
  onChange(next: Funding[] | undefined): void
}) {
  const rows: Typed[] = (funding ?? []).map(({ by, share }) => ({ by, share: asPercent(share) }))
  const at = (path: string) => faults.filter((f) => f.path === path).map(({ message }) => message)
  return (
    <div role="group" aria-label="资金分担">
      <OrderedRows<Typed>
        label="资金分担"
        addText="由几级财政分担"
        max={6}
        rows={rows}
        columns={columns}
        fresh={{ by: '', share: null }}
        faults={rows.map((_, i) => [...at(`funding[${i}].by`), ...at(`funding[${i}].share`)].join('；') || undefined)}
        onChange={(next) => onChange(next.length > 0 ? next.map(({ by, share }) => ({ by, share: asShare(share) }) as Funding) : undefined)}
      />
      {at('funding').map((message) => (
        <p key={message} role="alert" className={styles.fault}>
          {message}
        </p>
      ))}
    </div>
  )
}
