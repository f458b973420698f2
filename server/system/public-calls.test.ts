import { beforeAll, describe, expect, it } from 'vitest'
import type { PublicCall } from '../../contract/public-calls.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
let calls: PublicCall[]
beforeAll(async () => {
  t = await testApp()
  calls = (await t.as(null).get<PublicCall[]>('/sys/openapi/publicCalls')).body.data
})

describe('public calls for outside programs', () => {
  it('each example works without a log-in', async () => {
    expect(calls.length).toBeGreaterThan(8)
    for (const { method, example } of calls) {
      const response = await t.http.inject({ method, url: example.url, ...(example.body ? { payload: example.body } : {}) })
      expect([example.url, response.json().success]).toEqual([example.url, true])
    }
  })
  it('each has the parameters of the contract', () => {
    const list = calls.find(({ path }) => path === '/pol/my/list')!
    expect(list.parameters.find(({ name }) => name === 'q')).toEqual({ name: 'q', required: false, kind: '文字' })
    expect(list.parameters.find(({ name }) => name === 'sort')!.kind).toContain('deadline')
    const calculate = calls.find(({ path }) => path.endsWith('/calculate'))!
    expect(calculate.parameters.find(({ name }) => name === 'answers')!.required).toBe(true)
  })
})
