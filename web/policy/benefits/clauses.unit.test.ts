import { describe, expect, it } from 'vitest'
import { clauses } from '../../../contract/rule/clauses/index.ts'
import { formulaOfShape, shapeOfFormula, type RowShape, otherOf } from '../../rule/index.ts'
import { benefitKinds } from './kinds.ts'

/** Every formula of a rule, at any place. */
const formulasOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.startsWith('=') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(formulasOf) : []
}

/** The parts that could only be handwritten, also inside chosen calculations. */
function freeIn(formula: string): string[] {
  if (!formula.startsWith('=')) return []
  const shape = shapeOfFormula(formula)
  if (shape.kind === 'formula') return [formula]
  const inRows = (rows: RowShape | undefined): string[] =>
    rows ? [rows.each ?? '', ...rows.tests.flatMap(({ column, other = '' }) => [column, other])].flatMap(freeIn) : []
  const inSteps = (shape.steps ?? []).flatMap(({ part }) => [...(part.what === 'computed' ? freeIn(part.key) : []), ...inRows(part.rows)])
  return [...[...shape.fields, shape.graded?.of ?? ''].flatMap(freeIn), ...inRows(shape.rows), ...inSteps]
}

describe('常见条款用控件写得出来', () => {
  it.each(clauses.map((clause) => [clause.text, clause] as const))('%s', (_, clause) => {
    for (const formula of formulasOf(clause)) {
      const shape = shapeOfFormula(formula)
      expect([formula, otherOf(formula) === null ? freeIn(formula) : []]).toEqual([formula, []])
      expect(formulaOfShape(shape)).toBe(formula)
    }
    const kinds = clause.benefits.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'expr' || !benefitKinds.some(({ value }) => value === kind))).toEqual([])
  })
})
