import { Select } from 'antd'
import { type FieldChoice, subjectOf } from '../../rule/index.ts'
import { asPercent, asShare } from '../../kit/form/percent.ts'
import { OrderedRows, type RowColumn } from '../../kit/form/ordered-rows.tsx'
import { Earlier } from './earlier.tsx'
import { withKey, type Benefit, type Fault, type Level } from './kinds.ts'
import styles from '../rule/rule-editor.module.css'

const pays = [
  { value: 'difference', label: '补足差额' },
  { value: 'full', label: '按新的一档全额' },
]

/** 按达到的档次定额: the levels as rows, and the earlier figure. */
export function LevelTable({
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
  const levels = benefit.levels ?? []
  const unit = subjectOf(fields, benefit.base)?.unit
  const ratio = unit === 'ratio'
  const columns: RowColumn<Level>[] = [
    { key: 'from', label: `满${unit ? `（${ratio ? '%' : unit}）` : ''}`, kind: 'number' },
    { key: 'amount', label: '奖励（万元）', kind: 'number' },
  ]
  const set = (change: Partial<Record<keyof Benefit, unknown>>) => onChange(withKey(benefit, change))
  return (
    <div className={styles.whole}>
      <OrderedRows<Level>
        label="档次"
        addText="添加一档"
        max={30}
        rows={ratio ? levels.map((each) => ({ ...each, from: asPercent(each.from) })) : levels}
        columns={columns}
        fresh={{ from: null, amount: null }}
        faults={levels.map(
          (_, i) =>
            faults
              .filter((f) => f.path.startsWith(`levels[${i}]`))
              .map((f) => `${/\.amount$/.test(f.path) ? '奖励：' : ''}${f.message}`)
              .join('；') || undefined,
        )}
        onChange={(rows) => set({ levels: ratio ? rows.map((each) => ({ ...each, from: asShare(each.from) })) : rows })}
      />
      <div className={styles.leaf}>
        <Earlier benefit={benefit} fields={fields} set={set} fresh={{ pays: benefit.pays ?? 'difference' }}>
          <Select
            style={{ width: 170 }}
            aria-label="达到更高一档时"
            value={benefit.pays ?? 'difference'}
            options={pays}
            onChange={(next) => set({ pays: next })}
          />
        </Earlier>
      </div>
    </div>
  )
}
