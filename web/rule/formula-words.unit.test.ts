import { expect, test } from 'vitest'
import type { FieldChoice } from './condition.ts'
import { fieldGroups } from './field-select.tsx'
import { formulaAsKept, formulaAsRead } from './formula-words.ts'

const field = (key: string, label: string, more: Partial<FieldChoice> = {}): [string, FieldChoice] => [
  key,
  { key, label, type: 'number', unit: '万元', options: null, ...more },
]
const fields = new Map([
  field('invest', '设备投资额（含软件）', { group: '项目投入', pinyin: 'sbtze shebeitouzie', source: '企业填报', known: 12 }),
  field('grade', '等级', { group: '项目投入' }),
  field('one', '同名'),
  field('two', '同名'),
])

test('a formula is shown and typed with the labels of fields, and is stored with their keys', () => {
  const kept = 'min(invest * 0.08, isIn(grade, "最大（甲）") ? 300 : 100)'
  const read = '最小([设备投资额（含软件）] * 0.08, 属于([等级], "最大（甲）") ? 300 : 100)'
  expect(formulaAsRead(kept, fields)).toBe(read)
  expect(formulaAsKept(read, fields)).toBe(kept)
})
test('Chinese signs are understood; unknown and ambiguous labels stay unchanged', () => {
  expect(formulaAsKept('最大（[设备投资额（含软件）] × 2 ÷ 3，1）', fields)).toBe('max(invest * 2 / 3,1)')
  expect(formulaAsKept('[没有这项] + [同名]', fields)).toBe('[没有这项] + [同名]')
  expect(formulaAsRead('one + two', fields)).toBe('one + two')
})
test('fields are grouped and can be found by pinyin', () => {
  const [invest] = fieldGroups(fields.values())
  expect(invest).toMatchObject({ label: '项目投入', options: [{ value: 'invest', note: '企业填报 · 12 家有' }, { value: 'grade' }] })
  expect(invest!.options[0]!.find).toContain('sbtze')
})
