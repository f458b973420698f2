import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectDetail, ReviewDetail } from '../../contract/declaration.ts'
import { movableClock } from '../kernel/clock.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { declarationTests, demoForm } from './test-project.ts'

// The tools of reviewers besides the decision: revoking it, presence of colleagues, remarks, the verdict of the day.
const clock = movableClock(new Date())
let t: TestApp
let project: ProjectDetail
const { staff, addCompany, requiredFiles, demoProject, one: sqlOne } = declarationTests(() => t)
const SECONDS = 1000

beforeAll(async () => {
  t = await testApp({ clock })
  await staff('front2', 'front', 'qfzx')
  project = await demoProject('demo-talent')
})

const detail = async (who: string, id: number) => (await t.as(who).get<ReviewDetail>('/dec/declare/findById', { id })).body
const mine = async (who: string, id: number) => (await t.as(who).get('/dec/my/findById', { id })).body.data
const pass = (who: string, id: number, version: number, more = {}) =>
  t.as(who).post('/dec/declare/updateReviewState', { id, version, reviewState: 'pass', ...more })
const back = (who: string, id: number, version: number) =>
  t.as(who).post('/dec/declare/back', { id, version, reason: '请补正', fields: [{ path: 'form.talentBachelor', message: '请核对' }] })
const revoke = (who: string, id: number, version: number) => t.as(who).post('/dec/declare/revoke', { id, version })

/** Submits a declaration of a new company. */
async function submitted() {
  const { who, companyId } = await addCompany()
  const files = await requiredFiles(who, project)
  const saved = (await t.as(who).post('/dec/my/save', { projectId: project.id, formData: demoForm, files })).body.data
  const sent = (await t.as(who).post('/dec/my/submit', { id: saved.id, version: saved.version, promise: true })).body
  expect(sent).toMatchObject({ success: true })
  return { who, companyId, id: saved.id as number, version: saved.version + 1, verifyPath: sent.data.verifyPath as string }
}
const noticesOf = async (companyId: number) =>
  (
    await t.database.pool.query(
      `select n.title from notice n join sys_user u on u.id = n.user_id where u.company_id = $1 and n.kind = 'declaration' order by n.id`,
      [companyId],
    )
  ).rows.map((r: { title: string }) => r.title)

describe('撤回处理', () => {
  it('is refused to other users, for a stale version, after ten seconds, and when there is no decision', async () => {
    const one = await submitted()
    expect((await t.as(null).post('/dec/declare/revoke', { id: one.id, version: one.version })).status).toBe(401)
    expect((await revoke(one.who, one.id, one.version)).body.code).toBe('FORBIDDEN')
    expect((await revoke('front1', one.id, one.version)).body.msg).toBe('没有可以撤回的处理')
    const { version } = (await pass('front1', one.id, one.version)).body.data
    expect((await revoke('front2', one.id, version)).body).toMatchObject({ code: 'FORBIDDEN', msg: '只能撤回本人刚才的处理' })
    expect((await revoke('dept2', one.id, version)).body.code).toBe('NOT_FOUND')
    expect((await revoke('front1', one.id, version - 1)).body.code).toBe('CONFLICT')
    expect((await detail('front1', one.id)).data.undo).toMatchObject({ actionName: '通过' })
    expect((await detail('front2', one.id)).data.undo).toBeNull()
    clock.advance(11 * SECONDS)
    expect((await revoke('front1', one.id, version)).body).toMatchObject({ code: 'TOO_LATE', msg: '已超过 10 秒，不能撤回' })
    expect((await detail('front1', one.id)).data.undo).toBeNull()
    expect((await mine(one.who, one.id)).stateName).toBe('审核中')
  })

  it('reverts a pass, and the enterprise never sees that it existed', async () => {
    const one = await submitted()
    const { version } = (await pass('front1', one.id, one.version, { reviewOpinion: '按错了' })).body.data
    expect((await revoke('front1', one.id, version)).body.data).toMatchObject({ stateName: '待受理', version: version + 1 })
    const seen = await mine(one.who, one.id)
    expect(seen.stateName).toBe('已提交，待受理')
    expect(seen.timeline.map((e: { action: string }) => e.action)).toEqual(['submit'])
    expect(JSON.stringify(seen)).not.toContain('按错了')
    const staff = (await detail('front1', one.id)).data
    expect(staff.timeline.map((e) => [e.action, e.revoked])).toEqual([
      ['submit', false],
      ['pass', true],
      ['revoke', false],
    ])
    expect(staff.allowed).toContain('pass')
    // A second call changes nothing.
    expect((await revoke('front1', one.id, version + 1)).body.msg).toBe('没有可以撤回的处理')
    expect(
      await sqlOne(`select count(*)::int as n from audit_log where action = 'declaration.revoke' and object_id = $1`, [String(one.id)]),
    ).toEqual({ n: 1 })
  })

  it('reverts a correction with its request, and another one can be requested', async () => {
    const one = await submitted()
    const sent = (await back('front1', one.id, one.version)).body.data
    expect((await revoke('front1', one.id, sent.version)).body.success).toBe(true)
    expect(await mine(one.who, one.id)).toMatchObject({ stateName: '已提交，待受理', unlocked: [], corrections: [] })
    const again = (await back('front1', one.id, sent.version + 1)).body
    expect(again).toMatchObject({ success: true })
    expect((await mine(one.who, one.id)).unlocked).toEqual(['form.talentBachelor'])
  })

  it('an enterprise that answers before the revocation keeps its answer', async () => {
    const one = await submitted()
    const sent = (await back('front1', one.id, one.version)).body.data
    const draft = await mine(one.who, one.id)
    await t.as(one.who).post('/dec/my/submit', { id: one.id, version: draft.version, promise: true })
    expect((await revoke('front1', one.id, sent.version)).body.code).toBe('CONFLICT')
    expect((await mine(one.who, one.id)).round).toBe(2)
  })

  it('an approval releases its amount; a countersignature can be given again', async () => {
    const one = await submitted()
    let { version } = (await pass('front1', one.id, one.version)).body.data
    for (;;) {
      const { data } = await detail('dept1', one.id)
      const who = data.allowed.includes('pass') ? 'dept1' : 'dept3'
      // Only the signature that decides sets the amount.
      const sum = data.stateName === '待决定' && data.signing?.last ? { amount: 2 } : {}
      const result = (await pass(who, one.id, version, sum)).body
      expect(result.success).toBe(true)
      version = (await revoke(who, one.id, result.data.version)).body.data.version
      expect((await detail(who, one.id)).data).toMatchObject({ approvedAmount: null, state: data.state })
      const final = (await pass(who, one.id, version, sum)).body.data
      version = final.version
      if (final.stateName === '已通过') break
    }
    expect(await mine(one.who, one.id)).toMatchObject({ stateName: '已通过', approvedAmount: 2 })
  })

  it('notifies the enterprise of a decision once, when it can no longer be revoked', async () => {
    const one = await submitted()
    const first = (await pass('front1', one.id, one.version)).body.data
    const second = (await revoke('front1', one.id, first.version)).body.data
    await back('front1', one.id, second.version)
    expect(await noticesOf(one.companyId)).toEqual([])
    clock.advance(11 * SECONDS)
    await eventually(async () => expect(await noticesOf(one.companyId)).toEqual([`“${project.name}”待补正`]), 15_000)
  })
})

describe('正在查看', () => {
  const others = async (who: string, id: number, leaving = false) => (await t.as(who).post('/dec/declare/present', { id, leaving })).body
  it('is for staff who may see the declaration', async () => {
    const one = await submitted()
    expect((await others(one.who, one.id)).code).toBe('FORBIDDEN')
    expect((await others('dept2', one.id)).code).toBe('NOT_FOUND')
  })
  it('names other users who have it open, until they leave or stop responding', async () => {
    const one = await submitted()
    expect((await others('front1', one.id)).data).toEqual({ others: [] })
    expect((await others('front2', one.id)).data.others).toHaveLength(1)
    expect((await others('front1', one.id)).data).toEqual({ others: ['front2 甲'] })
    await others('front2', one.id, true)
    expect((await others('front1', one.id)).data).toEqual({ others: [] })
    await others('front2', one.id)
    clock.advance(46 * SECONDS)
    expect((await others('front1', one.id)).data).toEqual({ others: [] })
  })
})

describe('内部备注', () => {
  const text = '与企业电话核实，社保人数待补'
  it('is written by reviewers who may see the declaration, and is never empty', async () => {
    const one = await submitted()
    expect((await t.as(one.who).post('/dec/declare/addNote', { id: one.id, text })).body.code).toBe('FORBIDDEN')
    expect((await t.as('leader1').post('/dec/declare/addNote', { id: one.id, text })).body.code).toBe('FORBIDDEN')
    expect((await t.as('dept2').post('/dec/declare/addNote', { id: one.id, text })).body.code).toBe('NOT_FOUND')
    expect((await t.as('front1').post('/dec/declare/addNote', { id: one.id, text: ' ' })).status).toBe(400)
  })
  it('is read by staff and never by the enterprise', async () => {
    const one = await submitted()
    expect((await t.as('front1').post('/dec/declare/addNote', { id: one.id, text })).body.data).toMatchObject({ text })
    expect((await detail('front2', one.id)).data.notes).toMatchObject([{ text, who: expect.stringContaining('（') }])
    expect(JSON.stringify((await t.as(one.who).get('/dec/my/findById', { id: one.id })).body)).not.toContain(text)
    expect(
      await sqlOne(`select count(*)::int as n from audit_log where action = 'declaration.note' and object_id = $1`, [String(one.id)]),
    ).toEqual({ n: 1 })
  })
})

describe('条件核对', () => {
  it('keeps the verdict of the submission beside that of today', async () => {
    const one = await submitted()
    const then = (await detail('front1', one.id)).data
    expect(then.judgement).toMatchObject({ code: 'demo-talent', conditions: { kind: expect.any(String) } })
    expect(then.judgementNow).toEqual(then.judgement)
    // The rule changes later: the stored verdict stays.
    await t.database.pool.query(
      `update declaration_round set judgement = jsonb_set(judgement, '{verdict}', '"near"') where declaration_id = $1`,
      [one.id],
    )
    const now = (await detail('front1', one.id)).data
    expect([now.judgement!.verdict, now.judgementNow!.verdict]).toEqual(['near', then.judgementNow!.verdict])
  })
})

describe('回执核验', () => {
  it('confirms a genuine receipt, without any data of the company', async () => {
    const one = await submitted()
    const asked = Object.fromEntries(new URL(one.verifyPath, 'http://x').searchParams)
    const { data } = (await t.as(null).get('/dec/receipt/verify', asked)).body
    expect(data).toMatchObject({ valid: true, declareNo: asked.no, projectName: project.name })
    expect(JSON.stringify(data)).not.toMatch(/流程企业|91339999/)
    expect((await mine(one.who, one.id)).verifyPath).toBe(one.verifyPath)
  })
  it('gives the same answer for a wrong code and an unknown number', async () => {
    const one = await submitted()
    const { no = '', code = '' } = Object.fromEntries(new URL(one.verifyPath, 'http://x').searchParams)
    const wrong = { no, code: (code[0] === '0' ? '1' : '0') + code.slice(1) }
    const nothing = { valid: false, projectName: null, depName: null, submitDate: null }
    expect((await t.as(null).get('/dec/receipt/verify', wrong)).body.data).toMatchObject(nothing)
    expect((await t.as(null).get('/dec/receipt/verify', { no: 'SB20200101-0001', code })).body.data).toMatchObject(nothing)
    expect((await t.as(null).get('/dec/receipt/verify', { no: "SB'--", code })).status).toBe(400)
  })
})
