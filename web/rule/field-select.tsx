import { Select } from 'antd'
import type { FieldChoice } from './condition.ts'
import styles from './condition-editor.module.css'

/** A field, or a group of them. */
interface FieldOption {
  value?: string
  label: string
  /** search text: the name, its initials and its pinyin */
  find?: string
  /** the source of the field, and how many companies have it */
  note?: string
  options?: FieldOption[]
}
export interface FieldGroup extends FieldOption {
  options: FieldOption[]
}

const REST = '其他'
const noteOf = ({ source, known }: FieldChoice): string =>
  [source, typeof known === 'number' ? `${known} 家有` : ''].filter(Boolean).join(' · ')

/** Fields grouped by their groups, in the order of the archive. */
export function fieldGroups(fields: Iterable<FieldChoice>): FieldGroup[] {
  const groups = new Map<string, FieldOption[]>()
  for (const field of fields) {
    const group = field.group || REST
    if (!groups.has(group)) groups.set(group, [])
    const note = noteOf(field)
    groups.get(group)!.push({
      value: field.key,
      label: field.label,
      find: `${field.label} ${field.pinyin ?? ''}`,
      ...(note ? { note } : {}),
    })
  }
  return [...groups].map(([label, options]) => ({ label, options }))
}

/** Chooses a field of the archive, by group; searches by name or pinyin, and shows its source and how many companies have it. */
export function FieldSelect({
  value,
  label,
  placeholder = '选择企业信息',
  width = 240,
  groups,
  onChange,
}: {
  value: string | undefined
  label: string
  placeholder?: string
  width?: number
  groups: readonly FieldGroup[]
  onChange(key: string): void
}) {
  return (
    <Select<string | null, FieldOption>
      style={{ width, maxWidth: '100%' }}
      showSearch={{ optionFilterProp: 'find' }}
      value={value ?? null}
      placeholder={placeholder}
      aria-label={label}
      title=""
      popupMatchSelectWidth={320}
      options={[...groups]}
      optionRender={({ data }) => (
        <span className={styles.option}>
          <span>{data.label}</span>
          {data.note && <span className={styles.hint}>{data.note}</span>}
        </span>
      )}
      onChange={(key) => key !== null && onChange(key)}
    />
  )
}
