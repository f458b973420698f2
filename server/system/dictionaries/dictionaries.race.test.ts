import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

it('of two codes that differ only in case and come at once one is added', async () => {
  const add = async (code: string) => (await t.as('admin1').post('/sys/dictType/saveOrUpdate', { code, name: code })).body
  const raced = await Promise.all(['raceD', 'RACED'].map(add))
  expect(raced.filter(({ success }) => success)).toHaveLength(1)
})
