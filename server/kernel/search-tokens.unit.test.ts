import { describe, expect, it } from 'vitest'
import { indexTokens, pinyinInitials, pinyinKey, queryTerms, queryTokens } from './search-tokens.ts'

describe('words of a text', () => {
  it('keeps policy terms whole in a query', () => {
    for (const term of ['专精特新', '小巨人', '高新技术企业', '稳岗返还', '技改', '科技型中小企业'])
      expect(queryTerms(term)).toEqual([term])
  })
  it('finds a text by the term and by its parts', () => {
    const words = indexTokens('关于组织申报省级专精特新中小企业的通知').split(' ')
    for (const term of ['专精特新', '中小企业', '企业', '申报', '通知']) expect(words).toContain(term)
    expect(words).not.toContain('的')
  })
  it('every query word is an index word of the same text', () => {
    for (const text of ['小微企业贷款贴息', '稳岗返还政策', '工信部企业〔2026〕2号', 'ＡＩ 算力券', '数字化转型补助']) {
      const words = new Set(indexTokens(text).split(' '))
      expect(queryTerms(text).filter((term) => !words.has(term))).toEqual([])
    }
  })
  it('cannot break out of the query language', () => {
    expect(queryTokens("it's \\ ' | !")).not.toMatch(/'[^']*\|/)
    for (const text of ['', '！？', "' & '"]) expect(queryTokens(text)).toBe('')
    expect(queryTokens('的')).toBe("'的'")
    expect(queryTokens('贷款 贴息 & 补助')).toBe("'贷款' & '贴息' & '补助'")
  })
})

it('spells initials', () => {
  expect(pinyinInitials('高新技术企业认定')).toBe('gxjsqyrd')
  expect(pinyinInitials('2026年“小巨人”企业')).toBe('2026nxjrqy')
  expect(pinyinKey('绿色') < pinyinKey('专精')).toBe(true)
})
