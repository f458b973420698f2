import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { up } from '../../db/migrations/0865_call_words.ts'
import { movableClock } from '../kernel/clock.ts'
import type { TestApp } from '../kernel/testing/harness.ts'
import { readyDesk, type telephone } from './testing.ts'

const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
let send: ReturnType<typeof telephone>
beforeAll(async () => ({ t, send } = await readyDesk(clock)))

const content = '咨询技改补贴，联系 13812345678，身份证 330102199001011234，邮箱 zhangsan@example.com'
const HIDDEN = ['13812345678', '330102199001011234', 'zhangsan', 'zhangsan@example.com']
const calls = async (who: string, keyword: string) => (await t.as(who).get('/call/data/list', { keyword })).body.data.total as number

it('nobody finds a call by a number or an address that its list masks', async () => {
  const body = { phone: '0570-1234 5678', startTime: '2026-09-28 09:30', content, result: 'answered' }
  const { id } = (await t.as('agent1').post('/call/data/saveOrUpdate', body)).body.data
  for (const word of HIDDEN) expect(await calls('leader1', word), word).toBe(0)
  for (const word of ['技改补贴', '身份证']) expect(await calls('leader1', word), word).toBe(1)

  // As written before: all words of the content. Counts are kept within a minute.
  clock.set('2026-09-28T02:05:00Z')
  const words = ['技改', '补贴', ...HIDDEN.slice(0, 3), 'example', 'com'].map((word, n) => `'${word}':${n + 1}`).join(' ')
  await sql`update call_record set search = ${words}::tsvector where id = ${id}`.execute(t.kernel.db)
  expect(await calls('front1', '13812345678')).toBe(1)
  await up(t.kernel.db as never)
  clock.set('2026-09-28T02:10:00Z')
  for (const word of HIDDEN) expect(await calls('front1', word), word).toBe(0)
  expect(await calls('front1', '技改')).toBe(1)
})

it("others' results of callbacks are searched in what the reader sees", async () => {
  const finish = async (callId: string, phone: string, note: string) => {
    await send({ callId, event: 'missed', phone })
    const [open] = (await t.as('agent1').get('/call/callback/list')).body.data.list
    await t.as('agent1').post('/call/callback/take', { id: open.id })
    expect((await t.as('agent1').post('/call/callback/done', { id: open.id, note })).body.success).toBe(true)
  }
  await finish('m-1', '13912340001', '李工已回电 13812345678')
  await finish('m-2', '13912340002', 'LED 厂房 3 号楼，已答复')
  const found = async (who: string, keyword: string) =>
    (await t.as(who).get('/call/callback/list', { state: 2, keyword })).body.data.list.map((row: { note: string }) => row.note)
  const [masked, plain] = ['李工已回电 138****5678', 'LED 厂房 3 号楼，已答复']
  for (const keyword of ['13812345678', '1234', '381']) expect(await found('leader1', keyword), keyword).toEqual([])
  expect(await found('leader1', '李工')).toEqual([masked])
  for (const keyword of ['led', '3 号']) expect(await found('leader1', keyword), keyword).toEqual([plain])
  expect(await found('agent1', '1234')).toEqual(['李工已回电 13812345678'])
})
