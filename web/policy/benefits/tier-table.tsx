import { Select, Switch } from 'antd'
import { type FieldChoice, ConditionEditor, newLeaf } from '../../rule/index.ts'
import { OrderedRows, type RowColumn } from '../../kit/form/ordered-rows.tsx'
import { asPercent, asShare } from '../../kit/form/percent.ts'
import { Percent } from './figure.tsx'
import { withKey, type Benefit, type Fault, type Tier } from './kinds.ts'
import styles from '../rule/rule-editor.module.css'

const columns: RowColumn<Tier>[] = [
  { key: 'min', label: '从', kind: 'number', placeholder: '不限' },
  { key: 'minInclusive', label: '含起点', kind: 'yesNo', width: 84 },
  { key: 'max', label: '到', kind: 'number', placeholder: '不限' },
  { key: 'maxInclusive', label: '含终点', kind: 'yesNo', width: 84 },
  { key: 'rate', label: '比例（%）', kind: 'number' },
]
const modes = [
  { value: 'whole', label: '全额按所在档' },
  { value: 'marginal', label: '超额累进' },
]
/** Unset means "inclusive" to the engine. */
const shown = (t: Tier): Tier => ({
  ...t,
  minInclusive: t.minInclusive ?? true,
  maxInclusive: t.maxInclusive ?? true,
  rate: asPercent(t.rate),
})
const kept = (t: Tier): Tier => ({ ...t, min: t.min ?? null, max: t.max ?? null, rate: asShare(t.rate) })

/** 分档: the tiers as rows, the way of reading, and an additional rate under a condition. */
export function TierTable({
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
  const tiers = benefit.tiers ?? []
  const set = (change: Partial<Record<keyof Benefit, unknown>>) => onChange(withKey(benefit, change))
  const last = tiers.at(-1)
  const add = benefit.rateAdd
  return (
    <div className={styles.whole}>
      <Select
        style={{ width: 160 }}
        aria-label="分档方式"
        value={benefit.mode ?? 'whole'}
        options={modes}
        onChange={(mode) => set({ mode })}
      />
      <OrderedRows<Tier>
        label="档次"
        addText="添加一档"
        max={20}
        rows={tiers.map(shown)}
        columns={columns}
        fresh={{ min: last?.max ?? null, minInclusive: !(last?.maxInclusive ?? true), max: null, maxInclusive: true, rate: 0 }}
        faults={tiers.map(
          (_, i) =>
            faults
              .filter((f) => f.path.startsWith(`tiers[${i}]`))
              .map((f) => `${/\.rate$/.test(f.path) ? '比例：' : ''}${f.message}`)
              .join('；') || undefined,
        )}
        onChange={(rows) => set({ tiers: rows.map(kept) })}
      />
      <span className={styles.leaf}>
        <Switch
          size="small"
          checked={add !== undefined}
          aria-label="符合条件时加成"
          onChange={(on) => set({ rateAdd: on ? { when: newLeaf(), add: 0 } : undefined })}
        />
        符合条件时加成
      </span>
      {add && (
        <div className={styles.leaf}>
          <Percent label="加成比例" value={add.add} onChange={(v) => set({ rateAdd: { ...add, add: v } })} />
          <ConditionEditor
            node={add.when}
            fields={fields}
            at="rateAdd.when"
            faults={faults}
            onChange={(when) => set({ rateAdd: { ...add, when } })}
          />
        </div>
      )}
    </div>
  )
}
