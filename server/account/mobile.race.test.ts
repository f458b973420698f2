import { beforeAll, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { meeting } from '../kernel/testing/meeting.ts'
import { askCode, newestCode, textsTo } from './testing/codes.ts'

let t: TestApp
const clock = movableClock(new Date('2026-11-23T02:00:00Z'))
beforeAll(async () => {
  t = await testApp({ clock })
})
const together = <T>(count: number, run: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => run(n)))

// Seen red with a count that is read in one statement and written in the next (take).
it('fifty parallel requests send one message (M-01)', async () => {
  const phone = '13900001111'
  await t.as('gr1').tokens()
  const answers = await together(50, () => askCode(t, t.as('gr1'), phone))
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  // On a slow machine the rest meets the limit of simultaneous calls first.
  expect(answers.filter(({ status }) => status === 429 || status === 503)).toHaveLength(49)
  await newestCode(t, phone, 1)
  expect(await textsTo(t, phone)).toHaveLength(1)
  expect(await t.database.db.selectFrom('outbox').select('id').where('kind', '=', 'sms.code').execute()).toHaveLength(1)
})

// Seen red when the code is read instead of deleted and the UPDATE does not expect the number of before; and with tries that are read in
// one statement and counted in the next (checkCode).
it('ten parallel uses of a code bind once; of fifty parallel wrong tries five are compared (M-02)', async () => {
  const phone = '13900002222'
  await askCode(t, t.as('qy2'), phone)
  const code = await newestCode(t, phone, 1)
  const bound = await together(10, () => t.as('qy2').post('/sys/account/bindMobile', { phone, code }))
  expect(bound.filter(({ body }) => body.success)).toHaveLength(1)
  const other = '13900003333'
  await askCode(t, t.as('qy1'), other)
  const right = await newestCode(t, other, 1)
  const near = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  const tries = await together(50, () => t.as('qy1').post('/sys/account/bindMobile', { phone: other, code: near }))
  expect(tries.filter(({ body }) => body.fields?.[0]?.message === '请输入正确的验证码')).toHaveLength(5)
})

// Seen red without the unique index sys_user_mobile: both bound the number.
it('of two users who bind one number in parallel one succeeds (C-06)', async () => {
  const phone = '13900004444'
  const codes: string[] = []
  for (const userName of ['front1', 'dept1']) {
    clock.advance(61_000)
    await askCode(t, t.as(userName), phone)
    codes.push(await newestCode(t, phone, codes.length + 1))
  }
  const bound = await meeting(t, 2, () =>
    together(2, (n) => t.as(['front1', 'dept1'][n]!).post('/sys/account/bindMobile', { phone, code: codes[n] })),
  )
  expect(bound.filter(({ body }) => body.success)).toHaveLength(1)
  const shown = await together(2, (n) => t.as(['front1', 'dept1'][n]!).get('/sys/account/mobile'))
  expect(shown.filter(({ body }) => body.data.mobile === '139****4444')).toHaveLength(1)
})

it('a number that is removed twice in parallel is removed once, and told once', async () => {
  const phone = '13900005555'
  clock.advance(61_000)
  await askCode(t, t.as('gr1'), phone)
  const code = await newestCode(t, phone, 1)
  expect((await t.as('gr1').post('/sys/account/bindMobile', { phone, code })).body.success).toBe(true)
  const mobile = '139****5555'
  clock.advance(61_000)
  expect((await t.as('gr1').form('/sys/account/sendOldCode')).body.data).toBe(true)
  const oldCode = await newestCode(t, phone, 2)
  const removed = await together(2, () => t.as('gr1').form('/sys/account/unbindMobile', { mobile, oldCode }))
  expect(removed.filter(({ body }) => body.success)).toHaveLength(1)
  const told = t.database.db.selectFrom('notice').select('id').where('key', 'like', 'mobile-unbound:%')
  expect(await told.execute()).toHaveLength(1)
  await eventually(async () => expect((await textsTo(t, phone)).slice(2)).toMatchObject([{ text: expect.stringContaining('已解除绑定') }]))
})
