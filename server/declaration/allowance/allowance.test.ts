import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { allowanceProgress } from '../../../contract/declaration/allowance-states.ts'
import { movableClock, today } from '../../kernel/clock.ts'
import { makeSheet } from '../../kernel/sheet/write.ts'
import { readSheet } from '../../kernel/sheet/read.ts'
import type { ImportState } from '../../../contract/imports.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { multipart } from '../../kernel/testing/samples.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { allowed } from '../../kernel/flow.ts'
import type { Actor } from '../../kernel/actor.ts'
import { allowanceFlow, publicityOf } from './flow.ts'

const clock = movableClock(new Date())
let t: TestApp
let qy1: number
let qy2: number
beforeAll(async () => {
  t = await testApp({ clock })
  qy1 = (await t.as('qy1').get('/ent/company/info/queryCompanyIdByToken')).body.data
  qy2 = (await t.as('qy2').get('/ent/company/info/queryCompanyIdByToken')).body.data
})

let serial = 0
const record = (more: object = {}) => ({ companyId: qy1, projectName: `技改补助${++serial}`, year: 2026, amount: 12.5, ...more })
const save = async (more: object = {}) => (await t.as('front1').post('/allowance/saveOrUpdate', record(more))).body
/** The row as the user has just seen it. */
const seen = async (id: number) => ({
  id,
  version: (await t.kernel.db.selectFrom('allowance').select('version').where('id', '=', id).executeTakeFirst())?.version ?? 1,
})
const publicise = async (id: number, days?: number) =>
  t.as('front1').post('/allowance/publicise', { items: [await seen(id)], ...(days ? { days } : {}) })
const payment = async (id: number, more: object, user = 'fin1') => t.as(user).post('/allowance/pay', { ...(await seen(id)), ...more })
const resolve = async (allowanceId: number, objectionId: number, upheld: boolean, reply: string) =>
  t.as('dept1').post('/allowance/resolveObjection', { ...(await seen(allowanceId)), id: objectionId, upheld, reply })
const review = async (id: number, reviewState: number, reviewOpinion?: string, user = 'dept1') =>
  t.as(user).post('/allowance/updateReviewState', { ...(await seen(id)), reviewState, ...(reviewOpinion ? { reviewOpinion } : {}) })
const find = async (id: number, user = 'front1') => (await t.as(user).get('/allowance/findById', { id })).body
/** Ends the publicity without moving the clock, because a moved clock ends every session. */
const endPublicity = (id: number) =>
  t.kernel.db.updateTable('allowance').set({ public_from: '2026-01-05', public_to: '2026-01-12' }).where('id', '=', id).execute()
const approved = async (more: object = {}) => {
  const { data } = await save(more)
  expect((await review(data.id, 1)).body.data).toBe(true)
  return data.id as number
}
const publicised = async () => {
  const id = await approved()
  expect((await publicise(id)).body.data.successCount).toBe(1)
  return id
}

describe('补贴：拒绝', () => {
  it('refuses visitors, companies at the desk, staff without the right', async () => {
    expect((await t.as(null).get('/allowance/listMy')).status).toBe(401)
    expect((await t.as('qy1').get('/allowance/list')).body.code).toBe('FORBIDDEN')
    expect((await t.as('editor1').get('/allowance/list')).body.code).toBe('FORBIDDEN')
    expect((await t.as('dept1').post('/allowance/saveOrUpdate', record())).body.code).toBe('FORBIDDEN')
    expect((await t.as('leader1').post('/allowance/updateReviewState', { id: 1, version: 1, reviewState: 1 })).body.code).toBe('FORBIDDEN')
  })
  it('shows a company nothing of another company, and a reviewer nothing of another office', async () => {
    const { data } = await save({ companyId: qy2 })
    expect((await t.as('qy1').get('/allowance/findById', { id: data.id })).body.code).toBe('NOT_FOUND')
    const offices = (await t.as('front1').get('/allowance/enums')).body.data.office as { value: string; label: string }[]
    const other = await save({ officeId: Number(offices.find((o) => o.label.includes('科技'))!.value) })
    expect((await t.as('dept1').get('/allowance/findById', { id: other.data.id })).body.code).toBe('NOT_FOUND')
    expect((await review(other.data.id, 1)).body.code).toBe('NOT_FOUND')
    expect((await review(other.data.id, 1, undefined, 'dept2')).body.data).toBe(true)
  })
  it('names the faulty field: amount, project, existing allowance, declaration of another company', async () => {
    expect((await save({ amount: 0 })).fields).toMatchObject([{ path: 'amount', message: '金额应大于 0' }])
    expect((await save({ amount: 1.00001 })).fields).toMatchObject([{ path: 'amount' }])
    expect((await save({ projectName: ' ' })).fields).toMatchObject([{ path: 'projectName', message: '请填写项目名称' }])
    expect((await save({ companyId: 999_999 })).fields).toMatchObject([{ path: 'companyId' }])
    expect((await save({ declareId: 999_999 })).fields).toMatchObject([{ path: 'declareId' }])
    await save({ projectName: '同一笔' })
    expect((await save({ projectName: '同一笔' })).fields).toMatchObject([{ path: 'projectName' }])
  })
  it('refuses a refusal without opinion, a review of one’s own entry, a second decision, and payment before the publicity', async () => {
    const { data } = await save()
    expect((await review(data.id, 2)).body.fields).toMatchObject([{ path: 'reviewOpinion', message: '请填写审核意见' }])
    expect((await review(data.id, 1)).body.data).toBe(true)
    expect((await review(data.id, 2, '晚了')).body.code).toBe('STATE')
    const pay = () => payment(data.id, { payDate: today(clock) })
    expect((await pay()).body.code).toBe('STATE')
    await publicise(data.id)
    expect((await pay()).body.code).toBe('STATE')
    expect((await t.as('front1').form('/allowance/delete', { id: data.id })).body.code).toBe('STATE')
  })
})

describe('补贴的一生', () => {
  it('is requested by a company, approved, published and paid; the company reads each state and is notified', async () => {
    const asked = await t.as('qy1').post('/allowance/submit', { projectName: '数字化改造', year: 2026, amount: 30 })
    const id = asked.body.data.id as number
    expect((await find(id, 'qy1')).data).toMatchObject({ state: 0, source: 'enterprise', amount: 30, allowed: [] })
    expect((await find(id, 'dept1')).data.allowed).toEqual(['approve', 'refuse'])
    await review(id, 1, '同意')
    const { data } = (await publicise(id, 3)).body
    expect(data.publicFrom).toBe(today(clock))
    expect((await find(id, 'qy1')).data).toMatchObject({ state: 1, publicity: 'running' })
    const published = (await t.as('qy2').get('/allowance/publicityList')).body.data.list
    expect(published.map((r: { id: number }) => r.id)).toContain(id)
    await endPublicity(id)
    const pay = (payDate: string) => payment(id, { payDate, voucher: 'PZ-1' })
    expect((await pay('2026-01-12')).body.fields).toMatchObject([{ path: 'payDate' }])
    expect((await pay('')).body.fields).toEqual([{ path: 'payDate', message: '请填写拨付日期' }])
    expect((await pay(today(clock))).body.data).toBe(true)
    expect((await find(id, 'qy1')).data).toMatchObject({ state: 3, payDate: today(clock) })
    expect((await find(id)).data.logs.map((l: { move: string }) => l.move)).toEqual(['enter', 'approve', 'publicise', 'pay'])
    expect(await auditTrail(t.kernel, 'allowance.pay')).toHaveLength(1)
    const notices = await t.kernel.db.selectFrom('notice').select('title').where('title', 'like', '%数字化改造%').execute()
    expect(notices.map((n) => n.title)).toEqual(expect.arrayContaining(['补贴“数字化改造”：公示中', '补贴“数字化改造”：已拨付']))
  })
  it('is blocked by an objection until it is resolved; when upheld, the approval is void', async () => {
    const id = await publicised()
    const object = (user: string) => t.as(user).post('/allowance/object', { id, content: '该企业不符合条件' })
    expect((await object('qy2')).body.data).toBe(true)
    expect((await object('qy2')).body.code).toBe('ALREADY')
    const published = async (user: string) =>
      (await t.as(user).get('/allowance/publicityList', { pageSize: 100 })).body.data.list.find((r: { id: number }) => r.id === id)
    expect(await published('qy2')).toMatchObject({ objection: { state: 0, reply: null } })
    expect(await published('gr1')).toMatchObject({ objection: null })
    await endPublicity(id)
    expect((await find(id)).data.publicity).toBe('objected')
    expect((await payment(id, { payDate: today(clock) })).body.code).toBe('STATE')
    const objection = (await find(id, 'dept1')).data.objections[0]
    expect(objection.userName).toBeTruthy()
    expect((await resolve(id, objection.id, true, '经核实成立')).body.data).toBe(true)
    expect((await find(id, 'qy1')).data).toMatchObject({
      state: 2,
      reviewOpinion: '经核实成立',
      objections: [{ userName: null, state: 1 }],
    })
    expect((await resolve(id, objection.id, false, '再来')).body.code).toBe('STATE')
  })
  it('a company objects to its refusal, which opens the review again', async () => {
    const { data } = await save()
    await review(data.id, 2, '材料不全')
    expect((await t.as('qy2').post('/allowance/object', { id: data.id, content: '不关我事' })).body.code).toBe('NOT_FOUND')
    expect((await t.as('qy1').post('/allowance/object', { id: data.id, content: '材料已齐' })).body.data).toBe(true)
    const [objection] = (await find(data.id, 'dept1')).data.objections
    const own = (await find(data.id, 'qy1')).data
    expect(own.objections).toMatchObject([{ own: true, state: 0 }])
    expect(allowanceProgress(own.state, own.publicity, own.publicTo).next).toBe('您的异议正在核实，核实结果会通知您')
    expect((await find(data.id, 'dept1')).data.objections).toMatchObject([{ own: false }])
    await resolve(data.id, objection.id, true, '重新审核')
    expect((await find(data.id)).data.state).toBe(0)
  })
  it('the note of its payment is corrected: with a reason, based on the version seen, and the company is notified', async () => {
    const id = await publicised()
    const correct = (user: string, more: object = {}) =>
      t.as(user).post('/allowance/correctPayment', {
        id,
        version: 4,
        payDate: today(clock),
        voucher: 'PZ-8',
        amount: 12.5,
        reason: '凭证号录错',
        ...more,
      })
    expect((await correct('fin1', { version: 3 })).body.code).toBe('STATE')
    await endPublicity(id)
    expect((await payment(id, { payDate: today(clock), voucher: 'PZ-3' })).body.data).toBe(true)
    expect((await correct('dept1')).body.code).toBe('FORBIDDEN')
    expect((await correct('qy1')).body.code).toBe('FORBIDDEN')
    expect((await correct('fin1', { reason: ' ' })).body.fields).toMatchObject([{ path: 'reason', message: '请填写更正原因' }])
    expect((await correct('fin1', { payDate: '2026-01-12' })).body.fields).toMatchObject([{ path: 'payDate' }])
    expect((await correct('fin1', { payDate: '2099-01-12' })).body.fields).toMatchObject([{ path: 'payDate' }])
    expect((await correct('fin1', { voucher: 'PZ-3', amount: 12.5 })).body.fields).toMatchObject([
      { path: 'reason', message: '没有需要更正的内容' },
    ])
    expect((await correct('fin1', { version: 3 })).body.code).toBe('CONFLICT')
    expect((await correct('fin1')).body.data).toEqual({ waiting: false })
    const seen = (await find(id, 'qy1')).data
    expect(seen).toMatchObject({ state: 3, voucher: 'PZ-8', amount: 12.5 })
    expect(seen.logs.at(-1)).toMatchObject({ move: 'correct', note: '凭证号 PZ-3 改为 PZ-8。原因：凭证号录错' })
    expect((await auditTrail(t.kernel, 'allowance.correct'))[0]!.detail).toMatchObject({
      before: { voucher: 'PZ-3', amount: 12.5 },
      after: { voucher: 'PZ-8', amount: 12.5 },
    })
    const { title } = await t.kernel.db
      .selectFrom('notice')
      .select('title')
      .where('title', 'like', '%拨付登记已更正')
      .executeTakeFirstOrThrow()
    expect(title).toContain(seen.projectName)
  })
  it('an objection notifies those who can open it', async () => {
    const office = await t.kernel.db.selectFrom('sys_user').select('office_id').where('user_name', '=', 'dept2').executeTakeFirstOrThrow()
    const { data } = await save({ officeId: office.office_id! })
    await review(data.id, 1, undefined, 'dept2')
    await publicise(data.id)
    expect((await t.as('gr1').post('/allowance/object', { id: data.id, content: '金额不实' })).body.data).toBe(true)
    const link = `/work/subsidies?id=${data.id}`
    const told = await t.kernel.db
      .selectFrom('notice as n')
      .innerJoin('sys_user as u', 'u.id', 'n.user_id')
      .select('u.user_name')
      .where('n.link', '=', link)
      .where('n.title', 'like', '%收到异议')
      .execute()
    expect(told.map((x) => x.user_name)).toEqual(expect.arrayContaining(['dept2', 'front1']))
    expect(told.map((x) => x.user_name)).not.toContain('dept1')
    for (const { user_name } of told) expect((await find(data.id, user_name)).success).toBe(true)
    const unread = async () =>
      (
        await t.kernel.db
          .selectFrom('notice')
          .select('id')
          .where('link', '=', link)
          .where('kind', '=', 'work')
          .where('read_at', 'is', null)
          .execute()
      ).length
    expect(await unread()).toBeGreaterThan(0)
    const { objections, version } = (await find(data.id, 'dept2')).data
    const answer = { id: objections[0].id, version, upheld: false, reply: '查证属实，金额无误' }
    expect((await t.as('dept2').post('/allowance/resolveObjection', answer)).body.data).toBe(true)
    expect(await unread(), 'answered by one, it waits for nobody').toBe(0)
  })
  it('is changed with its version, and deleted while it waits, all or none', async () => {
    const { data } = await save()
    const change = (version: number) =>
      t.as('front1').post('/allowance/saveOrUpdate', { ...record({ projectName: '改名' }), id: data.id, version })
    expect((await change(9)).body.code).toBe('CONFLICT')
    expect((await change(1)).body.data).toEqual({ id: data.id, version: 2 })
    const done = await approved()
    const batch = (ids: string) => t.as('front1').form('/allowance/deleteBatch', { ids })
    expect((await batch(`${data.id},${done}`)).body.code).toBe('STATE')
    expect((await find(data.id)).success).toBe(true)
    expect((await batch(String(data.id))).body.data).toBe(true)
    expect((await find(data.id)).code).toBe('NOT_FOUND')
  })
  it('a company’s own application is deleted only with a reason, which the company reads; its row stays', async () => {
    const ask = { projectName: '购置设备', year: 2026, amount: 30 }
    const { id } = (await t.as('qy1').post('/allowance/submit', ask)).body.data
    const remove = (more: object = {}) => t.as('front1').form('/allowance/delete', { id: String(id), ...more })
    expect((await remove()).body.fields).toEqual([{ path: 'reason', message: '请填写删除的原因，企业会看到' }])
    expect((await find(id, 'qy1')).data).toMatchObject({ state: 0 })
    expect((await remove({ reason: '与上月的申请重复' })).body.data).toBe(true)
    expect((await find(id)).code).toBe('NOT_FOUND')
    expect((await find(id, 'qy1')).data).toMatchObject({ deleted: true, deletedReason: '与上月的申请重复' })
    const mine = (await t.as('qy1').get('/allowance/listMy', { pageSize: 100 })).body.data.list
    expect(mine.map((r: { id: number }) => r.id)).toContain(id)
    expect((await find(id, 'qy2')).code).toBe('NOT_FOUND')
    const notice = await t.kernel.db
      .selectFrom('notice')
      .select('body')
      .where('title', '=', '补贴“购置设备”：已被部门删除')
      .executeTakeFirstOrThrow()
    expect(notice.body).toContain('与上月的申请重复')
  })
})

describe('补贴的名单、导入和导出', () => {
  const codeOf = async (id: number) =>
    (await t.kernel.db.selectFrom('company').select('credit_code').where('id', '=', id).executeTakeFirstOrThrow()).credit_code
  const send = async (rows: (string | number)[][], fields: Record<string, string> = {}): Promise<ImportState> => {
    const header = ['统一社会信用代码', '项目名称', '年度', '金额（万元）', '政策标题', '拨付部门', '备注']
    const content = await makeSheet('补贴', [header, ...rows], [])
    const { body } = await t
      .as('front1')
      .send({ method: 'POST', url: '/allowance/import', ...multipart({ name: '补贴.xlsx', content }, fields) })
    let state = body.data as ImportState
    await eventually(async () => {
      state = (await t.as('front1').get('/import/progress', { taskId: state.taskId })).body.data
      expect(state.status).not.toBe(1)
    })
    return state
  }
  it('imports good rows, names row and column of the wrong ones, and writes nothing twice', async () => {
    const code = await codeOf(qy1)
    const rows = [
      [code, '稳岗补贴', 2026, 3.5, '', '', ''],
      ['91330521MA00000001', '稳岗补贴', 2026, 3.5, '', '', ''],
      [code, '扩岗补贴', 'x', 1, '', '没有的局', ''],
      [code, '见习补贴', 2026, '三万', '', '', ''],
    ]
    const dry = await send(rows, { dryRun: 'true' })
    expect(dry).toMatchObject({ addedCount: 1, failCount: 3 })
    expect(dry.errors.map((e) => [e.row, e.column, e.message])).toEqual([
      [3, '统一社会信用代码', '平台没有这家企业'],
      [4, '年度', '应为四位年份'],
      [4, '拨付部门', '没有这个部门'],
      [5, '金额（万元）', '应为数字'],
    ])
    expect(await send(rows, { mode: 'all' })).toMatchObject({ successCount: 0 })
    expect(await send(rows)).toMatchObject({ addedCount: 1, failCount: 3 })
    expect(await send(rows)).toMatchObject({ addedCount: 0, sameCount: 1 })
  })
  it('lists by filters, counts, and exports the list', async () => {
    const { list, total } = (await t.as('front1').get('/allowance/list', { projectName: '稳岗' })).body.data
    expect([total, list.map((r: { amount: number }) => r.amount)]).toEqual([1, [3.5]])
    const { raw } = await t.as('front1').get('/allowance/export', { projectName: '稳岗' })
    const path = join(t.database.target.dataDir, 'allowance.xlsx')
    await writeFile(path, raw)
    const rows = await readSheet(path)
    expect(rows).toHaveLength(2)
    expect(rows[1]!.cells).toContain('稳岗补贴')
    const { totals, names, series } = (await t.as('leader1').get('/allowance/statistics')).body.data
    expect(names.length).toBe(series[0].data.length)
    expect(totals.count).toBe(series[0].data.reduce((a: number, b: number) => a + b, 0))
    // The one of the full-life test, the one with the corrected note, and one of the demo.
    expect(totals.paidCount).toBe(3)
    expect((await t.as('leader1').get('/allowance/list', { state: 3 })).body.data.total).toBe(3)
  })
})

describe('补贴的状态机', () => {
  const standing = fc.record({
    state: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
    public_to: fc.option(fc.constantFrom('2026-01-01', '2026-12-31'), { nil: null }),
    open_objections: fc.integer({ min: 0, max: 2 }),
    groundless: fc.option(fc.constant('没有依据'), { nil: null }),
    makers: fc.subarray([1, 2]),
    approved_by: fc.option(fc.constantFrom(1, 2), { nil: null }),
  })
  const rest = { id: 1, version: 1, company_id: 1, declaration_id: null, project_name: '甲', source: 'staff', office_id: null }
  const who = (userId: number) =>
    ({ userId, permissions: new Set(['allowance:manage', 'allowance:review', 'allowance:pay']) }) as unknown as Actor
  it('pays only with a valid ground, after the publicity, without open objection, and by a third person', () => {
    fc.assert(
      fc.property(standing, fc.constantFrom(1, 2, 3), (one, user) => {
        const publicity = publicityOf(one, '2026-06-01')
        const row = { ...rest, ...one, publicity, amount: 5, approved_amount: 5, correction: null }
        const open = allowed(allowanceFlow, who(user), row)
        if (open.includes('pay')) {
          expect([row.state, row.open_objections, row.public_to! < '2026-06-01', row.groundless]).toEqual([1, 0, true, null])
          expect([...row.makers, row.approved_by]).not.toContain(user)
        }
        if (row.groundless) for (const move of ['approve', 'publicise', 'pay'] as const) expect(open).not.toContain(move)
        if (row.makers.includes(user)) expect(open).not.toContain('approve')
        if (row.state === 3) expect(open).toEqual(['correct', 'propose'])
        expect(allowanceProgress(row.state, publicity, row.public_to).next).toBeTruthy()
      }),
    )
  })
})
