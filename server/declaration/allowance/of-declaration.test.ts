import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock, today } from '../../kernel/clock.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { declarationTests, simple } from '../test-project.ts'

// The allowance that results from an approved declaration (ADR 0094).
const clock = movableClock(new Date())
let t: TestApp
const { as, project, sent, decide, desk, addCompany, one } = declarationTests(() => t)
beforeAll(async () => {
  t = await testApp({ clock })
})
const money = () => ({
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
})
const final = () => clock.advance(11_000)
const told = (declarationId: number) =>
  eventually(async () => {
    const { n } = await one<{ n: number }>(
      `select count(*)::int n from notice where link = $1 and kind = 'declaration' and title like '%已通过%'`,
      [`/page/policyserverdectail?id=${declarationId}`],
    )
    expect(n).toBe(1)
  }, 15_000)
const allowancesOf = async (declareId: number, who = 'front1') => (await as(who).get('/allowance/list', { declareId })).body.data.list
const waitFor = (declareId: number) => eventually(async () => expect(await allowancesOf(declareId)).toHaveLength(1), 15_000)
const asks = async (sum = 3) => {
  const p = await project(money())
  const { who, companyId } = await addCompany()
  return { ...(await sent(p.id, { title: '甲', sum }, who)), companyId, name: p.name, policyId: p.policyId }
}

describe('申报通过后的补贴', () => {
  it('does not exist for a refusal, a revoked decision, or a form without money', async () => {
    const refused = await asks()
    expect((await decide('front1', refused.id, 'refuse')).success).toBe(true)
    const back = await asks()
    const { version } = (await decide('front1', back.id, 'pass', { amount: 2 })).data
    expect((await as('front1').post('/dec/declare/revoke', { id: back.id, version })).body.success).toBe(true)
    const free = await sent((await project({})).id)
    expect((await decide('front1', free.id)).success).toBe(true)
    const paid = await asks()
    expect((await decide('front1', paid.id, 'pass', { amount: 2 })).success).toBe(true)
    // Not yet: the decision can still be revoked.
    expect(await allowancesOf(paid.id)).toEqual([])
    final()
    await waitFor(paid.id)
    await told(free.id)
    for (const { id } of [refused, back, free]) expect(await allowancesOf(id)).toEqual([])
  })

  it('is the only one: no second one by hand, and no other can be linked to the same declaration', async () => {
    const one = await asks()
    await decide('front1', one.id, 'pass', { amount: 2 })
    const record = { companyId: one.companyId, projectName: '另一笔', year: 2026, amount: 2 }
    const other = (await as('front1').post('/allowance/saveOrUpdate', record)).body.data
    final()
    await waitFor(one.id)
    const [{ id }] = await allowancesOf(one.id)
    const twin = [{ path: 'declareId', message: `该申报已登记补贴（编号 ${id}）` }]
    const again = { ...record, projectName: '再来一笔', declareId: one.id }
    expect((await as('front1').post('/allowance/saveOrUpdate', again)).body.fields).toEqual(twin)
    expect((await as('front1').post('/allowance/saveOrUpdate', { ...again, ...other })).body.fields).toEqual(twin)
    expect(await allowancesOf(one.id)).toHaveLength(1)
  })

  it('is left to staff when the same sum was entered by hand, and they are notified', async () => {
    const one = await asks()
    const byHand = {
      companyId: one.companyId,
      policyId: one.policyId,
      projectName: one.name,
      year: Number(today(clock).slice(0, 4)),
      amount: 2,
    }
    expect((await as('front1').post('/allowance/saveOrUpdate', byHand)).body.success).toBe(true)
    await decide('front1', one.id, 'pass', { amount: 2 })
    final()
    await eventually(async () => {
      const { list } = (await as('front1').get('/sys/notice/list', { pageSize: 50 })).body.data
      expect(list.map((n: { title: string }) => n.title).join()).toContain('同名补贴已登记过，请核对')
    }, 15_000)
    expect(await allowancesOf(one.id)).toEqual([])
  })

  it('goes from the decision to the payment without a second review, and the company reads each step', async () => {
    const d = await asks(5)
    await decide('front1', d.id, 'pass', { amount: 4.5 })
    final()
    await waitFor(d.id)
    const [row] = await allowancesOf(d.id, 'dept1')
    expect(row).toMatchObject({
      amount: 4.5,
      state: 1,
      publicity: 'none',
      source: 'declaration',
      companyId: d.companyId,
      policyId: d.policyId,
      projectName: d.name,
      officeName: (await desk('front1', d.id)).data.depName,
    })
    expect((await as(d.who).get('/allowance/listMy', { declareId: d.id })).body.data).toMatchObject({ total: 1, list: [{ id: row.id }] })
    expect((await as('dept1').post('/allowance/updateReviewState', { id: row.id, version: row.version, reviewState: 1 })).body.code).toBe(
      'STATE',
    )
    expect((await as('front1').post('/allowance/publicise', { items: [{ id: row.id, version: 1 }], days: 5 })).body.data.successCount).toBe(
      1,
    )
    await t.kernel.db
      .updateTable('allowance')
      .set({ public_from: '2026-01-05', public_to: '2026-01-12' })
      .where('id', '=', row.id)
      .execute()
    expect((await as('fin1').post('/allowance/pay', { id: row.id, version: 2, payDate: today(clock), voucher: 'PZ-9' })).body.data).toBe(
      true,
    )
    const seen = (await as(d.who).get('/allowance/findById', { id: row.id })).body.data
    expect(seen).toMatchObject({ state: 3, declareId: d.id, amount: 4.5 })
    expect(seen.logs.map((l: { move: string; actorName: string }) => [l.move, l.actorName]).slice(0, 1)).toEqual([
      ['enter', '申报通过自动登记'],
    ])
    expect((await auditTrail(t.kernel, 'allowance.enter')).filter((a) => a.object_id === String(row.id))).toHaveLength(1)
    const titles = await t.database.pool.query(
      `select n.title from notice n join sys_user u on u.id = n.user_id where u.company_id = $1 and n.link = $2`,
      [d.companyId, `/work/mySubsidy?id=${row.id}`],
    )
    expect(titles.rows.map((r: { title: string }) => r.title)).toEqual(
      expect.arrayContaining([`补贴“${d.name}”：已通过，待公示`, `补贴“${d.name}”：公示中`, `补贴“${d.name}”：已拨付`]),
    )
  })
})
