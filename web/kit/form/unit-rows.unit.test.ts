import { describe, expect, test } from 'vitest'
import { messages } from '../../../contract/messages.ts'
import { unitTypeLabels } from '../../../contract/unit-words.ts'
import { ContactUnit, IssuingUnit } from '../../../contract/units.ts'
import { isEditing, rowsOf, unitColumns, unitsOf, unitStep, type UnitEvent, type UnitKind } from './unit-rows.ts'

const office = { unitName: '县经信局', unitContact: '陈科长', unitPhone: '0570-1234567' }
const run = (kind: UnitKind, events: readonly UnitEvent[], start = rowsOf([])) => events.reduce(unitStep(kind), start as never)
const type = (key: string, field: 'unitName' | 'unitAbbre' | 'unitContact' | 'unitPhone', value: string): UnitEvent => ({
  type: 'type',
  key,
  field,
  value,
})

describe('contact units and issuing units', () => {
  test('M006 M007 M008 M009 M010 K071 K072 K073 K074 K075: five types with their labels', () =>
    expect(unitTypeLabels).toEqual({ 1: '主办单位', 2: '承办单位', 3: '协作单位', 4: '合作媒体', 5: '参会机构' }))
  test('M111: the labels of a row', () =>
    expect([messages.add, messages.edit, messages.save, messages.remove]).toEqual(['新增', '编辑', '保存', '删除']))
  test('only the undertaking-unit table has the abbreviation', () => {
    expect(unitColumns(2)).toContain('unitAbbre')
    for (const kind of [1, 3, 4, 5, 'issuing'] as const) expect(unitColumns(kind)).not.toContain('unitAbbre')
  })
  test('V033 M055: an undertaking unit without a name is reported on blur, on change and on saving, and stays in editing', () => {
    const added = run(2, [{ type: 'add', key: 'a' }])
    expect(added[0]).toMatchObject({ fault: null, saved: null })
    const left = run(2, [{ type: 'left', key: 'a' }], added as never)
    expect(left[0]!.fault).toBe('请输入承办单位名称')
    const typed = run(2, [type('a', 'unitName', '开发区管委会')], left as never)
    expect(typed[0]!.fault).toBeNull()
    expect(run(2, [type('a', 'unitName', ' ')], typed as never)[0]!.fault).toBe('请输入承办单位名称')
    expect(run(2, [{ type: 'save', key: 'a' }], added as never)[0]).toMatchObject({ fault: '请输入承办单位名称', saved: null })
  })
  test('V034 M056: an issuing unit without a name is reported in the same way', () =>
    expect(
      run('issuing', [
        { type: 'add', key: 'a' },
        { type: 'save', key: 'a' },
      ])[0]!.fault,
    ).toBe('请输入发文单位名称'))
  test('V035: the phone is trimmed when a row is saved', () => {
    const events: UnitEvent[] = [{ type: 'add', key: 'a' }, type('a', 'unitName', 'A'), type('a', 'unitPhone', ' 0571-1 ')]
    expect(unitsOf(run(1, [...events, { type: 'save', key: 'a' }]))).toEqual([
      { unitName: 'A', unitContact: '', unitPhone: '0571-1', unitType: 1 },
    ])
  })
  test('V036: the contact is trimmed in the issuing-unit table only', () => {
    const events: UnitEvent[] = [
      { type: 'add', key: 'a' },
      type('a', 'unitName', 'A'),
      type('a', 'unitContact', ' 张三 '),
      { type: 'save', key: 'a' },
    ]
    expect(unitsOf(run('issuing', events))[0]!.unitContact).toBe('张三')
    expect(unitsOf(run(1, events))[0]!.unitContact).toBe(' 张三 ')
  })
  test('cancel removes a row that was never saved and restores a saved one', () => {
    const start = run(1, [{ type: 'add', key: 'a' }, { type: 'edit', key: 's0' }, type('s0', 'unitName', 'x')], rowsOf([office]))
    expect(isEditing(start)).toBe(true)
    const rows = run(
      1,
      [
        { type: 'cancel', key: 'a' },
        { type: 'cancel', key: 's0' },
      ],
      start as never,
    )
    expect(isEditing(rows)).toBe(false)
    expect(unitsOf(rows)).toEqual([office])
  })
  test('a row in editing counts with its saved values until it is saved; deleting removes it', () => {
    const start = run(1, [{ type: 'edit', key: 's0' }, type('s0', 'unitName', 'x')], rowsOf([office]))
    expect(unitsOf(start)).toEqual([office])
    expect(unitsOf(run(1, [{ type: 'delete', key: 's0' }], start as never))).toEqual([])
  })
  test('V033 V034 M055 M056: the schema of the record refuses the same rows as the table', () => {
    expect(IssuingUnit.safeParse({ ...office, unitName: ' ' }).error!.issues[0]!.message).toBe('请输入发文单位名称')
    expect(ContactUnit.safeParse({ ...office, unitName: '', unitType: 2 }).error!.issues[0]!.message).toBe('请输入承办单位名称')
    expect(ContactUnit.safeParse({ ...office, unitName: '', unitType: 1 }).error!.issues[0]!.message).toBe('请输入主办单位名称')
    expect(ContactUnit.safeParse({ ...office, unitAbbre: '局', unitType: 1 }).success).toBe(false)
    expect(ContactUnit.safeParse({ ...office, unitType: 6 }).success).toBe(false)
    expect(ContactUnit.parse({ ...office, unitPhone: ' 1 ', unitAbbre: '开', unitType: 2 })).toMatchObject({ unitPhone: '1' })
  })
})
