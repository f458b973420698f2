import { valueOf, type Field } from '../form/fields.ts'

export interface MoneyTotal {
  label: string
  sum: number
  unit: string
}

/** What the rows of the page come to, for each column of money; nothing for a single row. The sums are in 分, so that no fraction creeps in. */
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
