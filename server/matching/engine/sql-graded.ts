import type { Expression } from '../../../contract/rule/expression.ts'
import { gradedOf } from './graded.ts'
import { toDecimal, type Rational } from './rational.ts'

/** Digits only, so that nothing else can enter the statement. */
const number = (value: Rational): string => `${toDecimal(value, 15)}::numeric`

/** A table of grades as SQL (graded.ts): the figure is written only once. */
export function gradedSql(
  node: Expression & { type: 'call' },
  sql: (node: Expression) => string,
  comparedSql: (sql: string) => string,
): string {
  const { name, of, grades } = gradedOf(node)
  const figure = comparedSql('q.x')
  const levels = grades
    .toReversed()
    .map(({ from, value }) => `WHEN ${figure} ${name === 'levelOver' ? '>' : '>='} ${number(from)} THEN ${number(value)}`)
  const parts = grades.map(({ from, value }, n) => {
    const next = grades[n + 1]
    return `GREATEST(${next ? `LEAST(q.x, ${number(next.from)})` : 'q.x'} - ${number(from)}, 0) * ${number(value)}`
  })
  const said = name === 'slices' ? `WHEN true THEN ${parts.join(' + ')}` : `${levels.join(' ')} ELSE 0`
  return `(SELECT CASE WHEN q.x IS NULL THEN NULL ${said} END FROM (SELECT ${sql(of)} AS x) AS q)`
}
