import { valueOf, type Field } from '../form/fields.ts'

export interface MoneyTotal {
  label: string
  sum: number
  unit: string
}

/** The sums of the page's rows for each money column; none for a single row. Computed in 分 to avoid fractions. */
export const moneyTotals = <Row extends object>(fields: readonly Field<Row>[], rows: readonly Row[]): MoneyTotal[] =>
  rows.length < 2
    ? []
    : fields
        .filter((f) => f.kind === 'money')
        .flatMap((f) => {
          const values = rows.map((row) => valueOf(row, f.key)).filter((v) => typeof v === 'number')
          const sum = values.reduce((all, v) => all + Math.round(v * 1_000_000), 0) / 1_000_000
          return values.length < 2 ? [] : [{ label: f.label, sum, unit: f.unit ?? '' }]
        })
