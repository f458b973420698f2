import { describe, expect, it } from 'vitest'
import { data, fields } from './fixtures.ts'
import { createEngine, present } from './index.ts'
import type { Answers, Field } from './types.ts'

const DAY = '2026-06-30'
const relatives: Field = {
  key: 'relatives',
  label: '已确认的关联企业',
  question: '有没有关联企业？',
  type: 'rows',
  columns: [{ key: 'revenueY1', label: '上年度营业收入', type: 'number', min: 0 }],
}
const engine = createEngine({ ...data, fields: [...fields, relatives] })
const policy = engine.compilePolicy({
  id: 't',
  title: 't',
  conditions: { field: '=revenueY1 + rowsSum(relatives, revenueY1)', op: 'gte', value: 1000 },
  benefits: [{ kind: 'fixed', name: '奖', amount: 20 }],
})
const asked = (answers: object, skip?: ReadonlySet<string>) =>
  engine.rankQuestions([policy], answers as Answers, { applyDate: DAY, ...(skip ? { skip } : {}) }).map(({ key }) => key)
const open = (answers: object) =>
  engine.countOpen([present(engine.judge(policy, answers as Answers, { applyDate: DAY }))], answers as Answers, DAY)

describe('问有没有清单中的情况', () => {
  it('is asked when the list is unknown; an empty list is an answer that decides', () => {
    expect(asked({ revenueY1: 1200 })).toEqual(['relatives'])
    expect(open({ revenueY1: 1200 })).toBe(1)
    expect(asked({ revenueY1: 1200, relatives: [] })).toEqual([])
    expect(engine.judge(policy, { revenueY1: 1200, relatives: [] }, { applyDate: DAY }).verdict).toBe('match')
    expect(engine.judge(policy, { revenueY1: 900, relatives: [] }, { applyDate: DAY }).verdict).not.toBe('match')
  })
  it('is not asked again after it was skipped, nor when only a row lacks its figure', () => {
    expect(asked({ revenueY1: 1200 }, new Set(['relatives']))).toEqual([])
    const lacking = { revenueY1: 1200, relatives: [{}] }
    expect(engine.judge(policy, lacking as object as Answers, { applyDate: DAY }).missing).toEqual(['relatives'])
    expect(asked(lacking)).toEqual([])
    expect(open(lacking)).toBe(0)
  })
  it('entries that are not rows are refused', () => {
    expect(engine.checkAnswers({ relatives: ['甲'] })).toMatchObject([{ path: 'answers.relatives' }])
    expect(engine.checkAnswers({ relatives: [] })).toEqual([])
  })
})
