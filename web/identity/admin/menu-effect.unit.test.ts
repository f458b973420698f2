import { expect, it } from 'vitest'
import { deletionEffect, keptByBelow } from './menu-effect.ts'

it('the deletion of a menu entry says whether its page still opens', () => {
  expect(deletionEffect('/work/checkmanage')).toBe('看得到它的人下次操作时菜单随即更新；有人因此打不开这个页面时，会先说明人数。')
  for (const url of ['/work/notice', '/work/operator', '/page/search', 'https://www.example.gov.cn/'])
    expect(deletionEffect(url), url).toBe('看得到它的人下次操作时菜单随即更新；页面不靠这个菜单打开，不受影响。')
  expect(deletionEffect('')).toBe('看得到它的人下次操作时菜单随即更新。')
})

it('an entry with others below is not deleted, and the reason is said instead of the question', () => {
  expect(keptByBelow({ name: '系统管理', children: [{}, {}] })).toEqual({
    title: '“系统管理”还不能删除',
    text: '它有 2 个直接下级，请先删除或移走下级菜单。',
  })
  expect(keptByBelow({ name: '系统管理', children: [] })).toBeNull()
  expect(keptByBelow({ name: '日志' })).toBeNull()
})
