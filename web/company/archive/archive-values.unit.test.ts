import { describe, expect, it } from 'vitest'
import type { ArchiveField } from '../../../contract/company.ts'
import { changedValues, choicesOf, factText, formFieldOf, startValues } from './archive-values.ts'

const field = (more: Partial<ArchiveField>): ArchiveField => ({
  key: 'x',
  label: 'X',
  type: 'string',
  unit: null,
  options: null,
  dict: null,
  question: null,
  min: null,
  max: null,
  value: null,
  source: null,
  asOf: null,
  updatedAt: null,
  updatedBy: null,
  editable: true,
  core: false,
  official: null,
  masked: false,
  ...more,
})

describe('the values that an archive form sends', () => {
  const fields = [
    field({ key: 'n', type: 'number', value: 0 }),
    field({ key: 'b', type: 'boolean', value: false }),
    field({ key: 's', value: '钢' }),
    field({ key: 'm', type: 'multiEnum', value: ['a', 'b'] }),
  ]
  const before = startValues(fields)
  it('sends nothing when nothing was changed', () => expect(changedValues(fields, before, { ...before })).toEqual({}))
  it('sends only changed values, in their type', () =>
    expect(changedValues(fields, before, { ...before, b: 'true', n: 1 })).toEqual({ b: true, n: 1 }))
  it('sends null for a cleared value; 0 and 否 are values', () => {
    expect(changedValues(fields, before, { n: 0, b: 'false' })).toEqual({ s: null, m: null })
    expect(before).toEqual({ n: 0, b: 'false', s: '钢', m: ['a', 'b'] })
  })
  it('treats an empty text or list as a cleared value', () =>
    expect(changedValues(fields, before, { ...before, s: '', m: [] })).toEqual({ s: null, m: null }))
})

describe('a value masked for staff', () => {
  const fields = [field({ key: 'contactPhone', value: '154****1111', masked: true })]
  it('starts blank, and a blank field is not sent', () => {
    expect(startValues(fields)).toEqual({})
    expect(changedValues(fields, {}, {})).toEqual({})
    expect(changedValues(fields, {}, { contactPhone: '' })).toEqual({})
    expect(changedValues(fields, {}, { contactPhone: '15430001111' })).toEqual({ contactPhone: '15430001111' })
    expect(formFieldOf(fields[0]!, {})).toMatchObject({ hint: '不填写则保持原值' })
  })
})

describe('a fact as text', () => {
  it('shows 无 for an empty value and keeps 0 and 否', () => {
    expect(factText(field({}), {})).toBe('无')
    expect(factText(field({ type: 'multiEnum', value: [] }), {})).toBe('无')
    expect(factText(field({ type: 'number', value: 0, unit: '万元' }), {})).toBe('0 万元')
    expect(factText(field({ type: 'boolean', value: false }), {})).toBe('否')
    expect(factText(field({ type: 'number', value: 0.07, unit: 'ratio' }), {})).toBe('7%')
  })
  it('names a dictionary code, also by its two-digit division', () => {
    const dictionaries = { industry: [{ label: '金属制品业', value: '33' }] }
    expect(factText(field({ dict: 'industry', value: '33' }), dictionaries)).toBe('金属制品业')
    expect(factText(field({ dict: 'industry', value: '3311' }), dictionaries)).toBe('金属制品业（3311）')
    expect(choicesOf(field({ dict: 'industry', value: '3311' }), dictionaries)?.map((o) => o.value)).toEqual(['3311', '33'])
  })
  it('chooses the control by the field type', () => {
    expect(formFieldOf(field({ type: 'integer', unit: '人' }), {})).toMatchObject({ kind: 'number', unit: '人' })
    expect(formFieldOf(field({ dict: 'industry' }), { industry: [] })).toMatchObject({ kind: 'select' })
    expect(formFieldOf(field({ question: 'X？' }), {})).not.toHaveProperty('hint')
    expect(formFieldOf(field({ question: '是哪一种 X？' }), {})).toMatchObject({ hint: '是哪一种 X？' })
    expect(formFieldOf(field({ type: 'date' }), {})).toMatchObject({ kind: 'date' })
  })
})
