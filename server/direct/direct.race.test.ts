import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, movableClock, today } from '../kernel/clock.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { meeting } from '../kernel/testing/meeting.ts'

const clock = movableClock(new Date())
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
  for (const who of ['qy1', 'qy2']) await t.as(who).get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
})

const find = async (id: number) => (await t.as('editor1').get('/direct/list/findById', { id })).body.data
const act = async (name: string, id: number, more: object = {}, who = 'editor1') =>
  (await t.as(who).post(`/direct/list/${name}`, { id, version: (await find(id)).version, ...more })).body
/** A list of demo companies that waits for confirmation. */
async function submitted(title: string): Promise<number> {
  const { id: policyId } = await t.kernel.db.selectFrom('policy').select('id').where('code', '=', 'demo-talent').executeTakeFirstOrThrow()
  const made = await t.as('editor1').post('/direct/list/saveOrUpdate', { policyId, title, year: 2026, asOf: today(clock), days: 5 })
  const { id } = made.body.data
  expect(await act('run', id, { kind: 'frozen' })).toMatchObject({ success: true })
  await eventually(
    async () => expect((await t.as('editor1').get('/direct/list/progress', { id })).body.data).toMatchObject({ state: 'done' }),
    20_000,
  )
  expect((await act('submit', id)).data).toBe(true)
  return id
}

describe('免申即享：同时', () => {
  // Seen red without the row lock of lockList and the version in the UPDATE of `move`.
  it('of a parallel confirmation and return one succeeds', async () => {
    const id = await submitted('两人同时确认')
    const { version } = await find(id)
    const review = (more: object) => t.as('leader1').post('/direct/list/review', { id, version, ...more })
    const both = await meeting(t, 2, () => Promise.all([review({ pass: true }), review({ pass: false, opinion: '再核对' })]))
    expect(both.filter((b) => b.body.success)).toHaveLength(1)
    expect(['STATE', 'CONFLICT']).toContain(both.find((b) => !b.body.success)!.body.code)
  })

  // Seen red without the row locks of handOver, the lock of lockSupports, the states in both UPDATEs and the unique indexes of allowance and
  // direct_row, all together: five allowances instead of two. Without the row locks alone it stays green.
  it('two parallel hand-overs make one allowance per company', async () => {
    const id = await submitted('两次同时移交')
    expect((await act('review', id, { pass: true }, 'leader1')).data).toBe(true)
    const { list } = (await t.as('editor1').get('/direct/list/rows', { listId: id, pageSize: 100 })).body.data
    const account = { bankName: '云溪农商行', accountNo: '6217 0012 3456 7890', contactName: '林知夏', contactPhone: '13912345678' }
    for (const who of ['qy1', 'qy2']) {
      const company = (await t.as(who).get('/ent/company/info/queryCompanyIdByToken')).body.data
      const row = list.find((r: { companyId: number }) => r.companyId === company)
      expect((await t.as(who).post('/direct/my/consent', { id: row.id, ...account })).body.data).toBe(true)
    }
    await t.kernel.db
      .updateTable('direct_list')
      .set({ public_from: addDays(today(clock), -9), public_to: addDays(today(clock), -1) })
      .where('id', '=', id)
      .execute()
    expect((await act('close', id)).data).toBe(true)
    const { version } = await find(id)
    const hand = () => t.as('editor1').post('/direct/list/handOver', { id, version })
    const answers = await meeting(t, 4, () => Promise.all([hand(), hand(), hand(), hand()]))
    expect(
      answers.map((r) => r.body.data?.handed ?? 0).reduce((a, b) => a + b),
      JSON.stringify(answers.map((r) => r.body)),
    ).toBe(2)
    const allowances = await t.kernel.db.selectFrom('allowance').select('id').where('project_name', '=', '两次同时移交').execute()
    expect(allowances).toHaveLength(2)
  })
})
