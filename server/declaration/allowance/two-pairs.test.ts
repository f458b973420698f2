import { beforeAll, describe, expect, it } from 'vitest'
import { DECISION_UNDO_S } from '../../../contract/declaration.ts'
import { movableClock, today } from '../../kernel/clock.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { declarationTests } from '../test-project.ts'

// G-01, G-02: no sum without a valid ground, none without two people.
const clock = movableClock(new Date())
let t: TestApp
const { as, one, project, sent, decide, addCompany, staff, officeId, versionOf } = declarationTests(() => t)
beforeAll(async () => {
  t = await testApp({ clock })
  await staff('front2', 'front', 'qfzx')
  await staff('fin2', 'finance', 'czj')
})
let serial = 0
const record = (companyId: number, more: object = {}) => ({
  companyId,
  projectName: `两人补贴${++serial}`,
  year: 2026,
  amount: 10,
  ...more,
})
const save = async (body: object, who = 'front1') => (await as(who).post('/allowance/saveOrUpdate', body)).body
const find = async (id: number, who = 'front1') => (await as(who).get('/allowance/findById', { id })).body.data
const seen = async (id: number) => ({
  id,
  version: (await one<{ version: number }>('select version from allowance where id = $1', [id])).version,
})
const review = async (id: number, who = 'dept1', more: object = {}) =>
  (await as(who).post('/allowance/updateReviewState', { ...(await seen(id)), reviewState: 1, ...more })).body
const publicise = async (id: number) =>
  (await as('front1').post('/allowance/publicise', { items: [await seen(id)], days: 3 })).body.data.list[0]
const ended = (id: number) =>
  t.kernel.db.updateTable('allowance').set({ public_from: '2026-01-05', public_to: '2026-01-12' }).where('id', '=', id).execute()
const pay = async (id: number, who = 'fin1', more: object = {}) =>
  (await as(who).post('/allowance/pay', { ...(await seen(id)), payDate: today(clock), voucher: 'PZ-1', ...more })).body
const paid = async () => {
  const { companyId } = await addCompany()
  const { id } = (await save(record(companyId))).data
  expect((await review(id)).data).toBe(true)
  expect(await publicise(id)).toMatchObject({ ok: true })
  await ended(id)
  expect((await pay(id)).data).toBe(true)
  return id as number
}

describe('补贴的依据（G-01）', () => {
  it('refuses a declaration whose approval can still be revoked', async () => {
    const { who, companyId } = await addCompany()
    const d = await sent((await project({})).id, { title: '甲' }, who)
    const passed = await decide('front1', d.id)
    const early = await save(record(companyId, { declareId: d.id }))
    expect(early.fields).toMatchObject([{ path: 'declareId', message: '该申报的决定仍在可撤回的时间内，请稍后再登记' }])
    expect((await as('front1').post('/dec/declare/revoke', { id: d.id, version: passed.data.version })).body.success).toBe(true)
    expect((await save(record(companyId, { declareId: d.id }))).fields).toMatchObject([{ path: 'declareId' }])
    await decide('front1', d.id)
    clock.advance((DECISION_UNDO_S + 1) * 1000)
    expect((await save(record(companyId, { declareId: d.id }))).success).toBe(true)
  })

  it('cannot be approved, published or paid when its declaration is no longer approved', async () => {
    const { who, companyId } = await addCompany()
    const d = await sent((await project({})).id, { title: '甲' }, who)
    await decide('front1', d.id)
    clock.advance((DECISION_UNDO_S + 1) * 1000)
    const { id } = (await save(record(companyId, { declareId: d.id }))).data
    const turn = (state: string) =>
      t.kernel.db
        .updateTable('declaration')
        .set({ state: state as 'approved' })
        .where('id', '=', d.id)
        .execute()
    await turn('refused')
    expect(await review(id)).toMatchObject({ code: 'STATE', msg: '所依据的申报没有通过，不能办理' })
    await turn('approved')
    expect((await review(id)).data).toBe(true)
    await turn('refused')
    expect(await publicise(id)).toMatchObject({ ok: false, code: 'STATE' })
    await turn('approved')
    expect(await publicise(id)).toMatchObject({ ok: true })
    await ended(id)
    await turn('refused')
    expect((await pay(id)).code).toBe('STATE')
    expect((await find(id, 'fin1')).allowed).toEqual([])
  })

  it('a revoked decision voids its sum, and cannot be revoked once the sum is paid', async () => {
    const { who, companyId } = await addCompany()
    const d = await sent((await project({})).id, { title: '甲' }, who)
    await decide('front1', d.id)
    // An older installation may hold such a row: entered in the seconds in which the decision was being revoked.
    const make = (state: 1 | 3) =>
      one<{ id: number }>(
        `insert into allowance (company_id, declaration_id, project_name, year, amount, source, state) values ($1, $2, $3, 2026, 1000000, 'declaration', $4) returning id`,
        [companyId, d.id, `旧数据${++serial}`, state],
      )
    const { id } = await make(3)
    const taken = async () => (await as('front1').post('/dec/declare/revoke', { id: d.id, version: await versionOf(d.id) })).body
    expect(await taken()).toMatchObject({ success: false, msg: '该申报的补贴已拨付，不能撤回' })
    await t.kernel.db.updateTable('allowance').set({ state: 1 }).where('id', '=', id).execute()
    expect((await taken()).success).toBe(true)
    expect(await find(id)).toMatchObject({ state: 2, reviewOpinion: '所依据的申报决定已撤回' })
    expect((await auditTrail(t.kernel, 'allowance.void')).map((a) => a.object_id)).toContain(String(id))
  })
})

describe('补贴的两个人（G-02）', () => {
  it('every decision needs the version that was seen', async () => {
    const { companyId } = await addCompany()
    const { id } = (await save(record(companyId))).data
    const bare = async (path: string, more: object, who: string) =>
      (await as(who).post(`/allowance/${path}`, { id, ...more })).body.fields?.[0]?.path
    expect(await bare('updateReviewState', { reviewState: 1 }, 'dept1')).toBe('version')
    expect(await bare('pay', { payDate: today(clock) }, 'fin1')).toBe('version')
    expect((await as('front1').post('/allowance/publicise', { items: [{ id }], days: 3 })).body.fields![0]!.path).toBe('items.0.version')
    // A row that changed after it was opened is not approved.
    const { version } = await seen(id)
    expect((await save({ ...record(companyId, { amount: 999 }), id, version })).success).toBe(true)
    expect((await as('dept1').post('/allowance/updateReviewState', { id, version, reviewState: 1 })).body.code).toBe('CONFLICT')
  })

  it('is paid by 财政, and by nobody who entered or approved it', async () => {
    const { companyId } = await addCompany()
    const { id } = (await save(record(companyId))).data
    await review(id)
    await publicise(id)
    await ended(id)
    expect((await pay(id, 'front1')).code).toBe('FORBIDDEN')
    const { id: dept1 } = await one<{ id: number }>(`select id from sys_user where user_name = 'fin1'`)
    await t.kernel.db.updateTable('allowance').set({ approved_by: dept1 }).where('id', '=', id).execute()
    expect(await pay(id)).toMatchObject({ code: 'OWN_WORK', msg: '不能拨付本人经办的补贴，请由其他人员拨付' })
    expect((await pay(id, 'fin2')).data).toBe(true)
  })

  it('cannot be reviewed by a person who changed it after another had entered it', async () => {
    const { companyId } = await addCompany()
    await t.kernel.db
      .insertInto('role_permission')
      .columns(['role_id', 'permission'])
      .expression((e) =>
        e
          .selectFrom('role')
          .select(['id', (x) => x.val('allowance:review').as('permission')])
          .where('code', '=', 'finance'),
      )
      .execute()
    await t.kernel.db
      .insertInto('role_permission')
      .columns(['role_id', 'permission'])
      .expression((e) =>
        e
          .selectFrom('role')
          .select(['id', (x) => x.val('allowance:manage').as('permission')])
          .where('code', '=', 'finance'),
      )
      .execute()
    await staff('both1', 'finance', 'czj')
    const { id, version } = (await save(record(companyId))).data
    expect((await save({ ...record(companyId, { amount: 50 }), id, version }, 'both1')).success).toBe(true)
    expect((await review(id, 'both1')).code).toBe('OWN_WORK')
    await t.kernel.db
      .deleteFrom('role_permission')
      .where('permission', 'in', ['allowance:review', 'allowance:manage'])
      .where('role_id', 'in', (e) => e.selectFrom('role').select('id').where('code', '=', 'finance'))
      .execute()
  })

  // Seen red: who had entered or changed an allowance dismissed the objections to it (ADR 1043).
  it('objections are answered by nobody who entered it; by who approved it, they are', async () => {
    const { companyId } = await addCompany()
    const { id } = (await save(record(companyId))).data
    await review(id)
    await publicise(id)
    expect((await as('gr1').post('/allowance/object', { id, content: '不符合' })).body.success).toBe(true)
    const [objection] = (await find(id, 'dept1')).objections as { id: number }[]
    const offered = async (who: string) => ((await find(id, who)).objections as { answerable: boolean }[]).map((o) => o.answerable)
    const answer = async (who: string) =>
      (await as(who).post('/allowance/resolveObjection', { ...(await seen(id)), id: objection!.id, upheld: false, reply: '已核对' })).body
    const maker = (userName: string) =>
      t.database.pool.query('update allowance set makers = (select array_agg(id) from sys_user where user_name = $2) where id = $1', [
        id,
        userName,
      ])
    expect((await answer('front1')).code).toBe('FORBIDDEN')
    expect(await offered('front1')).toEqual([false])
    await maker('dept1')
    expect(await answer('dept1')).toMatchObject({ code: 'OWN_WORK', msg: '不能核实本人经办的补贴的异议，请由其他人员核实' })
    expect(await offered('dept1')).toEqual([false])
    await maker('front1')
    expect(await offered('dept1')).toEqual([true])
    expect((await answer('dept1')).data).toBe(true)
    expect(await offered('dept1')).toEqual([false])
  })

  it('a change of a paid sum waits for a second person; date and voucher do not', async () => {
    const id = await paid()
    const correct = async (more: object) =>
      (
        await as('fin1').post('/allowance/correctPayment', {
          ...(await seen(id)),
          payDate: today(clock),
          voucher: 'PZ-1',
          amount: 10,
          reason: '录错',
          ...more,
        })
      ).body
    expect((await correct({ voucher: 'PZ-2' })).data).toEqual({ waiting: false })
    expect((await correct({ amount: 99 })).data).toEqual({ waiting: true })
    expect(await find(id)).toMatchObject({ amount: 10, voucher: 'PZ-2', correction: { amount: 99, reason: '录错' } })
    expect(await correct({ amount: 98 })).toMatchObject({ code: 'STATE', msg: expect.stringContaining('等另一人确认') })
    const confirm = async (who: string, more: object = {}) =>
      (await as(who).post('/allowance/decideCorrection', { ...(await seen(id)), pass: true, ...more })).body
    expect((await confirm('fin1')).code).toBe('FORBIDDEN')
    expect((await as('dept1').post('/allowance/decideCorrection', { id, pass: true })).body.fields![0]!.path).toBe('version')
    expect((await confirm('dept1', { pass: false })).fields![0]).toEqual({ path: 'opinion', message: '请填写退回的原因' })
    expect((await confirm('dept1')).data).toBe(true)
    expect(await find(id)).toMatchObject({ amount: 99, correction: null })
    const { approved_amount } = await t.kernel.db
      .selectFrom('allowance')
      .select('approved_amount')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(approved_amount).toBe(99_000_000)
  })

  it('the database, too, refuses a payment above the approved sum', async () => {
    const id = await paid()
    await expect(t.kernel.db.updateTable('allowance').set({ amount: 999_000_000 }).where('id', '=', id).execute()).rejects.toThrow(
      'allowance_paid_as_approved',
    )
  })
})

describe('代录的申报', () => {
  it('cannot be reviewed by the person who entered it, even if the company sent it itself', async () => {
    const { who, companyId } = await addCompany()
    const p = await project({})
    const made = (
      await as('front1').post('/dec/declare/save', {
        companyId,
        entrust: '书面委托书',
        projectId: p.id,
        formData: { title: '甲' },
        files: {},
      })
    ).body
    expect(made.success).toBe(true)
    const { id, version } = made.data
    expect((await as(who).post('/dec/my/submit', { id, version, promise: true })).body.success).toBe(true)
    const { allowed } = (await as('front1').get('/dec/declare/findById', { id })).body.data
    expect(allowed).toEqual([])
    expect(await decide('front1', id)).toMatchObject({ success: false, msg: '不能审核本人录入或提交的申报' })
    expect(
      (await as('front1').get('/dec/declare/list', { todo: true, pageSize: 100 })).body.data.list.map((r: { id: number }) => r.id),
    ).not.toContain(id)
    expect((await decide('front2', id)).success).toBe(true)
    expect(await officeId('qfzx')).toBeGreaterThan(0)
  })
})
