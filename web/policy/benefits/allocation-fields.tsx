import { Input, Select } from 'antd'
import type { PolicyRule } from '../../../contract/policy.ts'
import { allocationSentence } from '../../../contract/rule/allocation-words.ts'
import { type FieldChoice, vocabularyOf, SubjectChoice } from '../../rule/index.ts'
import { NumberInput } from '../../kit/form/number-input.tsx'
import { asPercent, asShare } from '../../kit/form/percent.ts'
import styles from '../rule/rule-editor.module.css'
import { AwardRows } from './award-rows.tsx'
import type { Fault } from './kinds.ts'

type Allocation = NonNullable<PolicyRule['allocation']>
const ways = [
  { value: 'none', label: '符合条件的都给足' },
  { value: 'prorata', label: '超出预算的按比例折算' },
  { value: 'first', label: '按申报先后，用完为止' },
  { value: 'rank', label: '按排名取前几名' },
]
const orders = [
  { value: 'high', label: '由高到低' },
  { value: 'low', label: '由低到高' },
]

/** At most so many per town, or per group. */
function Quota({
  name,
  prefix,
  value,
  onChange,
}: {
  name: string
  prefix: string
  value: number | undefined
  onChange(value: number | null): void
}) {
  return (
    <NumberInput
      style={{ width: prefix.length > 12 ? 300 : 220, maxWidth: '100%' }}
      min={1}
      decimals={0}
      prefix={prefix}
      unit="家"
      aria-label={name}
      placeholder="不限"
      value={value ?? null}
      onChange={onChange}
    />
  )
}

/** How several applicants share a budget, and when payments are reclaimed. */
export function AllocationFields({
  rule,
  fields,
  faults,
  onChange,
}: {
  rule: PolicyRule
  fields: ReadonlyMap<string, FieldChoice>
  faults: readonly Fault[]
  onChange(change: { allocation?: Allocation | undefined; clawback?: string | undefined }): void
}) {
  const now = rule.allocation
  const set = (change: Partial<Record<keyof Allocation, unknown>>) => {
    const next = Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined && value !== null)
    onChange({ allocation: Object.fromEntries(next) as Allocation })
  }
  const own = faults.filter(({ path }) => path.startsWith('allocation'))
  return (
    <div role="group" aria-label="多家申报时">
      <div className={styles.leaf}>
        <span className={styles.caption}>多家申报时</span>
        <Select
          style={{ width: 220, maxWidth: '100%' }}
          aria-label="多家申报时怎么分"
          value={now?.way ?? 'none'}
          options={ways}
          onChange={(way) => (way === 'none' ? onChange({ allocation: undefined }) : set({ way }))}
        />
        {now && (
          <NumberInput
            style={{ width: 200 }}
            min={0}
            decimals={4}
            prefix="预算"
            unit="万元"
            aria-label="预算"
            placeholder={now.way === 'prorata' ? '' : '不限'}
            value={now.budget ?? null}
            onChange={(budget) => set({ budget })}
          />
        )}
        {now && now.way !== 'prorata' && (
          <>
            <NumberInput
              style={{ width: 160 }}
              min={1}
              decimals={0}
              prefix={now.way === 'rank' ? '取前' : '最多'}
              unit={now.way === 'rank' ? '名' : '家'}
              aria-label="名额"
              placeholder="不限"
              value={now.places ?? null}
              onChange={(places) => set({ places })}
            />
            {now.way === 'rank' && (
              <NumberInput
                style={{ width: 150 }}
                min={0}
                prefix="或取前"
                unit="%"
                aria-label="取前百分之几"
                placeholder="不限"
                value={asPercent(now.topShare)}
                onChange={(share) => set({ topShare: asShare(share) })}
              />
            )}
            <Quota name="每个乡镇的名额" prefix="每个乡镇（街道）最多" value={now.perTown} onChange={(perTown) => set({ perTown })} />
            <Quota
              name="同一实际控制人的名额"
              prefix="同一实际控制人或母子公司最多"
              value={now.perGroup}
              onChange={(perGroup) => set({ perGroup })}
            />
          </>
        )}
        {now?.way === 'rank' && (
          <>
            <SubjectChoice
              value={now.rankBy}
              fields={fields}
              label="按什么排名"
              placeholder="按哪项企业信息排名"
              only="number"
              onChange={(rankBy) => set({ rankBy })}
            />
            <Select
              style={{ width: 110 }}
              aria-label="排名方向"
              value={now.lowFirst ? 'low' : 'high'}
              options={orders}
              onChange={(order) => set({ lowFirst: order === 'low' || undefined })}
            />
          </>
        )}
      </div>
      {now?.way === 'rank' && <AwardRows awards={now.awards} faults={faults} onChange={(awards) => set({ awards })} />}
      {now && <p className={styles.sentence}>企业看到：{allocationSentence(vocabularyOf(fields), now)}</p>}
      {own
        .filter(({ path }) => !path.startsWith('allocation.awards['))
        .map((f) => (
          <p key={f.path + f.message} role="alert" className={styles.fault}>
            {f.message}
          </p>
        ))}
      <div className={styles.leaf}>
        <span className={styles.caption}>追回的情形</span>
        <Input
          className={styles.words}
          aria-label="追回的情形"
          placeholder="可空，如：五年内迁出本县的，追回已拨付资金"
          maxLength={300}
          value={rule.clawback ?? ''}
          onChange={(e) => onChange({ clawback: e.target.value || undefined })}
        />
      </div>
    </div>
  )
}
