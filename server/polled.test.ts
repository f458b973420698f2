import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from './kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

it('polling from one address does not use up the calls of other users; callers without a session are counted by address', async () => {
  const visit = (who: string | null) => t.as(who).post('/sys/log/saveLog', { routerName: '/page/home', pageTitle: '首页' })
  let status = 200
  for (let n = 0; n < 61 && status === 200; n++) status = (await visit('qy1')).status
  expect(status).toBe(429)
  expect((await visit('qy2')).status).toBe(200)
  for (let n = 0; n < 61; n++) status = (await visit(null)).status
  expect(status).toBe(429)
  expect((await visit('qy2')).status).toBe(200)
})
