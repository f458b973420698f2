import { afterAll, describe, expect, it } from 'vitest'
import type { OwnFieldDefinition } from '../../../contract/matching/own-field-codes.ts'
import { engine, listFields } from '../catalogue.ts'
import { takeForRules, type OwnFieldRow } from './as-field.ts'
import type { ListRow } from './lists.ts'

const own = (id: number, label: string, formula: string): OwnFieldRow => [
  id,
  {
    label,
    type: 'number',
    unit: null,
    options: null,
    question: '',
    group: '财务',
    note: '',
    formula,
    source: null,
    seenBy: 'all',
  } as OwnFieldDefinition,
  true,
]
const column = { key: 'f1', label: '金额', type: 'money', unit: null, min: null, max: null, options: null }

describe('存下的企业信息有不能用的', () => {
  afterAll(() => takeForRules([], []))
  it('leaves out fields that refer to each other or to something deleted, and loads the others', () => {
    const rows = [
      own(901, '甲', '=own902 + 1'),
      own(902, '乙', '=own901 + 1'),
      own(903, '丙', '=own904 * 2'),
      own(904, '丁', '=employees'),
      own(905, '戊', '=rowsSum(table990, f1)'),
    ]
    expect(takeForRules(rows, [])).toEqual(['甲', '乙', '戊'])
    expect(engine.formulaIssue('=own903')).toBeUndefined()
    expect(engine.formulaIssue('=own901')).toBeDefined()
  })
  it('a disabled list still works in fields made with it, and is no longer offered', () => {
    const lists: ListRow[] = [
      [991, '停用的表', [{ ...column, enabled: true }], false],
      [
        992,
        '停用的列',
        [
          { ...column, enabled: true },
          { ...column, key: 'f2', enabled: false },
        ],
        true,
      ],
    ]
    expect(takeForRules([own(906, '己', '=rowsSum(table991, f1) + rowsSum(table992, f2)')], lists)).toEqual([])
    const offered = listFields.filter(({ key }) => key.startsWith('table99'))
    expect(offered.map(({ key, columns }) => [key, columns?.map((each) => each.key)])).toEqual([['table992', ['f1']]])
  })
})
