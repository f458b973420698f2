import { expect, test } from 'vitest'
import { againstText, answersText } from './market-item.tsx'

test('the card says how the owner answers and how the price stands', () => {
  expect(answersText(null)).toBe('')
  expect(answersText({ asked: 3, answered: 0, hours: null })).toBe('3 人联系，已回复 0 人')
  expect(answersText({ asked: 3, answered: 2, hours: 2.5 })).toBe('3 人联系，已回复 2 人，一般 2.5 小时内')
  expect(answersText({ asked: 1, answered: 1, hours: 288.1 })).toBe('1 人联系，已回复 1 人，一般 13 天内')
  // A minute is rounded to no hour.
  expect(answersText({ asked: 1, answered: 1, hours: 0 })).toBe('1 人联系，已回复 1 人，一般不到 1 小时')
  expect([againstText(12), againstText(-8), againstText(0)]).toEqual([
    '高于本镇街同类中位 12%',
    '低于本镇街同类中位 8%',
    '与本镇街同类中位相当',
  ])
})
