import { expect, it } from 'vitest'
import { passageOf, unsaidIn, wordsIn, type Part } from './marks.ts'

const support: Part = [
  { term: '补贴', share: 1 },
  { term: '补助', share: 0.75 },
  { term: '补', share: 0.35 },
]
const booth: Part = [{ term: '展位费', share: 1 }]
const body =
  '第一条 为鼓励外贸制定本办法。\n第二条 对参加境外展会的企业，按展位费的一半给予补助，每家每年不超过十万元；\n第三条 申请时提交合同。'

it('marks the words that occur, also under another name, and never a single character', () => {
  expect(wordsIn([support, booth], ['外贸补助', '补充规定'])).toEqual(['补助'])
  expect(wordsIn([support, booth], ['展位费补贴', '补助'])).toEqual(['展位费', '补贴', '补助'])
})
it('marks a word as the text writes it, including brackets and quotation marks', () => {
  const set: Part = [{ term: '首台套', share: 1 }]
  expect(wordsIn([set], ['浙江省首台（套）装备奖励'])).toEqual(['首台（套）'])
  expect(wordsIn([[{ term: '五上企业', share: 1 }]], ['延安市“五上”企业奖励'])).toEqual(['五上”企业'])
  expect(unsaidIn([set], '首台（套）')).toEqual([])
  expect(wordsIn([[{ term: '15%', share: 1 }]], ['减按15%的税率'])).toEqual(['15%'])
})
it('shows the sentence of the body with what title and summary do not contain', () => {
  const unsaid = unsaidIn([support, booth], '外贸补助')
  expect(unsaid).toEqual([booth])
  expect(passageOf(unsaid, body)).toContain('按展位费的一半给予补助')
  expect(passageOf([[{ term: '房租', share: 1 }]], body)).toBeUndefined()
})
it('cuts a long sentence around the word', () => {
  const passage = passageOf([booth], `${'甲'.repeat(300)}展位费${'乙'.repeat(300)}`)!
  expect(passage).toMatch(/^…甲{20}展位费乙+…$/)
  expect(passage.length).toBeLessThan(100)
})
