import { beforeAll, expect, it } from 'vitest'
import county from '../../../seed/data/county-policies.json' with { type: 'json' }
import policies from '../../../seed/data/policies.json' with { type: 'json' }
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { bestGrade, isFound, qualityOf, type Answered } from './quality.ts'
import { checkQuestions } from './check-questions.ts'
import { freshQuestions } from './fresh-questions.ts'
import { peopleQuestions } from './people-questions.ts'
import { storedQuestions } from './stored-questions.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
// Policies without a grade are left out before ranks are counted.
const judged = new Set(policies.map(({ id }) => id))

const all = new Set([...judged, ...county.map(({ id }) => id)])

const sets = {
  stored: { questions: storedQuestions, known: judged },
  check: { questions: checkQuestions, known: judged },
  fresh: { questions: freshQuestions, known: judged },
  people: { questions: peopleQuestions, known: all },
}

it('are at least 120 questions and 40 in other words, each with known policies, none twice', () => {
  expect(storedQuestions.length).toBeGreaterThanOrEqual(120)
  expect(checkQuestions.length).toBeGreaterThanOrEqual(40)
  expect(peopleQuestions.length).toBeGreaterThanOrEqual(100)
  expect(freshQuestions.length).toBeGreaterThanOrEqual(70)
  const words = Object.values(sets).flatMap(({ questions }) => questions.map((one) => one.words))
  expect(new Set(words).size).toBe(words.length)
  for (const { questions, known } of Object.values(sets))
    expect(questions.flatMap(({ grades }) => Object.keys(grades)).filter((code) => !known.has(code))).toEqual([])
})

it.each(Object.entries(sets))(
  'finds what people ask for: %s',
  async (_, { questions, known }) => {
    const asked = []
    for (const question of questions) {
      const { body } = await t.as(null).get(`/pol/my/list?${new URLSearchParams({ q: question.words, page: '1', pageSize: '50' })}`)
      const list = (body.data.list as { code: string; maybe?: boolean }[]).filter(({ code }) => known.has(code))
      const answered: Answered = { codes: list.map(({ code }) => code), sure: list.filter(({ maybe }) => !maybe).map(({ code }) => code) }
      asked.push({ question, answered })
    }
    const missed = asked.filter(({ question, answered }) => bestGrade(question) > 0 && !isFound(question, answered))
    const loud = asked.filter(({ question, answered }) => bestGrade(question) === 0 && answered.sure.length > 3)
    const said = [...missed, ...loud]
      .map(({ question, answered }) => `${question.words}: ${answered.codes.slice(0, 5).join(' ')}`)
      .join('\n')
    const { recall, order, zero, quiet } = qualityOf(asked)
    expect(recall, said).toBeGreaterThanOrEqual(0.95)
    expect(order, said).toBeGreaterThanOrEqual(0.88)
    expect(zero, said).toBeLessThanOrEqual(0.02)
    expect(quiet, said).toBeGreaterThanOrEqual(0.75)
    // Certain hits stand above 可能相关; they must include at least one clearly helpful policy.
    const surely = asked.filter(
      ({ question, answered }) => bestGrade(question) > 1 && answered.sure.some((code) => (question.grades[code] ?? 0) > 1),
    )
    expect(surely.length / asked.filter(({ question }) => bestGrade(question) > 1).length).toBeGreaterThanOrEqual(0.85)
  },
  120_000,
)
