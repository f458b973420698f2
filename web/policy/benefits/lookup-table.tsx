import { type FieldChoice, fieldGroups, FieldSelect } from '../../rule/index.ts'
import tableCss from '../../kit/form/unit-table.module.css'
import { withKey, type Benefit, type Fault } from './kinds.ts'
import styles from '../rule/rule-editor.module.css'
import { NumberInput } from '../../kit/form/number-input.tsx'

type Entry = number | [number | null, number | null]

/** 按选项: an amount (or a range) for each option of a field; an option without one pays nothing. */
export function LookupTable({
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
  const field = benefit.field ? fields.get(benefit.field) : undefined
  const map = benefit.map ?? {}
  const ranged = benefit.kind === 'lookupRange'
  // Options that the field no longer has stay visible, so that they can be removed.
  const gone = Object.keys(map).filter((value) => !field?.options?.some((o) => o.value === value))
  const options = [...(field?.options ?? []), ...gone.map((value) => ({ value, label: field ? `${value}（已无此选项）` : value }))]
  const put = (value: string, entry: Entry | null) => {
    const { [value]: _, ...rest } = map
    onChange(withKey(benefit, { map: entry === null ? rest : { ...map, [value]: entry } }))
  }
  const input = (label: string, value: number | null, set: (v: number | null) => void) => (
    <NumberInput
      min={0}
      unit="万元"
      style={{ width: 160, maxWidth: '100%' }}
      aria-label={label}
      placeholder="不支持"
      value={value}
      onChange={set}
    />
  )
  const ends = (value: string): [number | null, number | null] => {
    const entry = map[value]
    return Array.isArray(entry) ? [entry[0] ?? null, entry[1] ?? null] : [entry ?? null, entry ?? null]
  }
  const putEnd = (value: string, low: number | null, high: number | null) => put(value, low === null && high === null ? null : [low, high])
  return (
    <div className={styles.whole}>
      <FieldSelect
        width={260}
        label="按哪一项"
        placeholder="按哪一项信息"
        value={benefit.field || undefined}
        groups={fieldGroups([...fields.values()].filter((f) => f.type === 'enum'))}
        onChange={(key) => onChange(withKey(benefit, { field: key }))}
      />
      {options.length > 0 && (
        <div className={tableCss.box}>
          <table className={tableCss.table} aria-label="各选项的金额">
            <thead>
              <tr>
                <th scope="col">选项</th>
                <th scope="col">{ranged ? '下限' : '金额'}</th>
                {ranged && <th scope="col">上限</th>}
              </tr>
            </thead>
            <tbody>
              {options.map(({ value, label }) => {
                const [low, high] = ends(value)
                const said = faults.filter((f) => f.path === `map.${value}` || f.path.startsWith(`map.${value}[`))
                return (
                  <tr key={value}>
                    <td data-label="选项">
                      <div>
                        {label}
                        {said.map((f) => (
                          <p key={f.path + f.message} role="alert" className={tableCss.fault}>
                            {f.message}
                          </p>
                        ))}
                      </div>
                    </td>
                    <td data-label={ranged ? '下限' : '金额'}>
                      {ranged
                        ? input(`${label}下限`, low, (v) => putEnd(value, v, high))
                        : input(`${label}金额`, high, (v) => put(value, v))}
                    </td>
                    {ranged && <td data-label="上限">{input(`${label}上限`, high, (v) => putEnd(value, low, v))}</td>}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
