import { expect, it } from 'vitest'
import { budgetQuestion } from './budget-question.ts'

it('a budget below what is approved and paid is asked about; one that just covers it is not', () => {
  expect(budgetQuestion(100, { approved: 80.5, paid: 30 })).toEqual({
    title: '预算低于已通过和已拨付的补贴，仍然保存？',
    content: '已通过 80.5 万元，已拨付 30 万元，预算少 10.5 万元，保存后余额为负。',
  })
  expect(budgetQuestion(110.4999, { approved: 80.5, paid: 30 })?.content).toContain('预算少 0.0001 万元')
  expect(budgetQuestion(110.5, { approved: 80.5, paid: 30 })).toBeNull()
  // 0.1 + 0.2 is a little more than 0.3.
  expect(budgetQuestion(0.3, { approved: 0.1, paid: 0.2 })).toBeNull()
})
