import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { telephone } from './testing.ts'

let t: TestApp
let send: ReturnType<typeof telephone>
let company: number
beforeAll(async () => {
  t = await testApp()
  await t.kernel.db.deleteFrom('call_record').execute()
  send = telephone(t)
  company = (await t.as('qy1').get('/dynamic/company/info/findById')).body.data.id
  for (const [who, extension] of [
    ['agent1', '801'],
    ['agent2', '802'],
  ] as const)
    await t.as(who).post('/call/agent/state', { state: 1, extension })
})
const card = async (id: number) => (await t.as('agent1').get('/call/data/pop', { id })).body.data.call as { version: number; state: number }
const words = { content: '咨询技改补贴', result: 'answered' }

describe('a caller who hangs up while the agent registers the call', () => {
  const talk = async (callId: string) => {
    const { id } = (await send({ callId, event: 'ringing', phone: '13912340001', extension: '801' })).body.data
    const { version } = await card(id)
    for (const event of ['answered', 'ended']) await send({ callId, event, phone: '13912340001', extension: '801' })
    return { id, version }
  }
  it('makes nothing stale: the call is registered; from then on the last version counts', async () => {
    const seen = await talk('w-1')
    expect((await card(seen.id)).version).toBeGreaterThan(seen.version)
    const { body } = await t.as('agent1').post('/call/data/saveOrUpdate', { ...seen, ...words })
    expect(body.data?.state).toBe(3)
    const again = { ...seen, ...words, content: '另一页写的' }
    expect((await t.as('agent1').post('/call/data/saveOrUpdate', again)).body.code).toBe('CONFLICT')
    const correct = { ...again, version: body.data.version }
    expect((await t.as('agent1').post('/call/data/saveOrUpdate', correct)).body.success).toBe(true)
  })
  it('makes nothing stale when the call becomes an appeal', async () => {
    const seen = await talk('w-2')
    const filed = { typeId: 1601, title: '来电时挂断', content: '请协调', contact: '林小满', phone: '13912340001', companyId: company }
    expect((await t.as('agent1').post('/call/data/toAppeal', { ...seen, ...filed })).body.data?.appealNo).toMatch(/^SQ/)
  })
})

it('an open callback is for every agent; a finished one for who called back, and for users who see the call', async () => {
  await send({ callId: 'w-3', event: 'missed', phone: '13912340003', extension: '802' })
  const list = async (who: string, state?: number) =>
    (await t.as(who).get('/call/callback/list', state === undefined ? {} : { state })).body.data.list as { id: number; note: string }[]
  const [callback] = await list('agent1')
  expect(await list('agent2')).toMatchObject([{ id: callback!.id }])
  await t.as('agent1').post('/call/callback/take', { id: callback!.id })
  await t.as('agent1').post('/call/callback/done', { id: callback!.id, note: '另打 13812345678 联系' })
  expect(await list('agent1', 2)).toMatchObject([{ id: callback!.id, note: '另打 13812345678 联系' }])
  // The call rang at the second agent's extension.
  expect(await list('agent2', 2)).toMatchObject([{ note: '另打 138****5678 联系' }])
  expect(await list('leader1', 2)).toMatchObject([{ note: '另打 138****5678 联系' }])
  await t.kernel.db.updateTable('call_record').set({ agent_id: null }).where('call_key', '=', 'w-3').execute()
  expect(await list('agent2', 2)).toEqual([])
  expect(await list('leader1', 2)).toHaveLength(1)
  for (const who of ['qy1', 'dept1']) expect((await t.as(who).get('/call/callback/list')).body.code).toBe('FORBIDDEN')
})

it('a question without an answer comes on the board of the editors at once, without personal data', async () => {
  const report = async (who: string | null, question: string) => (await t.as(who).post('/call/question', { question })).body
  const board = async () =>
    (await t.as('editor1').get('/admin/policy/unanswered/list', { pageSize: 50 })).body.data.list as { words: string; times: number }[]
  expect((await report(null, '冷库用电怎么补')).code).toBe('UNAUTHENTICATED')
  for (const who of ['leader1', 'front1', 'qy1']) expect((await report(who, '冷库用电怎么补')).code, who).toBe('FORBIDDEN')
  expect((await report('agent1', ' ')).fields).toEqual([{ path: 'question', message: '请输入没有找到答案的问题' }])
  expect((await report('agent1', '字'.repeat(201))).fields?.[0]?.path).toBe('question')
  for (const nothing of ['13812345678', '宁川天工阀门有限公司', 'subsidy'])
    expect((await report('agent1', nothing)).msg, nothing).toBe('去掉个人信息后没有留下可以记录的问题，请换一种说法')
  expect(await board()).toEqual([])
  expect((await report('agent1', '冷库用电怎么补 13812345678')).data).toBe(true)
  const [first] = await board()
  expect(first).toMatchObject({ times: 1 })
  expect(first!.words).toContain('冷库用电怎么补')
  expect(first!.words).not.toContain('13812345678')
  expect((await report('agent2', '冷库用电怎么补 13812345678')).data).toBe(true)
  expect(await board()).toMatchObject([{ words: first!.words, times: 2 }])
  // Seen red: who had used up the day was told that their question was unreadable.
  await t.kernel.db.updateTable('rate_limit').set({ points: 100 }).execute()
  expect(await report('agent2', '冷库用电怎么补')).toMatchObject({ code: 'TOO_MANY', msg: '一天最多报 100 个问题，请明天再报' })
  expect(await board()).toMatchObject([{ times: 2 }])
})
