import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { writeFacts } from '../facts.ts'

let t: TestApp
const ids: Record<string, number> = {}
const code: Record<string, string> = {}
beforeAll(async () => {
  t = await testApp()
  // The demo has a relation that this test does not expect.
  await t.kernel.pool.query('delete from company_relation')
  for (const who of ['qy1', 'qy2']) {
    await t.as(who).get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '02' })
    const own = (await t.as(who).get('/dynamic/company/info/findById')).body.data
    ids[who] = own.id
    code[who] = own.code
  }
})
const save = (who: string, other: string) =>
  t.as(who).post('/ent/company/relation/save', { code: code[other], name: '对方', kind: 'common', since: '2024-01-01' })
const relatives = async (who: string) =>
  (await t.kernel.pool.query('select facts from company_facts where company_id = $1', [ids[who]])).rows[0].facts.relatives

// Seen red without the unique index company_relation_once.
it('two companies that enter each other in parallel have one relation', async () => {
  const answers = await Promise.all([save('qy1', 'qy2'), save('qy2', 'qy1')])
  expect(answers.map(({ body }) => body.success).toSorted()).toEqual([false, true])
  expect(answers.find(({ body }) => !body.success)!.body.fields).toMatchObject([{ path: 'code' }])
})

// Seen red without the row locks of lockGroups: PostgreSQL found a deadlock.
it('parallel writes of the facts of two related companies wait for each other, and each ends with the figures of the other', async () => {
  const { list } = (await t.as('qy1').get('/ent/company/relation/list')).body.data
  const { id, version, enteredBy } = list[0]
  const other = enteredBy === 'this' ? 'qy2' : 'qy1'
  const agreed = await t.as(other).post('/ent/company/relation/examine', { id, version, agreed: true })
  expect(agreed.body.success).toBe(true)
  const write = (who: string, value: number) =>
    t.kernel.db
      .transaction()
      .execute((db) => writeFacts(t.kernel, db, ids[who]!, [{ key: 'rdStaff', value, source: '企业填报', asOf: null }], null))
  for (let round = 1; round <= 10; round++) await Promise.all([write('qy1', round), write('qy2', 100 + round)])
  expect(await relatives('qy1')).toMatchObject([{ rdStaff: 110 }])
  expect(await relatives('qy2')).toMatchObject([{ rdStaff: 10 }])
})
