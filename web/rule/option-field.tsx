import { Select } from 'antd'
import type { Fields } from './choose.ts'
import { fieldGroups, FieldSelect } from './field-select.tsx'
import { NumberInput } from '../kit/form/number-input.tsx'
import type { ByOption } from './graded-shape.ts'
import styles from './condition-editor.module.css'

const kinds = [
  { value: 'figure', label: '取数' },
  { value: 'share', label: '取百分比' },
]

/** 按选项取数: a number for each option of a choice field; an empty one counts 0. */
export function OptionField({ option, fields, onChange }: { option: ByOption; fields: Fields; onChange(next: ByOption): void }) {
  const choices = [...fields.values()].filter((f) => f.type === 'enum' && f.options?.length)
  const options = fields.get(option.key)?.options ?? []
  return (
    <div className={styles.steps} role="group" aria-label="按选项取数">
      <div className={styles.leaf}>
        <span>按</span>
        <FieldSelect
          width={220}
          value={option.key || undefined}
          label="按哪一项的选项"
          placeholder="有选项的企业信息"
          groups={fieldGroups(choices)}
          onChange={(key) =>
            onChange({ ...option, key, values: Object.fromEntries((fields.get(key)?.options ?? []).map(({ value }) => [value, 0])) })
          }
        />
        <Select
          style={{ width: 120 }}
          aria-label="取百分比还是数"
          value={option.share ? 'share' : 'figure'}
          options={kinds}
          onChange={(kind) => onChange({ ...option, share: kind === 'share' })}
        />
      </div>
      <div className={styles.leaf}>
        {options.map(({ value, label }) => (
          <NumberInput
            key={value}
            style={{ width: 190 }}
            min={0}
            prefix={label}
            {...(option.share ? { unit: '%' } : {})}
            aria-label={`${label}取多少`}
            value={option.values[value] ?? 0}
            onChange={(v) => onChange({ ...option, values: { ...option.values, [value]: v ?? 0 } })}
          />
        ))}
      </div>
    </div>
  )
}
