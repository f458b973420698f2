import { describe, expect, it } from 'vitest'
import type { MenuEntry } from '../session/session-reader.ts'
import { leavesFor, leavesOf } from './menu-leaves.ts'

const entry = (id: number, name: string, more: Partial<MenuEntry> = {}): MenuEntry => ({ id, order: id, name, url: `/work/${id}`, ...more })
const menus = [
  entry(1, '运营工作台'),
  entry(2, '政策管理', { children: [entry(3, '搜索同义词'), entry(4, '没找到的问题', { desc: '搜索没有结果的词' })] }),
  entry(5, '在线客服', { disabled: true }),
  entry(6, '隐藏的', { hidden: true }),
]

describe('the entries of a menu', () => {
  it('are those with a page, each with its group', () => {
    expect(leavesOf(menus).map(({ entry: e, above }) => [e.name, above])).toEqual([
      ['运营工作台', ''],
      ['搜索同义词', '政策管理'],
      ['没找到的问题', '政策管理'],
    ])
  })
  it('are found by name, by group and by purpose; empty text finds none', () => {
    expect(leavesFor(menus, '同义').map(({ entry: e }) => e.id)).toEqual([3])
    expect(leavesFor(menus, '搜索').map(({ entry: e }) => e.id)).toEqual([3, 4])
    expect(leavesFor(menus, '政策').map(({ entry: e }) => e.id)).toEqual([3, 4])
    expect(leavesFor(menus, '客服')).toEqual([])
    expect(leavesFor(menus, '  ')).toEqual([])
  })
})
