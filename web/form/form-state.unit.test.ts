import { describe, expect, it } from 'vitest'
import type { FormField, FormTemplate } from '../../contract/form/template.ts'
import {
  capitalAmount,
  capitalOf,
  cellFaults,
  correctionAt,
  faultOnLeave,
  faultsOf,
  isOpen,
  partState,
  placeOf,
  savable,
  unsavedOf,
  typedOf,
  valueText,
  wireOf,
  wireValue,
} from './form-state.ts'

const field = (f: Partial<FormField> & Pick<FormField, 'key' | 'type'>): FormField => ({ label: f.key, required: false, ...f })
const money = field({ key: 'amount', type: 'money', required: true })
const phone = field({ key: 'phone', type: 'phone' })
const people = field({ key: 'people', type: 'integer', max: 500, unit: '人' })
const kinds = field({
  key: 'kinds',
  type: 'multiEnum',
  options: [
    { label: '甲', value: 'a' },
    { label: '乙', value: 'b' },
  ],
})
const t: FormTemplate = {
  sections: [
    { key: 'one', title: '一', fields: [money, phone] },
    { key: 'two', title: '二', fields: [people, kinds] },
  ],
  materials: [{ key: 'proof', name: '证明', required: true }],
}

describe('申报表的填写', () => {
  it('keeps text that is not a number as typed and refuses it', () => {
    for (const typed of ['十万', '1e3', '1.2.3', '-']) {
      expect(wireValue(money, typed)).toBe(typed)
      expect(faultOnLeave(money, typed)).toBe('应为数字')
    }
    expect(faultOnLeave(people, '2.5')).toBe('应为整数')
    expect(faultOnLeave(people, '501')).toBe('不能大于 500')
    expect(faultOnLeave(money, '1.00001')).toBe('金额最多四位小数（精确到元）')
    expect(faultOnLeave(phone, '138')).toBe('手机号格式错误')
  })
  it('reads full-width digits and thousands separators; blank is not zero', () => {
    expect(wireValue(money, '１，234.5')).toBe(1234.5)
    expect(wireValue(people, ' 12 ')).toBe(12)
    expect(wireValue(people, '')).toBeNull()
    expect(faultOnLeave(money, '')).toBeNull()
  })
  it('reads a phone number with full-width digits, spaces and dashes', () => {
    expect(wireValue(phone, '１３８ ００００-0000')).toBe('13800000000')
    expect(faultOnLeave(phone, '138 0000 0000')).toBeNull()
    expect(faultOnLeave(phone, '1380')).toBe('手机号格式错误')
  })
  it('names every wrong cell of a table by row and column', () => {
    const columns = [
      { key: 'n', label: '台数', type: 'integer' as const, required: true },
      { key: 'p', label: '单价', type: 'money' as const, required: true },
    ]
    expect(cellFaults(columns, [{ n: '2.5', p: '十万' }, { n: '２' }])).toEqual(['第 1 行“台数”：应为整数', '第 1 行“单价”：应为数字'])
  })
  it('saves a draft without invalid values, and reports all faults on submission', () => {
    const data = wireOf(t, { amount: '3.5', phone: '138', people: '0', kinds: ['a'] })
    expect(savable(t, data)).toEqual({ amount: 3.5, people: 0, kinds: ['a'] })
    const labelOf = (key: string) => t.sections.flatMap((s) => s.fields).find((f) => f.key === key)!.label
    expect(unsavedOf(t, { amount: '3.5', phone: '138', people: '三个' })).toEqual(
      expect.arrayContaining([labelOf('phone'), labelOf('people')]),
    )
    expect(unsavedOf(t, { amount: '3.5', people: '' })).toEqual([])
    expect(savable(t, { stranger: 1 })).toEqual({})
    expect(faultsOf(t, { phone: '138' }, {}).map((f) => f.path)).toEqual(['formData.phone', 'formData.amount', 'files.proof'])
    expect(faultsOf(t, { amount: '1' }, { proof: [{ filePath: 'x', fileName: 'x.pdf' }] })).toEqual([])
  })
  it('shows stored numbers unchanged', () =>
    expect(typedOf(t, { amount: 0, people: 12 })).toEqual({ amount: '0', phone: null, people: '12', kinds: null }))
})

describe('补正', () => {
  it('unlocks only the returned fields; in a draft all fields are unlocked', () => {
    expect(isOpen(['form.amount'], 'form.phone')).toBe(false)
    expect(isOpen(['form.amount'], 'form.amount')).toBe(true)
    expect(isOpen([], 'form.amount')).toBe(false)
    expect(isOpen(null, 'files.proof')).toBe(true)
  })
  it('finds the note of a field', () => {
    const note = { path: 'files.proof', label: '证明', message: '请盖章', oldValue: [] }
    expect(correctionAt([note], 'form.proof')).toBeUndefined()
    expect(correctionAt([note], 'files.proof')).toBe(note)
  })
  it('maps a server error to its part and field', () => {
    expect(placeOf(t, 'formData.nothing')).toBeNull()
    expect(placeOf(t, 'promise')).toBeNull()
    expect(placeOf(t, 'formData.people')).toEqual({ id: 'f-people', label: 'people', part: 'two' })
    expect(placeOf(t, 'files.proof')).toEqual({ id: 'm-proof', label: '证明', part: '_materials' })
  })
})

describe('显示', () => {
  it('gives the progress of a part', () => {
    expect(partState([{ path: 'formData.amount', message: '' }], ['formData.amount'], 0)).toBe('empty')
    expect(partState([{ path: 'formData.amount', message: '' }], ['formData.amount', 'formData.phone'], 1)).toBe('open')
    expect(partState([], ['formData.amount'], 1)).toBe('done')
  })
  it('shows labels for codes, 无 for blanks, units after numbers', () => {
    expect(valueText(kinds, [])).toBe('无')
    expect(valueText(kinds, ['b', 'a'])).toBe('乙、甲')
    expect(valueText(people, 0)).toBe('0 人')
    expect(valueText(money, 1234.5)).toBe('1,234.5 万元')
    expect(valueText(field({ key: 'y', type: 'boolean' }), false)).toBe('否')
  })
  it('groups the digits of a number, not those of a year', () => {
    expect(valueText(field({ key: 'y', label: '认定年份', type: 'integer' }), 2025)).toBe('2025')
    expect(valueText(field({ key: 'n', label: '职工人数', type: 'integer' }), 2025)).toBe('2,025')
  })
  it('shows no amount in capitals below a wrong amount', () => {
    const f = { key: 'sum', label: '金额', type: 'money', required: true, max: 100 } as never
    expect(capitalOf(f, '3.5')).toBe('叁万伍仟元整')
    for (const typed of ['3.1234567', '101', '-1', '三', '']) expect([typed, capitalOf(f, typed)]).toEqual([typed, null])
  })
  it('writes amounts in capitals', () => {
    expect(capitalAmount(-1)).toBeNull()
    expect(capitalAmount('3')).toBeNull()
    expect(capitalAmount(0)).toBe('零元整')
    expect(capitalAmount(3.5)).toBe('叁万伍仟元整')
    expect(capitalAmount(10.0005)).toBe('壹拾万零伍元整')
    expect(capitalAmount(0.101)).toBe('壹仟零壹拾元整')
    expect(capitalAmount(10_000)).toBe('壹亿元整')
    expect(capitalAmount(10_000.0001)).toBe('壹亿零壹元整')
  })
})
