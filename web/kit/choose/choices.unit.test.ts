import { describe, expect, test } from 'vitest'
import { FALLS_PAGE_SIZE } from '../../../contract/constants.ts'
import { emptyFalls, fallsQuery, fallsStep, fallsText, type Falls } from './endless-select.ts'
import { findLabels, groupLabels, toggleLabel } from './label-choice.ts'
import { askedTogether, labelOf, readOptions, withoutAll } from './options.ts'
import { refuseNode } from './tree-choice.ts'

describe('options', () => {
  test('label from label, name or tagName; value from id or value; 0 is kept', () => {
    expect(
      readOptions([{ label: '否', value: 0 }, { name: '经信局', id: 3 }, { tagName: '规上', id: 't1' }, { label: '无值' }, { value: 4 }]),
    ).toEqual([
      { label: '否', value: 0 },
      { label: '经信局', value: 3 },
      { label: '规上', value: 't1' },
    ])
  })
  test('V037 M057: 全部 leaves department lists at any depth, 全部门 stays', () => {
    const raw = readOptions([
      { label: '全部', value: '' },
      { label: '全部', value: 'all' },
      { label: '全部门', value: 1 },
      {
        label: '经信局',
        value: 2,
        children: [
          { label: '全部', value: 3 },
          { label: '技改科', value: 4 },
        ],
      },
    ])
    expect(withoutAll(raw)).toEqual([
      { label: '全部门', value: 1 },
      { label: '经信局', value: 2, children: [{ label: '技改科', value: 4 }] },
    ])
  })
  test('labels for codes, also for joined ones', () => {
    const o = readOptions([
      { label: '否', value: 0 },
      { label: '是', value: 1 },
    ])
    expect([labelOf(o, 0), labelOf(o, '1'), labelOf(o, [0, 1]), labelOf(o, '0,1'), labelOf(o, 9)]).toEqual([
      '否',
      '是',
      '否、是',
      '否、是',
      '9',
    ])
  })
  test('a title with a comma stays as it is, an empty one is 无, and one known part is enough for a joined value', () => {
    const o = readOptions([{ label: '是', value: 1 }])
    expect([labelOf([], '关于印发A,B两项办法的通知'), labelOf(o, ''), labelOf(o, null), labelOf(o, []), labelOf(o, '1,7')]).toEqual([
      '关于印发A,B两项办法的通知',
      '无',
      '无',
      '无',
      '是、7',
    ])
  })
})

describe('tree select', () => {
  const tree = readOptions([
    { label: '综合', value: 'a', children: [{ label: '用工', value: 'b', children: [{ label: '招聘', value: 'c', children: [] }] }] },
  ])
  test('V031 M053: a root is refused with its name', () => {
    expect(refuseNode(tree, 'a', 'noRoot')).toBe('不能选择根节点（综合）请重新选择。')
    expect(refuseNode(tree, 'b', 'noRoot')).toBeNull()
  })
  test('V032 M054: leaf-only mode accepts leaves; a node with an empty list of children is a leaf', () => {
    expect(refuseNode(tree, 'a', 'leaf')).toBe('请选择最小分类。')
    expect(refuseNode(tree, 'b', 'leaf')).toBe('请选择最小分类。')
    expect(refuseNode(tree, 'c', 'leaf')).toBeNull()
    expect(refuseNode(tree, 'a', 'any')).toBeNull()
  })
})

describe('policy labels', () => {
  const groups = groupLabels(
    readOptions([
      {
        label: '对象',
        value: 1,
        children: [
          { name: '规上工业', id: 11 },
          { name: '专精特新', id: 12 },
        ],
      },
      { label: '数字化', value: 2 },
    ]),
  )
  test('groups contain their labels; a label without a group is in 其他', () =>
    expect(groups.map((g) => [g.name, g.labels.map((l) => l.label)])).toEqual([
      ['对象', ['规上工业', '专精特新']],
      ['其他', ['数字化']],
    ]))
  test('search text finds a label; the name of a group finds all its labels', () => {
    expect(findLabels(groups, '专精').map((g) => g.labels.length)).toEqual([1])
    expect(findLabels(groups, ' 对象 ').map((g) => g.labels.length)).toEqual([2])
    expect(findLabels(groups, '没有')).toEqual([])
  })
  test('a label id in the address equals the server’s id, as number or text', () =>
    expect([toggleLabel(['12'], 12), toggleLabel([11], 12)]).toEqual([[], [11, 12]]))
})

describe('infinite-scroll select', () => {
  const page = (from: number) => Array.from({ length: 12 }, (_, i) => ({ label: `企业${from + i}`, value: from + i }))
  const arrive = (f: Falls, list: ReturnType<typeof page>, count: number) =>
    fallsStep(f, { type: 'arrived', ticket: f.ticket, list, count })
  const begun = fallsStep(emptyFalls, { type: 'search', search: '' })
  test('K026: pages of 12', () => {
    expect(FALLS_PAGE_SIZE).toBe(12)
    expect(fallsQuery(begun)).toEqual({ page: 1, pageSize: 12, search: '' })
  })
  test('M082 M083: loading, more, all loaded', () => {
    expect(fallsText(begun)).toBe('加载中')
    const first = arrive(begun, page(1), 20)
    expect(fallsText(first)).toBeNull()
    const second = fallsStep(first, { type: 'more' })
    expect(fallsQuery(second).page).toBe(2)
    const all = arrive(second, page(13).slice(0, 8), 20)
    expect([all.list.length, fallsText(all)]).toEqual([20, '已加载全部'])
    expect(fallsStep(all, { type: 'more' })).toBe(all)
  })
  test('M084: nothing found', () => expect(fallsText(arrive(begun, [], 0))).toBe('暂无数据'))
  test('M081: an error offers a retry and keeps the loaded options', () => {
    const first = arrive(begun, page(1), 20)
    const more = fallsStep(first, { type: 'more' })
    const failed = fallsStep(more, { type: 'failed', ticket: more.ticket })
    expect([fallsText(failed), failed.list.length]).toEqual(['加载失败，重新加载', 12])
    expect(fallsQuery(fallsStep(failed, { type: 'more' })).page).toBe(2)
  })
  test('answers of an older search are dropped', () => {
    const newer = fallsStep(begun, { type: 'search', search: '精密' })
    expect(fallsStep(newer, { type: 'arrived', ticket: begun.ticket, list: page(1), count: 12 })).toBe(newer)
    expect(fallsStep(newer, { type: 'failed', ticket: begun.ticket })).toBe(newer)
  })
})

test('lists from one answer are requested once, and again after it has arrived or failed', async () => {
  let calls = 0
  const lists = askedTogether(async () => {
    calls += 1
    await Promise.resolve()
    if (calls === 2) throw new Error('away')
    return calls
  })
  expect(await Promise.all([lists(), lists()])).toEqual([1, 1])
  await expect(lists()).rejects.toThrow('away')
  expect([await lists(), calls]).toEqual([3, 3])
})
