import { describe, expect, it } from 'vitest'
import dictionaries from '../../../seed/data/dictionaries.json' with { type: 'json' }
import fields from '../../../seed/data/fields.json' with { type: 'json' }
import type { Field } from '../engine/index.ts'
import { factReader } from './reader.ts'
import { carefulSentences } from './careful-sentences.ts'
import { moreSentences } from './more-sentences.ts'
import { peopleSentences } from './people-sentences.ts'
import { roughSentences, roundedSentences } from './rough-sentences.ts'
import { sentences as first, type Expected } from './sentences.ts'
import { numberWays, qualityWays, spokenNames } from './ways-to-say.ts'

const industries = dictionaries.dicts
  .find(({ type }) => type === 'industry')!
  .items.flatMap((item) => [item, ...((item as { children?: { value: string; label: string }[] }).children ?? [])])
const read = factReader({ fields: fields as unknown as Field[], industries })
const sentences = [...first, ...moreSentences, ...carefulSentences, ...peopleSentences, ...roughSentences, ...roundedSentences]
const TODAY = '2026-06-15'
const asSaid = (words: string): Expected =>
  Object.fromEntries(
    read(words, TODAY).facts.map(({ key, value, min, max }) => [
      key,
      value !== undefined ? value : { ...(min !== undefined ? { min } : {}), ...(max !== undefined ? { max } : {}) },
    ]),
  )
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

describe('facts in what people type', () => {
  it('has at least 80 sentences', () => expect(sentences.length).toBeGreaterThanOrEqual(80))
  it.each(sentences.map(([words, facts]) => ({ words, facts })))('reads no wrong fact: $words', ({ words, facts }) => {
    const wrong = Object.entries(asSaid(words)).filter(([key, value]) => !isSame(value, facts[key]))
    expect(wrong).toEqual([])
  })
  it('finds at least 85 in 100', () => {
    const missed = sentences.flatMap(([words, facts]) => {
      const said = asSaid(words)
      return Object.keys(facts)
        .filter((key) => !(key in said))
        .map((key) => `${words}: ${key}`)
    })
    const all = sentences.reduce((sum, [, facts]) => sum + Object.keys(facts).length, 0)
    expect(missed.length / all, missed.join('\n')).toBeLessThanOrEqual(0.15)
  })
  it.each([...carefulSentences, ...roughSentences, ...roundedSentences].map(([words, facts]) => ({ words, facts })))(
    'finds what is said exactly: $words',
    ({ words, facts }) => {
      expect(asSaid(words)).toEqual(facts)
    },
  )
  it.each(roundedSentences.map(([words]) => words))('calls it 约: %s', (words) =>
    expect(read(words, TODAY).facts.map(({ about }) => about)).toEqual([true]),
  )
  it.each(['能补几万', '最多能补几百万', '员工几百人才能申请', '几个人能申请'])('does not read a question as a statement: %s', (words) =>
    expect(read(words, TODAY).open).toEqual([]),
  )
  it('returns the words that it did not understand', () => expect(read('产值上亿', TODAY).open).toEqual(['产值上亿']))
  it.each([
    '营收大半个亿',
    '营收奔两千万',
    '一年小几千万产值',
    '月营收100万',
    '新招了4名残疾人和2个应届生',
    '有12个大专生和3个博士',
    '子公司营收8000万',
    '半年营收1000万',
    '今年想招5个博士',
    '小巨人要求营收5000万吗',
    '2000万营收门槛的政策',
    '隔壁老王营收5个亿',
    '营收1,2345万',
    '没有欠税',
    '车间面积1200平米',
    '负债率0.6',
    '我表哥的公司营收1个亿，我这边才800万',
    '我们是人力资源公司，员工80人，派遣员工500人',
    '营收2000万，营收又说是3000万',
  ])('says that it did not understand: %s', (words) => expect(read(words, TODAY).open).not.toEqual([]))
  it('names only fields of the catalogue', () => {
    const known = new Set(fields.map(({ key }) => key))
    const named = [
      ...numberWays.flatMap(({ key, byYear }) => (byYear && byYear > 1 ? [1, 2, 3].map((n) => `${key}Y${n}`) : [key])),
      ...qualityWays.map(({ key }) => key),
      ...Object.keys(spokenNames),
    ]
    expect(named.filter((key) => !known.has(key))).toEqual([])
  })
})
