import { describe, expect, it } from 'vitest'
import { characterPairs, indexWords, pinyinInitials, pinyinSpelling, questionWords, squeezed } from './words.ts'

describe('words of a text', () => {
  it('keeps policy terms whole in a question', () => {
    for (const term of ['专精特新', '小巨人', '高新技术企业', '稳岗返还', '技改', '科技型中小企业'])
      expect(questionWords(term)).toEqual([term])
  })
  it('finds a text by the term and by its parts', () => {
    const words = indexWords('关于组织申报省级专精特新中小企业的通知')
    for (const term of ['专精特新', '中小企业', '企业', '申报', '通知']) expect(words).toContain(term)
    expect(words).not.toContain('的')
  })
  it('ignores quotation marks and brackets inside a term', () => {
    expect(questionWords('“五上”企业')).toEqual(questionWords('五上企业'))
    expect(indexWords('首台（套）装备')).toContain('首台套')
    expect(squeezed('“小升规” 奖励')).toBe('小升规奖励')
  })
  it('leaves out words of asking', () => {
    expect(questionWords('我们公司买设备有没有补贴啊')).toEqual(['设备', '补贴'])
    expect(questionWords('公司 有没有')).not.toEqual([])
  })
  it('pairs neighbouring characters only within a run', () => {
    expect(characterPairs('技术改造，2026年')).toEqual(['技术', '术改', '改造'])
  })
})

it('gives the pinyin of words', () => {
  expect(pinyinInitials('高新技术企业认定')).toBe('gxjsqyrd')
  expect(pinyinInitials('2026年“小巨人”企业')).toBe('2026nxjrqy')
  expect(pinyinSpelling('高新')).toBe('gaoxin')
})
