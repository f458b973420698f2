import { describe, expect, it } from 'vitest'
import { alikeIn, pairsOf } from './shapes.ts'

const one = (name: string, field: string, limit: number) => `export function ${name}(rows: Row[]): Row[] {
  const kept: Row[] = []
  for (const row of rows) {
    if (row.${field} > ${limit} && !kept.includes(row)) kept.push(row)
  }
  return kept.sort((a, b) => b.${field} - a.${field})
}`

describe('functions written twice', () => {
  it('are found independent of their names and literals', () => {
    const found = alikeIn([
      ['a.ts', one('largest', 'amount', 5)],
      ['b.ts', `const before = 1\n${one('dearest', 'amount', 70)}`],
    ])
    expect(found.map((group) => group.map(({ file, line }) => `${file}:${line}`))).toEqual([['a.ts:1', 'b.ts:2']])
    expect(pairsOf(found)).toBe(1)
  })
  it('are not functions that read other fields, nor two functions of one file', () => {
    expect(
      alikeIn([
        ['a.ts', one('largest', 'amount', 5)],
        ['b.ts', one('oldest', 'age', 5)],
      ]),
    ).toEqual([])
    expect(alikeIn([['a.ts', `${one('one', 'amount', 5)}\n${one('two', 'amount', 5)}`]])).toEqual([])
  })
})
