import { clauseFields } from '../../../contract/rule/clauses/index.ts'
import { data, fields } from './fixtures.ts'
import { createEngine } from './index.ts'
import type { Field, ScoreTable } from './types.ts'

const table: ScoreTable = {
  id: 'simple',
  title: '高企分',
  max: 100,
  groups: [
    {
      id: 'g',
      label: '高企',
      max: 100,
      items: [
        {
          id: 'i',
          type: 'choice',
          field: 'isHNTE',
          options: [
            { value: true, points: 60 },
            { value: false, points: 0 },
          ],
        },
      ],
    },
  ],
  passRule: { field: 'total', op: 'gte', value: 60 },
}

/** The engine for random rules: the fields of the clauses, and a score table small enough for a slow evaluator. */
export const engine = createEngine({
  ...data,
  fields: [...fields, ...(clauseFields as readonly Field[])],
  scoring: { tables: [...('tables' in data.scoring ? data.scoring.tables : data.scoring), table] },
})
