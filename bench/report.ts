/** One line of the report. `target` is a limit for `ratio` (figure / floor), or for `figure` itself when there is no floor. */
export interface Row {
  name: string
  figure: number
  unit: string
  floor?: number
  atLeast?: number
  atMost?: number
  /** the basis of the figures, or the error */
  note?: string
  failed?: boolean
}

export const ratioOf = (row: Row): number | undefined => (row.floor ? row.figure / row.floor : undefined)

/** undefined: a figure without a target. */
export function passes(row: Row): boolean | undefined {
  if (row.failed) return false
  const measured = ratioOf(row) ?? row.figure
  if (row.atLeast !== undefined) return measured >= row.atLeast
  if (row.atMost !== undefined) return measured <= row.atMost
  return undefined
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

const shown = (value: number | undefined) =>
  value === undefined ? '' : value >= 100 ? String(Math.round(value)) : value >= 1 ? value.toFixed(2) : value.toFixed(3)

/** The table as Markdown, to be pasted into a document. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const target = row.atLeast !== undefined ? `≥ ${row.atLeast}` : row.atMost !== undefined ? `≤ ${row.atMost}` : ''
    const verdict = passes(row)
    const ratio = ratioOf(row)
    const cells = [row.name, `${shown(row.figure)} ${row.unit}`, row.floor === undefined ? '' : shown(row.floor), shown(ratio), target]
    return `| ${[...cells, verdict === undefined ? '' : verdict ? 'pass' : 'FAIL', row.note ?? ''].join(' | ')} |`
  })
  return ['| row | figure | floor | ratio | target | result | note |', '|---|---|---|---|---|---|---|', ...lines].join('\n')
}
