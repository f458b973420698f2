import { beforeAll, expect, it } from 'vitest'
import policies from '../../../db/seed/data/policies.json' with { type: 'json' }
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { isFound, qualityOf, type Answered } from './quality.ts'
import { storedQuestions } from './stored-questions.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
// Policies that nobody graded are left out before ranks are counted.
const judged = new Set(policies.map(({ id }) => id))

it('is a set of at least 120 questions, each of known policies', () => {
  expect(storedQuestions.length).toBeGreaterThanOrEqual(120)
  expect(storedQuestions.flatMap(({ grades }) => Object.keys(grades)).filter((code) => !judged.has(code))).toEqual([])
})

it('finds what people ask for', async () => {
  const asked = []
  for (const question of storedQuestions) {
    const { body } = await t.as(null).get(`/pol/my/list?${new URLSearchParams({ q: question.words, page: '1', pageSize: '50' })}`)
    const list = (body.data.list as { code: string; maybe?: boolean }[]).filter(({ code }) => judged.has(code))
    const answered: Answered = { codes: list.map(({ code }) => code), sure: list.filter(({ maybe }) => !maybe).map(({ code }) => code) }
    asked.push({ question, answered })
  }
  const missed = asked.filter(({ question, answered }) => Object.keys(question.grades).length > 0 && !isFound(question, answered))
  const loud = asked.filter(({ question, answered }) => Object.keys(question.grades).length === 0 && answered.sure.length > 3)
  const said = [...missed, ...loud].map(({ question, answered }) => `${question.words}: ${answered.codes.slice(0, 5).join(' ')}`).join('\n')
  const { recall, order, zero, quiet } = qualityOf(asked)
  expect(recall, said).toBeGreaterThanOrEqual(0.95)
  expect(order, said).toBeGreaterThanOrEqual(0.88)
  expect(zero, said).toBeLessThanOrEqual(0.02)
  expect(quiet, said).toBeGreaterThanOrEqual(0.75)
}, 120_000)
