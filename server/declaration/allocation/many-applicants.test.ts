import { beforeAll, expect, it } from 'vitest'
import type { AllocationRow } from '../../../contract/declaration/allocation.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { declarationTests, simple } from '../test-project.ts'

let t: TestApp
const { as, one, project, sent } = declarationTests(() => t)
beforeAll(async () => {
  t = await testApp()
})
const form = {
  ...simple(),
  amountField: 'sum',
  sections: [
    {
      key: 's',
      title: '内容',
      fields: [
        { key: 'title', label: '名称', type: 'text', required: true },
        { key: 'sum', label: '申请金额', type: 'money', required: true },
      ],
    },
  ],
}
/** Adds many applicants like the one who submitted; each asks for another sum, all within the same few minutes. */
const alike = async (id: number, many: number) => {
  await t.database.pool.query(
    `with made as (
       insert into company (credit_code, name)
       select '913399990000088' || lpad(n::text, 3, '0'), '同批企业' || n from generate_series(1, $2::int) n returning id, name)
     insert into declaration overriding system value
     select (jsonb_populate_record(d, jsonb_build_object('id', nextval(pg_get_serial_sequence('declaration', 'id')), 'company_id', made.id,
       'declare_no', d.declare_no || '-' || made.id, 'amount', 1000000 + (made.id * 7919) % 3000000,
       'submit_time', d.submit_time + (made.id % 7) * interval '1 minute'))).*
     from declaration d cross join made where d.id = $1`,
    [id, many],
  )
}

it('a budget among three hundred applicants is shared to the yuan, reproducibly and fast, and a frozen list does not change', async () => {
  const rule = JSON.stringify({ way: 'prorata', budget: 100 })
  await one(
    `update policy_version set rule = jsonb_set(rule, '{allocation}', $1::jsonb)
     where policy_id = (select id from policy where code = 'demo-talent') returning policy_id`,
    [rule],
  )
  const { id } = await project(form)
  const first = await sent(id, { title: '甲', sum: 3 })
  await alike(first.id, 299)
  const preview = async () => (await as('editor1').get('/dec/project/allocation/preview', { projectId: id })).body.data
  const began = performance.now()
  const seen = await preview()
  const took = performance.now() - began
  expect(seen.rows).toHaveLength(300)
  const total = (rows: readonly AllocationRow[]) => rows.reduce((sum, row) => sum + Math.round(row.given * 1e4), 0)
  expect([total(seen.rows), seen.given]).toEqual([1_000_000, 100])
  // Including the odd yuan, everybody is within one yuan of the equal share.
  for (const row of seen.rows as AllocationRow[])
    expect(Math.abs(row.given - (row.asked! * 100) / seen.asked), row.declareNo).toBeLessThanOrEqual(0.0001)
  const again = await preview()
  expect(again.seen).toBe(seen.seen)
  expect(again.rows).toEqual(seen.rows)
  expect(took).toBeLessThan(3000)

  await one(`update project set apply_end = now() - interval '1 hour' where id = $1 returning id`, [id])
  const freeze = (more: object = {}) => as('editor1').post('/dec/project/allocation/freeze', { projectId: id, seen: seen.seen, ...more })
  expect((await freeze()).body.data).toEqual({ no: 1 })
  expect((await freeze({ reason: '再来一次' })).body.msg).toContain('与第 1 版相同')
  // A withdrawal makes a new list; the frozen one does not change, and the old sums are not frozen a second time.
  await one(`update declaration set state = 'refused' where id = $1 returning id`, [first.id])
  expect((await freeze({ reason: '一家退出' })).body.code).toBe('CONFLICT')
  const kept = (await as('editor1').get('/dec/project/allocation/list', { projectId: id, no: 1 })).body.data
  expect(kept.rows).toEqual(seen.rows)
  const now = await preview()
  expect([now.same, now.rows.length, total(now.rows)]).toEqual([false, 299, 1_000_000])
}, 60_000)
