/** What one check found. The parts make these, main.ts prints them (docs/reliability.md says what is promised under each id). */
export type Engine = 'pglite' | 'postgres'
export type Result = 'pass' | 'fail' | 'not yet' | 'not run here'

export interface Finding {
  /** requirement, as in docs/reliability.md: `C-02` */
  id: string
  what: string
  engine?: Engine
  figure: string
  limit: string
  result: Result
  /** what was found wrong, one line each; printed below the table */
  faults?: readonly string[]
}

interface Where {
  id: string
  what: string
  engine?: Engine
}

/** No fault among `looked` cases. A check that looked at nothing has failed: it would be content with anything. */
export const noFaults = (where: Where, faults: readonly string[], looked: number): Finding => ({
  ...where,
  figure: `${faults.length} / ${looked}`,
  limit: looked === 0 ? '> 0 例' : '0',
  result: faults.length === 0 && looked > 0 ? 'pass' : 'fail',
  faults,
})

/** A figure that must not exceed a limit. NaN fails. */
export const atMost = (where: Where, value: number, limit: number, unit = '', note: readonly string[] = []): Finding => ({
  ...where,
  figure: `${shown(value)}${unit}`,
  limit: `≤ ${limit}${unit}`,
  result: value <= limit ? 'pass' : 'fail',
  faults: note,
})

export const atLeast = (where: Where, value: number, limit: number, unit = '', note: readonly string[] = []): Finding => ({
  ...where,
  figure: `${shown(value)}${unit}`,
  limit: `≥ ${limit}${unit}`,
  result: value >= limit ? 'pass' : 'fail',
  faults: note,
})

export const exactly = (where: Where, value: number | string, wanted: number | string, note: readonly string[] = []): Finding => ({
  ...where,
  figure: String(value),
  limit: `= ${wanted}`,
  result: value === wanted ? 'pass' : 'fail',
  faults: note,
})

/** The domain does not exist yet. Never counted as passed. */
export const notYet = (id: string, what: string): Finding => ({ id, what, figure: '', limit: '', result: 'not yet' })

/** The machine lacks what the check needs. Never counted as passed. */
export const notRunHere = (where: Where, lacking: string): Finding => ({ ...where, figure: lacking, limit: '', result: 'not run here' })

const shown = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(3))

const MAX_FAULTS = 20

/** The one table, and below it what was wrong in the rows that failed. */
export function report(findings: readonly Finding[]): string {
  const head = ['requirement', 'what', 'engine', 'figure', 'limit', 'result']
  const rows = findings.map(({ id, what, engine, figure, limit, result }) => [
    id,
    what,
    engine ?? '',
    figure,
    limit,
    result === 'fail' ? 'FAIL' : result,
  ])
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  const wrong = findings
    .filter(({ result, faults }) => result === 'fail' && faults?.length)
    .flatMap(({ id, what, engine, faults }) => [
      '',
      `${id} ${what}${engine ? ` (${engine})` : ''}:`,
      ...faults!.slice(0, MAX_FAULTS).map((fault) => `  · ${fault}`),
      ...(faults!.length > MAX_FAULTS ? [`  … ${faults!.length - MAX_FAULTS} more`] : []),
    ])
  return [...lines, ...wrong].join('\n')
}
