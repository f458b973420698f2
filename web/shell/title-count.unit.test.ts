import { describe, expect, it } from 'vitest'
import { countedTitle, plainTitle } from './title-count.ts'

describe('the count in front of a title', () => {
  it('is added once, changed and removed', () => {
    expect(countedTitle('政策搜索 - 企业综合服务平台', 3)).toBe('(3) 政策搜索 - 企业综合服务平台')
    expect(countedTitle('(3) 政策搜索', 4)).toBe('(4) 政策搜索')
    expect(countedTitle('(4) 政策搜索', 120)).toBe('(99+) 政策搜索')
    expect(countedTitle('(99+) 政策搜索', 0)).toBe('政策搜索')
  })
  it('does not change a title that itself begins with brackets', () => {
    expect(plainTitle('(试行) 奖补办法')).toBe('(试行) 奖补办法')
    expect(plainTitle('(2026)年度计划')).toBe('(2026)年度计划')
    expect(countedTitle('(试行) 奖补办法', 0)).toBe('(试行) 奖补办法')
  })
})
