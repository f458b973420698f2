import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const suggest = async (q: string) =>
  (await t.as(null).get(`/pol/my/suggest?${new URLSearchParams({ q })}`)).body.data as {
    words: string[]
    policies: { id: number; policyTitle: string }[]
  }

it('refuses what is too long and unknown keys', async () => {
  expect((await t.as(null).get(`/pol/my/suggest?q=${'a'.repeat(201)}`)).status).toBe(400)
  expect((await t.as(null).get('/pol/my/suggest?q=a&wings=2')).status).toBe(400)
})
it('suggests nothing for an empty text', async () => expect(await suggest(' ')).toEqual({ words: [], policies: [] }))
it.each([['高新'], ['gaoxin'], ['gxjs']])('%s leads to high-tech companies', async (typed) => {
  const { words, policies } = await suggest(typed)
  expect(words).toContain('高新技术企业')
  expect(policies.map(({ policyTitle }) => policyTitle).join()).toContain('高新技术企业')
})
it('suggests titles that contain the typed text', async () => {
  expect((await suggest('稳岗返还')).policies[0]!.policyTitle).toContain('稳岗返还')
})
