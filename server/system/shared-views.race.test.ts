import { beforeAll, expect, it } from 'vitest'
import { SHARED_MOST } from '../../contract/shared-view.ts'
import { meeting } from '../kernel/testing/meeting.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
let roleId: number
beforeAll(async () => {
  t = await testApp()
  roleId = (await t.kernel.db.selectFrom('role').select('id').where('code', '=', 'operator').executeTakeFirstOrThrow()).id
})
const share = async (who: string, table: string, name: string) =>
  (await t.as(who).post('/sys/tableView/saveOrUpdate', { table, page: '/work/smsSend', roleId, name, filters: { a: '1' }, sort: null }))
    .body
const names = async (table: string) =>
  (await t.kernel.db.selectFrom('shared_view').select('name').where('table_name', '=', table).execute()).map(({ name }) => name)

// Seen red without the lock of the role: the second answers CONFLICT from the unique index instead of naming its field.
it('of two views of the same name that come at once one is shared, and the other is refused at its name', async () => {
  const raced = await meeting(t, 2, () => Promise.all(['op1', 'op2'].map((who) => share(who, 'race', '同名'))))
  expect(raced.filter(({ success }) => success)).toHaveLength(1)
  expect(raced.find(({ success }) => !success)).toMatchObject({ code: 'INVALID', fields: [{ path: 'name' }] })
  expect(await names('race')).toEqual(['同名'])
})

// Seen red without the lock of the role: both are the twentieth.
it('of two that come at once as the twentieth one is shared', async () => {
  for (let n = 1; n < SHARED_MOST; n++) await share('op1', 'full', `v${n}`)
  const raced = await meeting(t, 2, () => Promise.all(['op1', 'op2'].map((who) => share(who, 'full', `最后${who}`))))
  expect(raced.map(({ code, success }) => (success ? 'OK' : code)).toSorted()).toEqual(['OK', 'TOO_MANY'])
  expect(await names('full')).toHaveLength(SHARED_MOST)
})
