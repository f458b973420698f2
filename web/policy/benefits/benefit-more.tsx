import { Button, Input, Switch } from 'antd'
import type { FieldChoice } from '../../kit/condition.ts'
import { ConditionEditor } from '../../kit/condition-editor.tsx'
import { newLeaf } from '../../kit/rule-tree.ts'
import { Figure } from './figure.tsx'
import { FactorList } from './factor-list.tsx'
import { withKey, type Benefit, type Fault } from './kinds.ts'
import styles from '../rule-editor.module.css'
import { NumberInput } from '../../kit/number-input.tsx'

const capped = ['fixed', 'lookup', 'lookupRange']
/** Where a lacking fact may count as 0. */
const mayLack = ['rate', 'perUnit', 'tierRate', 'reach', 'perStep', 'lookup', 'lookupRange']

/** What every benefit can have besides its amount: a condition of its own, years of payment, “not more than”, whom it excludes. */
export function BenefitMore({
  benefit,
  fields,
  faults,
  onChange,
}: {
  benefit: Benefit
  fields: ReadonlyMap<string, FieldChoice>
  faults: readonly Fault[]
  onChange(next: Benefit): void
}) {
  const set = (change: Partial<Record<keyof Benefit, unknown>>) => onChange(withKey(benefit, change))
  const flag = (key: 'upperBound' | 'optional', label: string) => (
    <label>
      <Switch size="small" checked={benefit[key] === true} aria-label={label} onChange={(on) => set({ [key]: on || undefined })} /> {label}
    </label>
  )
  const payout = benefit.payout ?? []
  const shares = payout.reduce((sum, each) => sum + each, 0)
  const pays = benefit.kind !== 'honor' && benefit.kind !== 'ref'
  return (
    <div className={styles.whole}>
      <div className={styles.leaf}>
        {pays && flag('upperBound', '不超过（以核定为准）')}
        {mayLack.includes(benefit.kind) && flag('optional', '没填按 0 计')}
        {capped.includes(benefit.kind) && <Figure label="封顶（可空）" unit="万元" value={benefit.cap} onChange={(cap) => set({ cap })} />}
        {pays && <Figure label="保底（可空）" unit="万元" value={benefit.floor} onChange={(floor) => set({ floor: floor ?? undefined })} />}
        <Input
          style={{ width: 220, maxWidth: '100%' }}
          aria-label="互斥组"
          placeholder="互斥组（同组只取最高，可空）"
          value={benefit.exclusiveGroup ?? ''}
          maxLength={64}
          onChange={(e) => set({ exclusiveGroup: e.target.value || undefined })}
        />
        <Button size="small" onClick={() => set({ when: benefit.when ? undefined : { all: [newLeaf()] } })}>
          {benefit.when ? '去掉前置条件' : '添加前置条件'}
        </Button>
        {pays && (
          <Button size="small" onClick={() => set({ payout: payout.length > 0 ? undefined : [0.5, 0.5] })}>
            {payout.length > 0 ? '改为一次兑付' : '分年兑付'}
          </Button>
        )}
      </div>
      {pays && <FactorList benefit={benefit} fields={fields} faults={faults} onChange={onChange} />}
      {benefit.when && (
        <div role="group" aria-label="前置条件">
          <p className="meta">满足下列条件才有这一项：</p>
          <ConditionEditor node={benefit.when} fields={fields} onChange={(when) => set({ when })} />
        </div>
      )}
      {payout.length > 0 && (
        <div className={styles.leaf} role="group" aria-label="分年兑付">
          {payout.map((share, i) => (
            <NumberInput
              key={i}
              style={{ width: 150 }}
              min={0}
              max={100}
              prefix={`第 ${i + 1} 年`}
              unit="%"
              aria-label={`第 ${i + 1} 年兑付比例`}
              value={Math.round(share * 1e6) / 1e4}
              onChange={(v) => set({ payout: payout.with(i, (v ?? NaN) / 100) })}
            />
          ))}
          <Button size="small" disabled={payout.length >= 10} onClick={() => set({ payout: [...payout, 0] })}>
            加一年
          </Button>
          <Button size="small" disabled={payout.length < 2} onClick={() => set({ payout: payout.slice(0, -1) })}>
            减一年
          </Button>
          {Math.abs(shares - 1) > 1e-6 && (
            <span role="alert" style={{ color: 'var(--error)' }}>
              各年比例合计 {Math.round(shares * 1e4) / 100}%，应为 100%
            </span>
          )}
        </div>
      )}
    </div>
  )
}
