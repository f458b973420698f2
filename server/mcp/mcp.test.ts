import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
let url: URL
const assistants: Client[] = []
let shared: Client | undefined
beforeAll(async () => {
  t = await testApp({ env: { DEMO: '1' } })
  await t.http.listen({ host: '127.0.0.1', port: 0 })
  url = new URL(`http://127.0.0.1:${(t.http.server.address() as AddressInfo).port}/mcp`)
})
afterAll(async () => {
  for (const assistant of assistants) await assistant.close()
})

const assistant = async (headers: Record<string, string> = {}): Promise<Client> => {
  const client = new Client({ name: '某企业的助手', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  assistants.push(client)
  return client
}
const use = async (client: Client, name: string, args: object) => {
  const { isError, content, structuredContent } = (await client.callTool({ name, arguments: args as never })) as any
  return { isError: Boolean(isError), text: content[0].text as string, data: structuredContent }
}
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  })
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

describe('a company’s assistant asks the county', () => {
  it('is refused from another website, with several requests in one call, and with other protocols', async () => {
    const foreign = await post(listTools, { origin: 'https://evil.example' })
    expect([foreign.status, (await foreign.json()).code]).toEqual([403, 'FORBIDDEN'])
    expect((await post([listTools, listTools])).status).toBe(400)
    expect((await post({ hello: 1 })).status).toBe(400)
    // Seen red: an unknown tool, or an id, of a megabyte was repeated whole.
    const long = 'x'.repeat(900_000)
    for (const body of [
      { ...listTools, id: long },
      { ...listTools, method: long },
      { ...listTools, method: 'tools/call', params: { name: long, arguments: {} } },
    ]) {
      const answer = await post(body)
      expect([answer.status, (await answer.text()).length < 1000]).toEqual([400, true])
    }
    expect((await fetch(url, { headers: { accept: 'text/event-stream' } })).status).toBe(405)
    expect((await post(listTools, { origin: url.origin })).status).toBe(200)
  })

  it('finds five tools, which only read', async () => {
    const { tools } = await (await assistant()).listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(['check_eligibility', 'get_policy', 'list_questions', 'score', 'search_policies'])
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    expect(tools.find(({ name }) => name === 'score')!.description).toContain('hnte-score')
  })

  it('finds a policy by its words, reads it, gets the questions to ask, and checks it with the answers of the one engine', async () => {
    const me = await assistant()
    const found = await use(me, 'search_policies', { q: '高新技术企业' })
    const [first] = found.data.list
    expect(first.policyTitle).toContain('高新技术企业')
    expect(first.url).toBe(`${url.origin}/page/policyserverdetail?id=${first.id}`)
    const read = await use(me, 'get_policy', { id: first.id })
    expect(read.data.rule.conditions).toBeDefined()
    const questions = await use(me, 'list_questions', { limit: 3 })
    expect(questions.data.list).toHaveLength(3)
    expect(questions.data.list[0].question).toMatchObject({ key: expect.any(String), type: expect.any(String) })

    const answers = { registeredDate: '2015-01-01', employees: 120, revenueY1: 8000 }
    const checked = await use(me, 'check_eligibility', { answers, policyCodes: ['hnte'] })
    const page = (await t.as(null).post('/corp/policyCalculator/calculate', { answers, policyCodes: ['hnte'] })).body.data
    expect(checked.data.list[0]).toMatchObject({ code: 'hnte', amount: page.list[0].amount, missing: page.list[0].missing })
    expect(checked.data.list[0].source).toContain('/page/policyserverdetail?id=')
    const scored = await use(me, 'score', { scheme: 'hnte-score', answers })
    expect(scored.data.scoreMax).toBeGreaterThan(0)
  })

  it('gets errors of its calls in Chinese', async () => {
    const wrong = await use(await assistant(), 'check_eligibility', { answers: { noSuchField: 1 } })
    expect(wrong.isError).toBe(true)
    expect(wrong.text).toContain('noSuchField')
    expect((await use(await assistant(), 'get_policy', { code: 'nowhere' })).isError).toBe(true)
  })

  it.each([
    ['search_policies', {}, ['q：必填，应为 1 至 200 个字的文字']],
    ['search_policies', { q: '' }, ['q：应为 1 至 200 个字的文字']],
    ['search_policies', { q: '高企', page: '第一页', size: 5 }, ['page：应为 1 至 50 的整数', 'size：不支持的参数，可用：q、page']],
    ['search_policies', { q: '高企', page: 51 }, ['page：应为 1 至 50 的整数']],
    ['get_policy', { id: -1 }, ['id：应为不小于 1 的整数']],
    ['get_policy', { id: 1.5 }, ['id：应为不小于 1 的整数']],
    ['list_questions', { limit: 1000 }, ['limit：应为 1 至 20 的整数']],
    ['check_eligibility', {}, ['answers：必填，应为对象（字段编码 → 值）']],
    ['check_eligibility', { answers: { employees: { min: 3 } } }, ['answers.employees：“employees”的值类型不正确']],
    ['check_eligibility', { answers: {}, applyDate: '明天' }, ['applyDate：日期格式应为 YYYY-MM-DD']],
    ['check_eligibility', { answers: {}, policyCodes: 'hnte' }, ['policyCodes：应为最多 50 项的列表']],
    ['check_eligibility', { answers: {}, policyCodes: ['x'.repeat(65)] }, ['policyCodes.0：应为 0 至 64 个字的文字']],
    ['score', { answers: {} }, ['scheme：必填，应为 0 至 64 个字的文字']],
    ['score', { scheme: 'nowhere', answers: {} }, []],
  ])('tells in Chinese which argument of %s is wrong and what it may be: %j', async (name, sent, lines) => {
    // All cases share one client: sixty calls a minute are allowed, and each new client takes three.
    const { isError, text } = await use((shared ??= await assistant()), name, sent)
    expect(isError).toBe(true)
    for (const line of lines) expect(text).toContain(line)
    expect(text).not.toMatch(/[a-z]{3,} [a-z]{2,} [a-z]{2,}|Invalid|expected/i)
  })

  it('is anonymous: a token in the request opens no archive', async () => {
    await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '02' })
    const { body } = await t.as('qy1').get('/admin/policyCalculator/queryCommonQuestionnaire', { useArchive: '1' })
    expect(Object.keys(body.data.archive).length).toBeGreaterThan(0)
    const { token } = await t.as('qy1').tokens()
    const mine = await use(await assistant({ authorization: token }), 'check_eligibility', { answers: {}, limit: 50 })
    const anybody = await use(await assistant(), 'check_eligibility', { answers: {}, limit: 50 })
    expect(mine.data).toEqual(anybody.data)
  })

  it('is not available when it is switched off', async () => {
    const off = await testApp({ env: { MCP: '0' } })
    expect((await off.http.inject({ method: 'POST', url: '/mcp', payload: listTools })).statusCode).toBe(404)
  })
})
