/**
 * The result of one check. The parts make findings and main.ts prints them (docs/reliability.md gives the promise under each id).
 * A comment “Seen red: …” beside a finding says with which change of the product the check was seen to fail, and with what figure.
 */
export type Engine = 'pglite' | 'postgres'
export type Result = 'pass' | 'fail' | 'not yet' | 'not run here'

export interface Finding {
  /** id of the requirement in docs/reliability.md, such as `C-02` */
  id: string
  what: string
  engine?: Engine
  figure: string
  limit: string
  result: Result
  /** the faults found, one line each; printed below the table */
  faults?: readonly string[]
}

interface Where {
  id: string
  what: string
  engine?: Engine
}

/** Passes when none of `looked` cases has a fault. A check without cases fails, because it would pass for any product. */
export const noFaults = (where: Where, faults: readonly string[], looked: number): Finding => ({
  ...where,
  figure: `${faults.length} / ${looked}`,
  limit: looked === 0 ? '> 0 例' : '0',
  result: faults.length === 0 && looked > 0 ? 'pass' : 'fail',
  faults,
})

/** Passes when a figure does not exceed a limit. NaN fails. */
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

/** A check whose domain does not exist yet. It never counts as passed. */
export const notYet = (id: string, what: string): Finding => ({ id, what, figure: '', limit: '', result: 'not yet' })

/** A check that needs something this machine lacks. It never counts as passed. */
export const notRunHere = (where: Where, lacking: string): Finding => ({ ...where, figure: lacking, limit: '', result: 'not run here' })

const shown = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(3))

const MAX_FAULTS = 20

/** The table of all findings, and below it the faults of the failed rows. */
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
