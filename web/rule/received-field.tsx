import { Select } from 'antd'
import type { FieldChoice } from './condition.ts'
import { NumberInput } from '../kit/form/number-input.tsx'
import { PolicyByCode } from '../kit/choose/policy-by-code.tsx'
import type { Received } from './received-shape.ts'
import styles from './condition-editor.module.css'

const WIDE = { width: 240, maxWidth: '100%' } as const
const states = [
  { value: 'decided', label: '已决定给予的' },
  { value: 'paid', label: '已拨付的' },
]

/** Chooses earlier supports of a company: policy or level, years, and the company's own declaration of further ones. */
export function ReceivedField({
  received,
  fields,
  onChange,
}: {
  received: Received
  fields: ReadonlyMap<string, FieldChoice>
  onChange(next: Received): void
}) {
  const set = (next: Partial<Received>) => onChange({ ...received, ...next })
  const levels = fields.get('support')?.columns?.find(({ key }) => key === 'level')?.options ?? []
  const declared = [...fields.values()].filter((f) => f.unit === '万元' && (f.type === 'number' || f.type === 'integer'))
  return (
    <>
      <span style={WIDE}>
        <PolicyByCode value={received.policy} placeholder="哪项政策（不选为全部）" onChange={(policy) => set({ policy })} />
      </span>
      <Select
        style={{ width: 170 }}
        aria-label="哪一级的支持"
        value={received.level}
        options={[{ value: '', label: '不分级别' }, ...levels]}
        onChange={(level: string) => set({ level })}
      />
      <Select
        style={{ width: 150 }}
        aria-label="决定还是拨付"
        value={received.paid ? 'paid' : 'decided'}
        options={states}
        onChange={(state: string) => set({ paid: state === 'paid' })}
      />
      <span className={styles.part}>
        <span>最近</span>
        <NumberInput
          style={{ width: 140 }}
          min={1}
          decimals={0}
          unit="个年度"
          placeholder="不限"
          aria-label="最近几个年度"
          value={received.years}
          onChange={(years) => set({ years })}
        />
      </span>
      <span className={styles.part}>
        <span>加上</span>
        <Select
          style={WIDE}
          showSearch={{ optionFilterProp: 'label' }}
          allowClear
          aria-label="企业填报的已得支持"
          placeholder="企业填报的（可空）"
          value={received.declared || undefined}
          options={declared.map((f) => ({ value: f.key, label: f.label }))}
          onChange={(key?: string) => set({ declared: key ?? '' })}
        />
      </span>
    </>
  )
}
