import { Button, Input, Switch } from 'antd'
import { isPriced } from '../../../contract/rule/priced.ts'
import { type FieldChoice, ConditionEditor, formulaOfShape, freshShape, newLeaf, Named } from '../../rule/index.ts'
import { Figure } from './figure.tsx'
import { FactorList } from './factor-list.tsx'
import { withKey, type Benefit, type Fault } from './kinds.ts'
import { PayoutYears } from './payout-years.tsx'
import { RoundingChoice } from './rounding-choice.tsx'
import { SubjectRows } from './subject-rows.tsx'
import styles from '../rule/rule-editor.module.css'

const capped = ['fixed', 'lookup', 'lookupRange', 'negotiated']
/** Kinds in which a missing fact may count as 0. */
const mayLack = ['rate', 'perUnit', 'tierRate', 'reach', 'perStep', 'lookup', 'lookupRange']

/** The optional settings of every benefit: own condition, years of payment, “not more than”, exclusions. */
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
  const pays = isPriced(benefit)
  return (
    <div className={styles.whole}>
      <div className={styles.leaf}>
        {pays && flag('upperBound', '不超过（以核定为准）')}
        {mayLack.includes(benefit.kind) && flag('optional', '没填按 0 计')}
        {capped.includes(benefit.kind) && <Figure label="封顶（可空）" unit="万元" value={benefit.cap} onChange={(cap) => set({ cap })} />}
        {pays && <Figure label="保底（可空）" unit="万元" value={benefit.floor} onChange={(floor) => set({ floor: floor ?? undefined })} />}
        {benefit.kind !== 'negotiated' && (
          <Named label="互斥组">
            <Input
              style={{ width: 220, maxWidth: '100%' }}
              aria-label="互斥组"
              placeholder="同组只取最高，可空"
              value={benefit.exclusiveGroup ?? ''}
              maxLength={64}
              onChange={(e) => set({ exclusiveGroup: e.target.value || undefined })}
            />
          </Named>
        )}
        <Button size="small" onClick={() => set({ when: benefit.when ? undefined : { all: [newLeaf()] } })}>
          {benefit.when ? '去掉前置条件' : '添加前置条件'}
        </Button>
        {pays && <RoundingChoice rounding={benefit.rounding} set={set} />}
        {pays && (
          <Button
            size="small"
            disabled={(benefit.limits?.length ?? 0) >= 5}
            onClick={() => set({ limits: [...(benefit.limits ?? []), ''] })}
          >
            不超过某一项
          </Button>
        )}
        {pays && (
          <Button
            size="small"
            disabled={(benefit.less?.length ?? 0) >= 5}
            onClick={() => set({ less: [...(benefit.less ?? []), formulaOfShape(freshShape('received'))] })}
          >
            扣除已得到的（补足差额）
          </Button>
        )}
        {pays && (
          <Button
            size="small"
            onClick={() => set(payout.length > 0 ? { payout: undefined, payoutTerms: undefined } : { payout: [0.5, 0.5] })}
          >
            {payout.length > 0 ? '改为一次兑付' : '分年兑付'}
          </Button>
        )}
      </div>
      {pays && <SubjectRows benefit={benefit} of="limits" fields={fields} faults={faults} set={set} />}
      {pays && <SubjectRows benefit={benefit} of="less" fields={fields} faults={faults} set={set} />}
      {pays && <FactorList benefit={benefit} fields={fields} faults={faults} onChange={onChange} />}
      {benefit.when && (
        <div role="group" aria-label="前置条件">
          <p className="meta">满足下列条件才有这一项：</p>
          <ConditionEditor node={benefit.when} fields={fields} at="when" faults={faults} onChange={(when) => set({ when })} />
        </div>
      )}
      {payout.length > 0 && <PayoutYears benefit={benefit} faults={faults} set={set} />}
    </div>
  )
}
