import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { settle } from './alarms.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

// Seen red without the unique index alarm_open: five alarms.
it('processes that find the same fault raise one alarm', async () => {
  const seen = [{ kind: 'disk', subject: '', title: '数据目录所在的磁盘只剩 3 MB' }] as const
  await Promise.all(Array.from({ length: 5 }, () => settle(t.kernel, seen)))
  expect(await t.kernel.db.selectFrom('alarm').select('title').where('kind', '=', 'disk').execute()).toHaveLength(1)
  expect(await t.kernel.db.selectFrom('notice').select('id').where('title', 'like', '%只剩 3 MB').execute()).toHaveLength(1)
})

it('of three test alarms at once one is sent', async () => {
  const test = async () => (await t.as('admin1').form('/sys/operations/testAlarm', {})).body
  const answers = await Promise.all([test(), test(), test()])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(await t.kernel.db.selectFrom('alarm').select('id').where('kind', '=', 'test').execute()).toHaveLength(1)
})
