import { describe, expect, test } from 'vitest'
import { CASCADE_LEVELS, DEFAULT_BIG_TYPE_TAB } from '../../../contract/constants.ts'
import { areaRows, areasAbove, countedAreas } from './areas.ts'
import { bigTypesOf, nextTab, openBigType, typeWords } from './big-type.ts'
import { childrenAt, chooseAt, onlyWay, pathTo, shownLevels } from './cascade.ts'
import { chooseFirst } from './chained.ts'
import { cloudSizes } from '../chart/cloud.ts'
import { addRow, canDelete, codesOf, deleteRow, repeated, rowsOf } from './domain-rows.ts'
import { readOptions } from './options.ts'
import { isFixed } from '../form/sticky.ts'

const region = readOptions([
  {
    name: '云州市',
    code: '3399',
    children: [
      {
        name: '云溪县',
        code: '339999',
        children: [
          { name: '云溪街道', code: '339999001' },
          { name: '松岭镇', code: '339999100' },
        ],
      },
      { name: '北津区', code: '339991', children: [{ name: '望湖街道', code: '339991002' }] },
    ],
  },
])

describe('cascading select', () => {
  test('another choice at a level removes the levels below it; clearing removes the level too (S229 S230)', () => {
    expect(chooseAt(['a', 'b', 'c', 'd'], 1, 'x')).toEqual(['a', 'x'])
    expect(chooseAt(['a', 'b', 'c'], 1, null)).toEqual(['a'])
    expect(chooseAt([], 0, 0)).toEqual([0])
    expect(chooseAt([0, 1], 0, undefined)).toEqual([])
  })
  test('K091: four levels, each shown below a choice whose children exist, are loading or failed to load', () => {
    expect(CASCADE_LEVELS).toBe(4)
    const some = { options: [{ label: '甲', value: 1 }], loading: false, failed: false }
    const none = { options: [], loading: false, failed: false }
    const all = [some, some, some, some, some]
    expect([[], [1], [1, 2, 3], [1, 2, 3, 4]].map((path) => shownLevels(path, all, CASCADE_LEVELS))).toEqual([1, 2, 4, 4])
    expect(shownLevels([1], [some, none], 4)).toBe(1)
    expect(shownLevels([1], [some, { ...none, loading: true }], 4)).toBe(2)
    expect(shownLevels([1], [some, { ...none, failed: true }], 4)).toBe(2)
  })
  test('a code, also as text, gives its path from the root; an unknown code gives none', () => {
    expect(pathTo(region, '339991002')).toEqual(['3399', '339991', '339991002'])
    expect(pathTo(readOptions([{ label: '零', value: 0 }]), '0')).toEqual([0])
    expect(pathTo(region, '110')).toBeNull()
  })
  test('a path gives its children; a path outside the tree gives none', () => {
    expect(childrenAt(region, ['3399', '339999']).map((o) => o.label)).toEqual(['云溪街道', '松岭镇'])
    expect(childrenAt(region, ['3399', 'x'])).toEqual([])
    expect(childrenAt(region, ['3399', '339999', '339999001'])).toEqual([])
  })
  test('a single city is preselected; a county among others and a single leaf are not', () => {
    expect(onlyWay(region)).toEqual(['3399'])
    expect(onlyWay(readOptions([{ label: '甲', value: 1 }]))).toEqual([])
    expect(onlyWay([])).toEqual([])
  })
})

describe('rows of domains', () => {
  test('there is always a row; a single row cannot be deleted, of two rows each can', () => {
    const one = rowsOf([])
    expect(one).toEqual([{ key: 0, code: null }])
    expect([canDelete(one), deleteRow(one, 0)]).toEqual([false, one])
    const two = addRow(one)
    expect([canDelete(two), deleteRow(two, 0).map((r) => r.key), deleteRow(two, 1).map((r) => r.key)]).toEqual([true, [1], [0]])
  })
  test('a row added after a deletion has a new key', () =>
    expect(addRow(deleteRow(rowsOf(['a', 'b', 'c']), 1)).map((r) => r.key)).toEqual([0, 2, 3]))
  test('the value is the list of chosen codes without duplicates; a repeated row is reported', () => {
    const rows = [
      { key: 0, code: '0101' },
      { key: 1, code: null },
      { key: 2, code: '0201' },
      { key: 3, code: '0101' },
    ]
    expect(codesOf(rows)).toEqual(['0101', '0201'])
    expect([...repeated(rows)]).toEqual([3])
  })
})

describe('chained select', () => {
  test('a different first choice clears the second, the same one keeps it', () => {
    expect(chooseFirst({ first: 1, second: 9 }, 2)).toEqual({ first: 2, second: null })
    expect(chooseFirst({ first: 1, second: 9 }, 1)).toEqual({ first: 1, second: 9 })
    expect(chooseFirst({ first: 0, second: 9 }, null)).toEqual({ first: null, second: null })
  })
})

describe('big type and small type', () => {
  const tree = (...codes: (string | number)[]) =>
    readOptions(codes.map((value) => ({ label: `大类${value}`, value, children: [{ label: `小类${value}01`, value: `${value}01` }] })))
  test("K032: tab '10' is open at first, compared as text; a chosen small type opens its own", () => {
    expect(DEFAULT_BIG_TYPE_TAB).toBe('10')
    expect(openBigType(tree('05', '10', '20'), null)?.value).toBe('10')
    expect(openBigType(tree(5, 10), undefined)?.value).toBe(10)
    expect(openBigType(tree('05', '10', '20'), '2001')?.value).toBe('20')
  })
  test('a tree without 10 opens its first node, an empty tree none', () => {
    expect(openBigType(tree('I', 'II'), '')?.value).toBe('I')
    expect(openBigType([], null)).toBeUndefined()
  })
  test('the choice is shown as text', () =>
    expect([typeWords(tree('10'), '1001'), typeWords(tree('10'), 'x')]).toEqual(['大类10 / 小类1001', null]))
  test('a flat list is read by its indentation; without indentation it is not a tree', () => {
    const flat = [
      { value: '01', label: '电子信息' },
      { value: '0101', label: '　软件' },
      { value: '02', label: '生物医药' },
    ]
    expect(bigTypesOf(flat)).toEqual([
      { value: '01', label: '电子信息', children: [{ value: '0101', label: '软件' }] },
      { value: '02', label: '生物医药', children: [] },
    ])
    expect(bigTypesOf(flat.slice(2))).toBeNull()
  })
  test('arrow keys cycle through the tabs', () =>
    expect([
      nextTab('ArrowRight', 2, 3),
      nextTab('ArrowLeft', 0, 3),
      nextTab('Home', 2, 3),
      nextTab('End', 0, 3),
      nextTab('a', 1, 3),
    ]).toEqual([0, 2, 0, 2, null]))
})

describe('tag cloud', () => {
  test('the smallest weight gives 1, the largest 5, on a logarithmic scale', () =>
    expect(cloudSizes([1, 10, 100, 1000])).toEqual([1, 2, 4, 5]))
  test('equal weights give the middle size; 0 counts as the smallest; no tags give no sizes', () =>
    expect([cloudSizes([7, 7]), cloudSizes([0, 3]), cloudSizes([])]).toEqual([[3, 3], [1, 5], []]))
})

describe('sticky container', () => {
  test('fixed when scrolled past the offset, reset when back (S227 S228)', () =>
    expect([isFixed(80, 57), isFixed(57, 57), isFixed(56, 57), isFixed(-400, 0)]).toEqual([false, false, true, true]))
})

describe('area chooser', () => {
  const counts = [
    { value: '339999001', label: '云溪街道', count: 7 },
    { value: '339991002', label: '望湖街道', count: 2 },
    { value: '999', label: '区外', count: 1 },
  ]
  test('counts are summed upwards, empty areas are left out, unknown ones stay at the top level', () => {
    const areas = countedAreas(region, counts)
    expect(areas.map((a) => [a.label, a.count])).toEqual([
      ['云州市', 9],
      ['区外', 1],
    ])
    expect(areas[0]!.children!.map((a) => [a.label, a.count, a.children!.map((c) => c.label)])).toEqual([
      ['云溪县', 7, ['云溪街道']],
      ['北津区', 2, ['望湖街道']],
    ])
  })
  test('parent areas are those with a street of the list, the largest first', () => {
    const of = (...codes: string[]) =>
      areasAbove(
        region,
        codes.map((value) => ({ value })),
      ).map((a) => [a.value, a.label])
    expect(of('339991002')).toEqual([
      [region[0]!.value, region[0]!.label],
      ['339991', '北津区'],
    ])
    expect(of('999')).toEqual([])
    expect(of()).toEqual([])
  })
  test('a single area is not shown as a row; an opened county shows its streets below', () => {
    const areas = countedAreas(region, counts.slice(0, 2))
    expect(areaRows(areas, null).map((r) => r.row.map((a) => a.label))).toEqual([['云溪县', '北津区']])
    expect(areaRows(areas, '339991').map((r) => r.row.map((a) => a.label))).toEqual([['云溪县', '北津区'], ['望湖街道']])
    expect(areaRows(areas, '339991002')[0]!.opened?.label).toBe('北津区')
    expect(areaRows(countedAreas(region, counts.slice(0, 1)), null).map((r) => r.row.map((a) => a.label))).toEqual([['云溪街道']])
    expect(areaRows([], null)).toEqual([])
  })
})
