import { Input, Select, Switch } from 'antd'
import type { PolicyRule } from '../../../contract/policy.ts'
import { type FieldChoice, Named } from '../../rule/index.ts'
import { AllocationFields } from './allocation-fields.tsx'
import { FundingRows } from './funding-rows.tsx'
import type { Fault } from './kinds.ts'
import styles from '../rule/rule-editor.module.css'
import { NumberInput } from '../../kit/form/number-input.tsx'

const combines = [
  { value: 'sum', label: '各项可同时享受（合计）' },
  { value: 'max', label: '各项就高享受一项' },
]

/** How a policy's benefits are combined with each other and with those of other policies. */
export function RuleCombine({
  rule,
  fields,
  faults,
  onChange,
}: {
  rule: PolicyRule
  fields: ReadonlyMap<string, FieldChoice>
  faults: readonly Fault[]
  onChange(rule: PolicyRule): void
}) {
  const set = (change: { [K in keyof PolicyRule]?: PolicyRule[K] | undefined }) =>
    onChange(Object.fromEntries(Object.entries({ ...rule, ...change }).filter(([, value]) => value !== undefined)) as PolicyRule)
  return (
    <>
      <div className={styles.leaf}>
        <Select
          style={{ width: 220, maxWidth: '100%' }}
          aria-label="多项扶持怎么算"
          value={rule.benefitCombine ?? 'sum'}
          options={combines}
          onChange={(benefitCombine) => set({ benefitCombine })}
        />
        <Named label="政策互斥组">
          <Input
            style={{ width: 260, maxWidth: '100%' }}
            aria-label="政策互斥组"
            placeholder="同组政策不叠加，可空"
            value={rule.exclusiveGroup ?? ''}
            maxLength={64}
            onChange={(e) => set({ exclusiveGroup: e.target.value || undefined })}
          />
        </Named>
        <NumberInput
          style={{ width: 240, maxWidth: '100%' }}
          aria-label="每家企业每年最多申报项目数"
          placeholder="不限"
          prefix="每年最多"
          unit="个项目"
          min={1}
          max={100}
          decimals={0}
          value={rule.maxPerYear ?? null}
          onChange={(v) => set({ maxPerYear: v ?? undefined })}
        />
        <label>
          <Switch
            size="small"
            checked={rule.competitive === true}
            aria-label="择优支持"
            onChange={(on) => set({ competitive: on || undefined })}
          />{' '}
          择优支持，不保证获得
        </label>
      </div>
      <FundingRows funding={rule.funding} faults={faults} onChange={(funding) => set({ funding })} />
      <AllocationFields rule={rule} fields={fields} faults={faults} onChange={set} />
    </>
  )
}
