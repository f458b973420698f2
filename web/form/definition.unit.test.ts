import { describe, expect, it } from 'vitest'
import type { FormField } from '../../contract/form/template.ts'
import { choicesOf, freeKey, move, newField, newSection } from './definition.ts'
import { tidyField } from './tidy.ts'

describe('the definition of a form', () => {
  it('gives unused keys that the contract accepts', () => {
    expect(freeKey('field', ['field1', 'field3'])).toBe('field4')
    expect(freeKey('field', ['field2'])).toBe('field3')
    const t = { sections: [newSection({ sections: [] })] }
    expect(newField(t).key).not.toBe(t.sections[0]!.fields[0]!.key)
  })
  it('removes values that a type does not use', () => {
    const field = {
      key: 'a',
      label: '甲',
      type: 'text',
      required: true,
      unit: '人',
      min: 1,
      options: [{ label: '一', value: '1' }],
      maxLength: 20,
      hint: ' ',
    } as FormField
    expect(tidyField(field)).toEqual({ key: 'a', label: '甲', type: 'text', required: true, maxLength: 20 })
    expect(tidyField({ ...field, type: 'money' })).toEqual({ key: 'a', label: '甲', type: 'money', required: true, unit: '人', min: 1 })
  })
  it('keeps the codes of unchanged options', () =>
    expect(choicesOf('全职\n\n 柔性 \n全职', [{ label: '全职', value: 'full' }])).toEqual([
      { label: '全职', value: 'full' },
      { label: '柔性', value: '柔性' },
    ]))
  it('keeps its order when a part is moved beyond the end', () => {
    expect(move(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
    expect(move(['a', 'b'], 0, 1)).toEqual(['b', 'a'])
  })
})
