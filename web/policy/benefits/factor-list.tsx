import { Button, Select } from 'antd'
import type { RuleNode } from '../../../contract/policy.ts'
import { type FieldChoice, ConditionEditor, newLeaf } from '../../rule/index.ts'
import { NumberInput } from '../../kit/form/number-input.tsx'
import { withKey, type Benefit, type Factor, type Fault } from './kinds.ts'
import styles from '../rule/rule-editor.module.css'

const percent = (times: number | null | undefined) => (times == null || Number.isNaN(times) ? null : Math.round(times * 1e6) / 1e4)
const times = (value: number | null) => (value === null ? null : Math.round(value * 1e4) / 1e6)

/** 系数: multiplies the amount, under a condition or by the option of a field. */
export function FactorList({
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
  const factors = benefit.factors ?? []
  const put = (next: Factor[]) => onChange(withKey(benefit, { factors: next.length > 0 ? next : undefined }))
  const choices = [...fields.values()].filter((f) => f.type === 'enum' && f.options)
  return (
    <>
      {factors.map((factor, i) => (
        <div key={i} className={styles.benefit} role="group" aria-label={`系数 ${i + 1}`}>
          {'when' in factor ? (
            <>
              <div className={styles.leaf}>
                <span className={styles.caption}>符合下列条件的，按</span>
                <NumberInput
                  style={{ width: 140 }}
                  min={0}
                  unit="%"
                  aria-label="按百分之几计算"
                  value={percent(factor.times)}
                  onChange={(v) => put(factors.with(i, { ...factor, times: times(v) }))}
                />
                <span className={styles.caption}>计算（上浮 20% 填 120，减半填 50）</span>
              </div>
              <ConditionEditor
                node={factor.when}
                fields={fields}
                at={`factors[${i}].when`}
                faults={faults}
                onChange={(when) => put(factors.with(i, { ...factor, when }))}
              />
            </>
          ) : (
            <OptionTimes factor={factor} choices={choices} onChange={(next) => put(factors.with(i, next))} />
          )}
          {faults
            .filter((f) => f.path.startsWith(`factors[${i}]`) && !f.path.startsWith(`factors[${i}].when`))
            .map((f) => (
              <p key={f.path + f.message} role="alert" className={styles.fault}>
                {f.message}
              </p>
            ))}
          <Button danger type="text" size="small" onClick={() => put(factors.toSpliced(i, 1))}>
            删除系数
          </Button>
        </div>
      ))}
      <div className={styles.leaf}>
        <Button size="small" disabled={factors.length >= 10} onClick={() => put([...factors, { when: { all: [newLeaf()] }, times: 1.2 }])}>
          符合条件时上浮或减少
        </Button>
        <Button size="small" disabled={factors.length >= 10} onClick={() => put([...factors, { field: '', map: {} }])}>
          按选项乘系数
        </Button>
      </div>
    </>
  )
}

function OptionTimes({
  factor,
  choices,
  onChange,
}: {
  factor: Exclude<Factor, { when: RuleNode }>
  choices: readonly FieldChoice[]
  onChange(next: Factor): void
}) {
  const options = choices.find((f) => f.key === factor.field)?.options ?? []
  return (
    <>
      <div className={styles.leaf}>
        <span className={styles.caption}>按</span>
        <Select
          style={{ width: 220, maxWidth: '100%' }}
          showSearch={{ optionFilterProp: 'label' }}
          aria-label="系数按哪一项"
          placeholder="选择有选项的企业信息"
          value={factor.field || undefined}
          options={choices.map((f) => ({ value: f.key, label: f.label }))}
          onChange={(field: string) => onChange({ field, map: {} })}
        />
        <span className={styles.caption}>的选项乘系数，没有填的选项不调整</span>
      </div>
      {options.map((o) => (
        <div key={o.value} className={styles.leaf}>
          <span className={styles.caption}>{o.label}</span>
          <NumberInput
            style={{ width: 140 }}
            min={0}
            unit="%"
            aria-label={`${o.label}按百分之几`}
            value={percent(factor.map[o.value])}
            onChange={(v) => {
              const { [o.value]: _, ...rest } = factor.map
              onChange({ ...factor, map: v === null ? rest : { ...factor.map, [o.value]: times(v) } })
            }}
          />
        </div>
      ))}
    </>
  )
}
