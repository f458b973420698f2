import { Button, Input, InputNumber, Select } from 'antd'
import type { PolicyRule } from '../../contract/policy.ts'
import type { FieldChoice } from '../kit/condition.ts'
import styles from './rule-editor.module.css'

type Benefit = PolicyRule['benefits'][number] & Record<string, unknown>
const editable = ['fixed', 'rate', 'perUnit', 'honor']
const kinds = [
  { value: 'fixed', label: '定额' },
  { value: 'rate', label: '按比例' },
  { value: 'perUnit', label: '按数量' },
  { value: 'honor', label: '资质荣誉（无资金）' },
]
const fresh: Record<string, object> = {
  fixed: { amount: 0 },
  rate: { base: '', rate: 0, cap: null },
  perUnit: { base: '', unitAmount: 0, cap: null },
  honor: {},
}

/** What a policy pays. Formulas of the richer kinds (tiers, tables, expressions) are shown in words and kept as they are. */
export function BenefitsEditor({
  benefits,
  fields,
  onChange,
}: {
  benefits: PolicyRule['benefits']
  fields: ReadonlyMap<string, FieldChoice>
  onChange(next: PolicyRule['benefits']): void
}) {
  const set = (i: number, change: object) => onChange(benefits.with(i, { ...benefits[i]!, ...change }))
  const bases = [...fields.values()]
    .filter((f) => f.type === 'number' || f.type === 'integer')
    .map((f) => ({ value: f.key, label: f.label }))
  const figure = (i: number, b: Benefit, key: string, label: string, unit: string) => (
    <InputNumber
      style={{ width: 180, maxWidth: '100%' }}
      min={0}
      value={typeof b[key] === 'number' ? (b[key] as number) : null}
      aria-label={label}
      placeholder={label}
      addonAfter={unit}
      onChange={(v) => set(i, { [key]: v })}
    />
  )
  return (
    <div>
      {(benefits as Benefit[]).map((b, i) => (
        <div key={i} className={styles.leaf}>
          <Input
            className={styles.words}
            value={b.name ?? ''}
            placeholder="名称"
            aria-label="扶持名称"
            maxLength={100}
            onChange={(e) => set(i, { name: e.target.value })}
          />
          {editable.includes(b.kind) ? (
            <Select
              style={{ width: 150 }}
              value={b.kind}
              aria-label="计算方式"
              options={kinds}
              onChange={(kind) => onChange(benefits.with(i, { kind, name: b.name, unit: '万元', ...fresh[kind] } as never))}
            />
          ) : (
            <span className={styles.kept}>{b.formula ?? '按公式计算'}（公式保持不变）</span>
          )}
          {b.kind === 'fixed' && figure(i, b, 'amount', '金额', '万元')}
          {(b.kind === 'rate' || b.kind === 'perUnit') && (
            <Select
              style={{ width: 240, maxWidth: '100%' }}
              showSearch={{ optionFilterProp: 'label' }}
              value={(b['base'] as string) || undefined}
              placeholder="以哪项为基数"
              aria-label="基数"
              options={bases}
              onChange={(base) => set(i, { base })}
            />
          )}
          {b.kind === 'rate' && figure(i, b, 'rate', '比例（小数）', '倍')}
          {b.kind === 'perUnit' && figure(i, b, 'unitAmount', '每单位', '万元')}
          {(b.kind === 'rate' || b.kind === 'perUnit') && figure(i, b, 'cap', '封顶（可空）', '万元')}
          {editable.includes(b.kind) && (
            <Input
              className={styles.words}
              value={b.formula ?? ''}
              placeholder="给企业看的标准"
              aria-label="扶持标准"
              maxLength={300}
              onChange={(e) => set(i, { formula: e.target.value })}
            />
          )}
          <Button danger type="text" size="small" onClick={() => onChange(benefits.toSpliced(i, 1))}>
            删除
          </Button>
        </div>
      ))}
      <Button size="small" onClick={() => onChange([...benefits, { kind: 'fixed', name: '', amount: 0, unit: '万元' } as never])}>
        添加扶持内容
      </Button>
    </div>
  )
}
