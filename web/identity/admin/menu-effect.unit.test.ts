import { expect, it } from 'vitest'
import { deletionEffect } from './menu-effect.ts'

it('the deletion of a menu entry says whether its page still opens', () => {
  expect(deletionEffect('/work/checkmanage')).toContain('没有别的菜单通往这个页面的人将打不开它')
  for (const url of ['/work/notice', '/work/operator', '/page/search', 'https://www.example.gov.cn/'])
    expect(deletionEffect(url), url).toBe('看得到它的人下次操作时菜单随即更新；页面不靠这个菜单打开，不受影响。')
  expect(deletionEffect('')).toBe('看得到它的人下次操作时菜单随即更新。')
})
