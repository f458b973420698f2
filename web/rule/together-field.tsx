import type { Choose } from './choose.ts'
import type { FieldChoice } from './condition.ts'
import { fieldGroups, FieldSelect } from './field-select.tsx'
import type { RowShape } from './row-shapes.ts'
import { RowsField } from './rows-field.tsx'
import styles from './condition-editor.module.css'

interface Chosen {
  fields: readonly [string]
  rows: RowShape
}

/** A figure of the company plus that of the companies in a list of its archive. */
export function TogetherField({
  own,
  rows,
  fields,
  choose,
  onChange,
}: {
  own: string
  rows: RowShape
  fields: ReadonlyMap<string, FieldChoice>
  choose: Choose
  onChange(next: Chosen): void
}) {
  const figures = [...fields.values()].filter((f) => !f.dated && (f.type === 'number' || f.type === 'integer'))
  return (
    <>
      <span className={styles.part}>
        <span>本企业的</span>
        <FieldSelect
          width={220}
          value={own || undefined}
          label="本企业的"
          groups={fieldGroups(figures)}
          onChange={(key) => onChange({ fields: [key], rows: sameColumn(fields, key, rows) })}
        />
      </span>
      <span>加上</span>
      <RowsField
        summed
        rows={rows}
        fields={fields}
        choose={choose}
        onChange={(next) => onChange({ fields: [own], rows: next.list === rows.list ? next : sameColumn(fields, own, next) })}
      />
    </>
  )
}

/** Defaults: the related companies that the platform confirmed, and the column with the figure's name, unless others were chosen. */
function sameColumn(fields: ReadonlyMap<string, FieldChoice>, key: string, rows: RowShape): RowShape {
  const lists = [...fields.values()].filter(({ type }) => type === 'rows')
  const list = fields.get(rows.list) ?? fields.get('relatives') ?? lists.find(({ label }) => label.includes('关联企业'))
  const column = list?.columns?.find(({ label }) => label === fields.get(key)?.label)
  return list ? { ...rows, list: list.key, column: column?.key ?? rows.column } : rows
}
