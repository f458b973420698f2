import { Input, Select, Switch } from 'antd'
import { lazy, Suspense } from 'react'
import { DATE_FORMAT_1 } from '../../contract/constants.ts'
import { domainTypes } from '../../contract/domain-tree.ts'
import { CodeCascade } from '../kit/choose/code-cascade.tsx'
import type { FieldChoice } from './condition.ts'
import { DomainRowsInput } from '../kit/choose/domain-rows-input.tsx'
import { domains, industries, regions } from '../kit/choose/option-sources.ts'
import { NumberInput } from '../kit/form/number-input.tsx'
import { asPercent, asShare } from '../kit/form/percent.ts'

const DateInput = lazy(() => import('../kit/date/date-input.tsx'))

interface Props {
  field: FieldChoice | undefined
  op: string
  value: unknown
  onChange(value: unknown): void
}
/** Fields whose codes are the leaves of a tree. */
const trees = {
  industryDivision: { source: industries, label: '行业', names: ['门类', '大类'], levels: 2 },
  regionCode: { source: regions, label: '所在地区', names: ['市', '县（市、区）', '镇街'], levels: 3 },
  techField: { source: domains(domainTypes.techField), label: '技术领域', names: ['领域', '方向'], levels: 2 },
} as const
const WIDE = { width: 220, maxWidth: '100%' } as const

/**
 * The value of a condition, with the input for the field's type: switch, choice, choices, level by level, number, text (several with
 * commas).
 */
export function ConditionValue({ field, op, value, onChange }: Props) {
  const list = op === 'in' || op === 'notIn'
  const shared = { style: WIDE, 'aria-label': '值' }
  // Before the field is known (none is chosen, or the fields are being read) typed text would replace a value of another type.
  if (!field) return <Input {...shared} disabled value={value === undefined || value === null ? '' : String(value)} />
  if (field.type === 'score') return null
  if (field.type === 'boolean')
    return <Switch checked={value === true} checkedChildren="是" unCheckedChildren="否" aria-label="值" onChange={onChange} />
  const tree = field.key in trees ? trees[field.key as keyof typeof trees] : null
  if (tree)
    return (
      <div style={{ flex: '1 1 100%', minWidth: 0 }}>
        {list ? (
          <DomainRowsInput {...tree} limit={100} value={value} onChange={onChange} />
        ) : (
          <CodeCascade {...tree} value={value} onChange={(v) => onChange(v ?? undefined)} />
        )}
      </div>
    )
  if (field.options)
    return (
      <Select
        {...shared}
        {...(list ? { mode: 'multiple' as const } : {})}
        value={value}
        onChange={onChange}
        options={field.options}
        showSearch={{ optionFilterProp: 'label' }}
      />
    )
  const isRatio = field.unit === 'ratio'
  if (field.type === 'number' || field.type === 'integer')
    return (
      <NumberInput
        {...shared}
        value={typeof value !== 'number' ? null : isRatio ? asPercent(value) : value}
        {...(field.type === 'integer' ? { decimals: 0 } : {})}
        unit={isRatio ? '%' : (field.unit ?? undefined)}
        onChange={(v) => onChange((isRatio ? asShare(v) : v) ?? undefined)}
      />
    )
  if (field.type === 'date' && !list)
    return (
      <span style={WIDE}>
        <Suspense fallback={<Input disabled aria-label="值" />}>
          <DateInput format={DATE_FORMAT_1} aria-label="值" value={value} onChange={(day: unknown) => onChange(day ?? undefined)} />
        </Suspense>
      </span>
    )
  const text = Array.isArray(value) ? value.join('，') : typeof value === 'string' ? value : ''
  return <Input {...shared} value={text} onChange={(e) => onChange(list ? e.target.value.split(/[,，]/) : e.target.value)} />
}
