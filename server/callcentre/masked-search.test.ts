import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { up } from '../../db/migrations/0865_call_words.ts'
import { movableClock } from '../kernel/clock.ts'
import type { TestApp } from '../kernel/testing/harness.ts'
import { maskText } from '../kernel/access/pii.ts'
import { bearsText } from './call-words.ts'
import { readyDesk, type telephone } from './testing.ts'

const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
let send: ReturnType<typeof telephone>
beforeAll(async () => ({ t, send } = await readyDesk(clock)))

const content = '咨询技改补贴，ERP 订单 202611280001，联系 13812345678，身份证 330102199001011234，邮箱 zhangsan@example.com'
const HIDDEN = ['13812345678', '330102199001011234', 'zhangsan', 'zhangsan@example.com']
const calls = async (who: string, keyword: string) => (await t.as(who).get('/call/data/list', { keyword })).body.data.total as number

it('nobody finds a call by a number or an address that its list masks', async () => {
  const body = { phone: '0570-1234 5678', startTime: '2026-09-28 09:30', content, result: 'answered' }
  const { id } = (await t.as('agent1').post('/call/data/saveOrUpdate', body)).body.data
  for (const word of HIDDEN) expect(await calls('leader1', word), word).toBe(0)
  for (const word of ['技改补贴', '身份证', 'erp', '202611280001', '5678']) expect(await calls('leader1', word), word).toBe(1)

  // As written before: all words of the content. Counts are kept within a minute.
  clock.set('2026-09-28T02:05:00Z')
  const words = ['技改', '补贴', 'erp', '202611280001', ...HIDDEN.slice(0, 3), 'example', 'com']
    .map((word, n) => `'${word}':${n + 1}`)
    .join(' ')
  await sql`update call_record set search = ${words}::tsvector where id = ${id}`.execute(t.kernel.db)
  expect(await calls('front1', '13812345678')).toBe(1)
  await up(t.kernel.db as never)
  clock.set('2026-09-28T02:10:00Z')
  for (const word of HIDDEN) expect(await calls('front1', word), word).toBe(0)
  // A migration that is run again finds nothing more.
  await up(t.kernel.db as never)
  for (const word of ['技改', 'ERP', '202611280001', 'example']) expect(await calls('front1', word), word).toBe(1)
})

it('the number of calls of a keyword is that of its reader, not of who asked before', async () => {
  const body = { phone: '0570-1234 5678', startTime: '2026-09-28 09:40', content: '邮箱 qw@e.cn', result: 'answered' }
  const { id } = (await t.as('agent1').post('/call/data/saveOrUpdate', body)).body.data
  // Both see all calls; one of them took this one.
  await t.kernel.db
    .updateTable('call_record')
    .set((e) => ({ agent_id: e.selectFrom('sys_user').select('id').where('user_name', '=', 'leader1') }))
    .where('id', '=', id)
    .execute()
  const read = async (who: string) => {
    const { list, total } = (await t.as(who).get('/call/data/list', { keyword: 'w@e' })).body.data
    return [total, list.length]
  }
  expect(await read('leader1')).toEqual([1, 1])
  expect(await read('front1')).toEqual([0, 0])
})

it('what the database masks is what the lists mask', async () => {
  const texts = [
    content,
    'ab@c.d，.x..@a-b.c9，@e.f，a@b，a@b@c.dd，甲乙@e.cn，x.y%+-z@e.cn;13812345678a',
    `${'q'.repeat(63)}.w@example.com ${'7'.repeat(70)}@e.com`,
    '138123456789 12345678901 +8613812345678 33010219900101123X 3301021990010112345 12345678901234567x 330102199001011',
    '李工 3 号楼 LED 13812345678，13912345678 13712345678',
  ]
  for (const text of texts) {
    const seen = maskText(text)
    const keywords = [text, seen].flatMap((from) =>
      [1, 2, 5, 11].flatMap((long) => Array.from({ length: Math.max(0, from.length - long + 1) }, (_, at) => from.slice(at, at + long))),
    )
    const all = [...new Set(keywords)].filter((keyword) => keyword.trim() === keyword)
    const conditions = all.map((keyword) => bearsText('x.t', keyword, sql<boolean>`false`))
    const { rows } = await sql<{
      found: boolean[]
    }>`select array[${sql.join(conditions)}] as found from (select ${text}::text as t) x`.execute(t.kernel.db)
    expect(all.filter((_, n) => rows[0]!.found[n])).toEqual(all.filter((keyword) => seen.toLowerCase().includes(keyword.toLowerCase())))
  }
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
  await finish('m-3', '13912340003', 'A 座 5 号门，电 13812345678')
  const found = async (who: string, keyword: string) =>
    (await t.as(who).get('/call/callback/list', { state: 2, keyword })).body.data.list.map((row: { note: string }) => row.note)
  const [masked, plain] = ['李工已回电 138****5678', 'LED 厂房 3 号楼，已答复']
  for (const keyword of ['13812345678', '1234', '381']) expect(await found('leader1', keyword), keyword).toEqual([])
  // What is seen is found, also beside something masked.
  const beside = 'A 座 5 号门，电 138****5678'
  for (const keyword of ['a 座', '5 号', '门，电 138*']) expect(await found('leader1', keyword), keyword).toEqual([beside])
  expect(await found('leader1', '5678')).toEqual([beside, masked])
  expect(await found('leader1', '李工')).toEqual([masked])
  for (const keyword of ['led', '3 号']) expect(await found('leader1', keyword), keyword).toEqual([plain])
  expect(await found('agent1', '1234')).toEqual(['A 座 5 号门，电 13812345678', '李工已回电 13812345678'])
})
