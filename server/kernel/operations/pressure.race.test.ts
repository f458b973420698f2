import { expect, it } from 'vitest'
import { testApp } from '../testing/harness.ts'

it('one account with two hundred calls at once leaves room for everybody else (V-06)', async () => {
  const t = await testApp()
  const [greedy, other] = [t.as('gr1'), t.as('qy2')]
  for (const one of [greedy, other]) expect((await one.get('/sys/account/data')).status).toBe(200)
  const flood = Promise.all(Array.from({ length: 200 }, () => greedy.get('/sys/account/data')))
  expect((await other.get('/sys/account/data')).status).toBe(200)
  const answers = (await flood).map(({ status }) => status)
  expect(answers.filter((status) => status === 503).length).toBeGreaterThanOrEqual(80)
  expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(50)
})
