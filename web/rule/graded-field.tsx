import { Select } from 'antd'
import { gradedFunctions, type GradedFunction } from '../../contract/rule/graded.ts'
import { OrderedRows, type RowColumn } from '../kit/form/ordered-rows.tsx'
import type { Choose } from './choose.ts'
import type { Graded } from './graded-shape.ts'
import styles from './condition-editor.module.css'

type Grade = { from: number | null; value: number | null }
const ways = Object.entries(gradedFunctions).map(([value, label]) => ({ value, label }))
const kinds = [
  { value: 'share', label: '取百分比' },
  { value: 'figure', label: '取数' },
]

/** 按档取数: the field that selects the grade, the way of reading, and one row per grade. `unit`: that of the selecting field. */
export function GradedField({
  graded,
  unit,
  choose,
  onChange,
}: {
  graded: Graded
  unit(key: string): string | null
  choose: Choose
  onChange(next: Graded): void
}) {
  const slices = graded.name === 'slices'
  const measure = graded.ofShare ? '%' : (unit(graded.of) ?? '')
  const columns: RowColumn<Grade>[] = [
    {
      key: 'from',
      label: `${slices ? '超过' : graded.name === 'level' ? '满' : '超过'}${measure ? `（${measure}）` : ''}`,
      kind: 'number',
    },
    { key: 'value', label: `${slices ? '该部分' : ''}${graded.share ? '按百分之几' : slices ? '每单位计' : '取多少'}`, kind: 'number' },
  ]
  return (
    <div className={styles.steps} role="group" aria-label="按档取数">
      <div className={styles.leaf}>
        <span>按</span>
        {choose({ value: graded.of, label: '按哪一项分档', onChange: (of) => onChange({ ...graded, of, ofShare: unit(of) === 'ratio' }) })}
        <Select
          style={{ width: 150 }}
          aria-label="怎样分档"
          value={graded.name}
          options={ways}
          onChange={(name: GradedFunction) => onChange({ ...graded, name })}
        />
        <Select
          style={{ width: 120 }}
          aria-label="取百分比还是数"
          value={graded.share ? 'share' : 'figure'}
          options={kinds}
          onChange={(kind) => onChange({ ...graded, share: kind === 'share' })}
        />
      </div>
      <OrderedRows<Grade>
        label="分档"
        addText="添加一档"
        max={20}
        rows={graded.grades}
        columns={columns}
        fresh={{ from: 0, value: 0 }}
        onChange={(rows) =>
          rows.length > 0 && onChange({ ...graded, grades: rows.map(({ from, value }) => ({ from: from ?? 0, value: value ?? 0 })) })
        }
      />
    </div>
  )
}
