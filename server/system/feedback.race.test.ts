import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
let now = new Date('2026-03-10T02:00:00Z')
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } })
})
const words = { name: '表格打不开', textarea: '下载后打不开。', othervalue: '个人', namevalue: '周小溪', phonevalue: '15412345678' }
const send = (who: string | null, body = words) => t.as(who).post('/sys/feedback/save', body)
const stored = async () => (await t.kernel.db.selectFrom('feedback').select('id').where('title', '=', words.name).execute()).length

// Seen red without the lock of isRepeated: five rows.
it('the same message sent at the same moment is stored once; of another person, with other words or later it is another one', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(null)))
  for (const { body } of answers) expect(body.data).toBe(true)
  expect(await stored()).toBe(1)
  await send('gr1')
  await send('gr1', { ...words, textarea: '还是打不开。' })
  expect(await stored()).toBe(3)
  now = new Date(now.getTime() + 61_000)
  await send('gr1')
  expect(await stored()).toBe(4)
})
