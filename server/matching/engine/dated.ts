import { type Rational, rational } from './rational.ts'
import type { DatedFigure } from './types.ts'

/** The figure in force on a day: the latest one that begins on it or before; undefined before the first. */
export function inForce(figures: readonly DatedFigure[], day: string): Rational | undefined {
  let latest: DatedFigure | undefined
  for (const figure of figures) if (figure.from <= day && (!latest || figure.from > latest.from)) latest = figure
  return latest && rational(latest.value)
}

/** The same as SQL, the latest first; `day` is a date in SQL. */
export const inForceSql = (figures: readonly DatedFigure[], day: string): string =>
  figures.length === 0
    ? 'NULL::numeric'
    : `(CASE ${figures
        .toSorted((a, b) => (a.from < b.from ? 1 : -1))
        .map(({ from, value }) => `WHEN ${day} >= '${from}'::date THEN ${rationalText(value)}::numeric`)
        .join(' ')} END)`

/** Digits only, so that nothing else can enter the statement. */
const rationalText = (value: number): string => (value < 0 ? `(-${Math.abs(value).toFixed(10)})` : value.toFixed(10))
