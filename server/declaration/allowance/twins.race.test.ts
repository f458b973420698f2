import { beforeAll, describe, expect, it } from 'vitest'
import { DECISION_UNDO_S } from '../../../contract/declaration.ts'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, testEngine, type TestApp } from '../../kernel/testing/harness.ts'
import { meeting } from '../../kernel/testing/meeting.ts'
import { waiting } from '../../kernel/testing/waiting.ts'
import { declarationTests } from '../test-project.ts'

// G-03: the same policy, company and year is supported once, on whatever way it is entered; G-01: a revocation in parallel with an entry.
const clock = movableClock(new Date())
let t: TestApp
const { as, one, project, sent, decide, addCompany } = declarationTests(() => t)
let policyId = 0
beforeAll(async () => {
  t = await testApp({ clock })
  policyId = (await one<{ id: number }>(`select id from policy where code = 'demo-talent'`)).id
})
const live = async (companyId: number) =>
  (await one<{ n: number }>('select count(*)::int n from allowance where company_id = $1 and state <> 2 and not deleted', [companyId])).n
const save = async (companyId: number, more: object) =>
  (await as('front1').post('/allowance/saveOrUpdate', { companyId, projectName: '甲', year: 2026, amount: 5, ...more })).body

describe('同一支持只有一次', () => {
  it('is detected under another name of the same policy, in full width or with hidden characters', async () => {
    const { who, companyId } = await addCompany()
    const { id } = (await save(companyId, { projectName: '人才补助A', policyId })).data
    expect((await save(companyId, { projectName: '另一个名字', policyId })).fields).toMatchObject([
      { path: 'projectName', message: `该企业 2026 年同一政策的补贴已登记（编号 ${id}）；确需再登记的，请填写重复登记的理由` },
    ])
    for (const projectName of ['人才补助Ａ', '人才\u200b补助A', ' 人才 补助a'])
      expect((await save(companyId, { projectName })).fields?.[0]?.message).toContain(`同名补贴已登记（编号 ${id}）`)
    const own = (await as(who).post('/allowance/submit', { projectName: '人才\u2060补助A', year: 2026, amount: 1 })).body
    expect(own.fields?.[0]?.message).toBe(`贵企业 2026 年的同名补贴已登记（编号 ${id}）`)
    expect((await save(companyId, { projectName: '人才补助A', year: 2025, policyId })).success).toBe(true)
  })

  it('is given a second time only with a reason, which the approver reads', async () => {
    const { companyId } = await addCompany()
    const first = (await save(companyId, { policyId })).data
    const second = await save(companyId, { projectName: '第二批', policyId, twinReason: '同一政策分两批兑付，本笔为第二批' })
    expect(second.success).toBe(true)
    const { data } = (await as('dept1').get('/allowance/findById', { id: second.data.id })).body
    expect(data).toMatchObject({ twinReason: '同一政策分两批兑付，本笔为第二批', twins: [{ id: first.id, projectName: '甲', state: 0 }] })
  })

  // Seen red without the advisory lock of lockSupports and the unique indexes allowance_policy_once and allowance_name_once: eight rows.
  it('thirty parallel creations in three ways make one; the others return its number', async () => {
    const { who, companyId } = await addCompany()
    const ways = [
      () => as('front1').post('/allowance/saveOrUpdate', { companyId, projectName: '三路', year: 2026, amount: 5, policyId }),
      () => as(who).post('/allowance/submit', { projectName: '三\u200b路', year: 2026, amount: 5 }),
      () => as('front1').post('/allowance/saveOrUpdate', { companyId, projectName: '三 路', year: 2026, amount: 5 }),
    ]
    const answers = await meeting(t, 8, () => Promise.all(Array.from({ length: 30 }, (_, i) => ways[i % 3]!())))
    expect(answers.filter((a) => a.body.success)).toHaveLength(1)
    const { id } = answers.find((a) => a.body.success)!.body.data
    for (const { body } of answers.filter((a) => !a.body.success)) expect(body.fields?.[0]?.message ?? body.msg).toContain(`编号 ${id}`)
    expect(await live(companyId)).toBe(1)
  })
})

describe('撤回与登记', () => {
  // The times decide here, not a lock: what may still be revoked may not be entered yet. The next test shows the lock.
  it('parallel revocation and entry never leave a sum without a ground', async () => {
    const p = await project({})
    for (let i = 0; i < 5; i++) {
      const { who, companyId } = await addCompany()
      const d = await sent(p.id, { title: '甲' }, who)
      const { version } = (await decide('front1', d.id)).data
      const [, entered] = await Promise.all([
        as('front1').post('/dec/declare/revoke', { id: d.id, version }),
        as('front1').post('/allowance/saveOrUpdate', { companyId, projectName: `撤回${i}`, year: 2026, amount: 5, declareId: d.id }),
      ])
      expect(entered.body.success).toBe(false)
      await decide('front1', d.id)
      clock.advance((DECISION_UNDO_S + 1) * 1000)
      const both = await Promise.all([
        as('front1').post('/dec/declare/revoke', { id: d.id, version: version + 2 }),
        as('front1').post('/allowance/saveOrUpdate', { companyId, projectName: `撤回${i}`, year: 2026, amount: 5, declareId: d.id }),
      ])
      expect(both.map((b) => b.body.success)).toEqual([false, true])
      const { n } = await one<{ n: number }>(
        `select count(*)::int n from allowance a join declaration d on d.id = a.declaration_id where a.company_id = $1 and a.state <> 2 and d.state <> 'approved'`,
        [companyId],
      )
      expect(n).toBe(0)
    }
  })

  // Seen red without the lock of the declaration in declarationFault: the sum stayed, its ground was gone.
  it.runIf(testEngine === 'postgres')('an entry waits for a revocation that has begun, and is refused after it', async () => {
    const p = await project({})
    const { who, companyId } = await addCompany()
    const d = await sent(p.id, { title: '甲' }, who)
    const { version } = (await decide('front1', d.id)).data
    const answers = await t.kernel.db.transaction().execute(async (other) => {
      // The revocation has moved the declaration and waits for its log row, until the time for it is over.
      await other.selectFrom('declaration_log').select('id').where('declaration_id', '=', d.id).forUpdate().execute()
      const revoked = as('front1').post('/dec/declare/revoke', { id: d.id, version })
      await waiting(t, 1)
      clock.advance((DECISION_UNDO_S + 1) * 1000)
      const sum = { companyId, projectName: '撤回与登记', year: 2026, amount: 5, declareId: d.id }
      const entered = as('front1').post('/allowance/saveOrUpdate', sum)
      await Promise.race([entered, waiting(t, 2)])
      return [revoked, entered]
    })
    expect((await Promise.all(answers)).map(({ body }) => body.success)).toEqual([true, false])
    expect(await live(companyId)).toBe(0)
  })
})
