import { authStatuses } from '../../contract/company.ts'
import { declarationStates, reviewStepKeys, reviewSteps, type ReviewStep } from '../../contract/declaration.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { declarationTests, simple } from './test-project.ts'

// G-04: a declaration that is not 符合 passes only with a ground; a person who reviewed does not decide.
const clock = movableClock(new Date())
let t: TestApp
const { as, one, officeId, staff, addCompany, project, sent, desk, decide, versionOf } = declarationTests(() => t)
let jxj = 0
beforeAll(async () => {
  t = await testApp({ clock })
  jxj = await officeId('jxj')
})
const consent = (companyId: number, status = '02') =>
  t.kernel.db
    .updateTable('company')
    .set({ auth_status: status as '02' })
    .where('id', '=', companyId)
    .execute()
/** A declaration of a company that consented but has an empty archive: 待补信息. */
async function unknown(projectId: number) {
  const { who, companyId } = await addCompany()
  await consent(companyId)
  return { ...(await sent(projectId, { title: '甲' }, who)), companyId }
}
const ground = (more: object = {}) => ({ kind: 'original', words: '已在窗口核对社保缴纳证明原件', ...more })
const steps = (...names: ReviewStep[]) => ({
  ...simple(),
  steps: names.map((step) => ({
    step,
    permission: step === 'accept' ? 'declaration:accept' : 'declaration:review',
    officeId: step === 'accept' ? null : jxj,
    mode: 'one',
  })),
})

describe('通过的依据', () => {
  it('is needed when the verdict is not 符合: from the list, with its subject and the reviewer’s own words', async () => {
    const p = await project({})
    const d = await unknown(p.id)
    expect((await desk('front1', d.id)).data).toMatchObject({ verdict: 'unknown', judgement: { verdict: 'unknown' } })
    const wrong = async (more: Record<string, unknown>) => (await decide('front1', d.id, 'pass', more)).fields?.[0]
    expect(await wrong({})).toEqual({ path: 'ground', message: '申报日的核对结论为“待补信息”，通过须选择依据并写明理由' })
    expect(await wrong({ ground: ground({ kind: 'nothing' }) })).toMatchObject({ path: 'ground.kind', message: '请选择通过的依据' })
    expect(await wrong({ ground: ground({ kind: 'archive' }) })).toEqual({ path: 'ground.about', message: '请写明哪一项档案数据有误' })
    expect(await wrong({ ground: ground({ kind: 'policy' }) })).toEqual({ path: 'ground.about', message: '请写明政策的条款' })
    expect(await wrong({ ground: ground({ words: '已核' }) })).toEqual({ path: 'ground.words', message: '理由至少 10 个字' })
    expect((await decide('front1', d.id, 'pass', { ground: ground() })).success).toBe(true)
    const log = await one(`select verdict, ground, seen_version from declaration_log where declaration_id = $1 and move = 'pass'`, [d.id])
    expect(log).toMatchObject({
      verdict: 'unknown',
      ground: { kind: 'original', words: '已在窗口核对社保缴纳证明原件' },
      seen_version: d.version,
    })
    const { timeline } = (await desk('front1', d.id)).data
    expect(timeline.at(-1)!.ground).toBe('核对结论“待补信息”，依据：已核原件。已在窗口核对社保缴纳证明原件')
    const read = (await as(d.who).get('/dec/my/findById', { id: d.id })).body.data
    expect(read).toMatchObject({ verdict: null, measured: null })
    expect(read.timeline.map((e: { ground: string | null }) => e.ground)).not.toContain(timeline.at(-1)!.ground)
  })
  it('stays with the decision when the company withdraws its consent during the review; the archive is read no more', async () => {
    const p = await project({})
    const d = await unknown(p.id)
    expect((await desk('front1', d.id)).data.verdict).toBe('unknown')
    await consent(d.companyId, authStatuses.declined)
    const now = (await desk('front1', d.id)).data
    expect(now).toMatchObject({ verdict: 'unchecked', risks: null })
    expect((await decide('front1', d.id, 'pass', { ground: ground({ words: '撤回授权之前已核对原件无误' }) })).success).toBe(true)
    const log = await one(`select verdict, ground from declaration_log where declaration_id = $1 and move = 'pass'`, [d.id])
    expect(log).toMatchObject({ verdict: 'unchecked', ground: { words: '撤回授权之前已核对原件无误' } })
  })

  it('refuses the same sentence for a second declaration, also with other punctuation', async () => {
    const p = await project({})
    const [first, second] = [await unknown(p.id), await unknown(p.id)]
    const words = '学位证书与名单逐一核对无误，人数属实'
    expect((await decide('front1', first.id, 'pass', { ground: ground({ words }) })).success).toBe(true)
    const again = await decide('front1', second.id, 'pass', { ground: ground({ words: ` 学位证书与名单逐一核对无误, 人数属实\u200b` }) })
    expect(again.fields![0]!.path).toBe('ground.words')
    expect(again.fields![0]!.message).toMatch(/^这句话已用于申报 SB\d{8}-\d{4}，请写明本件的情况$/)
  })

  it('is not needed without consent, where the verdict is 未授权，未核对', async () => {
    const d = await sent((await project({})).id)
    expect((await desk('front1', d.id)).data).toMatchObject({ verdict: 'unchecked' })
    expect((await decide('front1', d.id)).success).toBe(true)
  })

  it('batches refuse such rows one by one; the others continue; the desk filters by verdict', async () => {
    const p = await project({})
    const free = await sent(p.id)
    const asked = await unknown(p.id)
    const list = async (verdict: string) =>
      (await as('front1').get('/dec/declare/list', { projectId: p.id, verdict })).body.data.list.map((r: { id: number }) => r.id)
    expect([await list('unknown'), await list('unchecked'), await list('match')]).toEqual([[asked.id], [free.id], []])
    const items = [
      { id: free.id, version: await versionOf(free.id) },
      { id: asked.id, version: await versionOf(asked.id) },
    ]
    const { data } = (await as('front1').post('/dec/declare/batchReview', { items, reviewState: 'pass' })).body
    expect(data).toMatchObject({ successCount: 1, failCount: 1 })
    expect(data.list.map((r: { ok: boolean }) => r.ok)).toEqual([true, false])
    expect(data.list[1].message).toContain('通过须选择依据')
  })
})

describe('决定与审核不得同一人', () => {
  it('is on for a new project where two persons can sign, and names who is missing otherwise', async () => {
    const p = await project({ ...steps('accept', 'review', 'decide'), separateDecision: undefined })
    expect(p.separateDecision).toBe(true)
    const czj = await officeId('czj')
    const alone = { ...steps('review', 'decide') }
    alone.steps = alone.steps.map((s) => ({ ...s, officeId: czj }))
    const none = await project({ ...alone, separateDecision: undefined })
    expect(none.separateDecision).toBe(false)
    await staff('czj9', 'dept', 'czj')
    await expect(project({ ...alone, separateDecision: true })).rejects.toThrow(
      /审核和决定环节目前只有 czj9 甲 一人，还缺一名有审核权的人员/,
    )
  })

  it('a person who signed the review does not decide, also by delegation; acceptance does not count', async () => {
    const p = await project({ ...steps('accept', 'review', 'decide'), separateDecision: true })
    const d = await sent(p.id)
    expect((await decide('front1', d.id)).success).toBe(true)
    expect((await decide('dept1', d.id)).success).toBe(true)
    expect((await desk('dept1', d.id)).data.allowed).toEqual([])
    expect(await decide('dept1', d.id)).toMatchObject({
      success: false,
      code: 'FORBIDDEN',
      msg: '本项目的决定与审核不得同一人，您已审核过这份申报',
    })
    const waiting = async (who: string) =>
      (await as(who).get('/dec/declare/list', { todo: true, projectId: p.id })).body.data.list.map((r: { id: number }) => r.id)
    expect([await waiting('dept1'), await waiting('dept3')]).toEqual([[], [d.id]])
    // dept3 delegates to dept1: dept1 still signed the review.
    const { id: dept1 } = await one<{ id: number }>(`select id from sys_user where user_name = 'dept1'`)
    await t.kernel.db
      .insertInto('declaration_delegation')
      .values({
        user_id: (await one<{ id: number }>(`select id from sys_user where user_name = 'dept3'`)).id,
        delegate_id: dept1,
        starts_at: new Date(Date.now() - 1000).toISOString(),
        ends_at: new Date(Date.now() + 86_400_000).toISOString(),
        reason: '出差',
        created_at: new Date().toISOString(),
      })
      .execute()
    expect((await decide('dept1', d.id)).success).toBe(false)
    expect((await decide('dept3', d.id)).success).toBe(true)
  })
})

describe('现场核查与专家评审', () => {
  it('are separate steps if the project has them: each waits for its members, notifies them, and leads to the next', async () => {
    const p = await project({ ...steps(...reviewStepKeys), separateDecision: true })
    const d = await sent(p.id)
    const stateFor = async (who: string) => (await as(who).get('/dec/my/findById', { id: d.id })).body.data.stateName
    const turns = { accept: 'front1', review: 'dept3', inspect: 'dept1', assess: 'dept3', decide: 'dept1' } as const
    for (const step of reviewStepKeys.slice(0, -1)) {
      const { data } = await desk(turns[step], d.id)
      expect([data.state, data.allowed.includes('pass')], step).toEqual([declarationStates[reviewSteps[step].state].code, true])
      expect(await stateFor(d.who)).toBe(step === 'accept' ? '已提交，待受理' : '审核中')
      expect((await decide(turns[step], d.id)).success, step).toBe(true)
    }
    // Members of the site visit or the expert panel do not decide; here both people of the office were members.
    for (const who of ['dept1', 'dept3'])
      expect(await decide(who, d.id)).toMatchObject({ code: 'FORBIDDEN', msg: '本项目的决定与审核不得同一人，您已审核过这份申报' })
    const waiting = async (who: string) => (await as(who).get('/dec/declare/list', { todo: true, projectId: p.id })).body.data.total
    expect([await waiting('dept1'), await waiting('dept3')]).toEqual([0, 0])
    await staff('jxj8', 'dept', 'jxj')
    expect(await waiting('jxj8')).toBe(1)
    expect((await decide('jxj8', d.id)).success).toBe(true)
    expect((await as(d.who).get('/dec/my/findById', { id: d.id })).body.data.state).toBe(declarationStates.approved.code)
  })

  it('have the names that the project gives them', async () => {
    const named = steps(...reviewStepKeys)
    const template = { ...named, steps: named.steps.map((s) => (s.step === 'assess' ? { ...s, name: ' 联席会商 ' } : { ...s, name: '' })) }
    const d = await sent((await project(template)).id)
    for (const who of ['front1', 'dept3', 'dept1']) await decide(who, d.id)
    expect((await desk('dept3', d.id)).data).toMatchObject({ stateName: '专家评审中', signing: { stepName: '联席会商' } })
    clock.advance(11_000)
    const told = async () =>
      (await t.kernel.db.selectFrom('notice').select('title').where('link', 'like', `%?id=${d.id}`).execute()).map((n) => n.title)
    await eventually(async () => expect(await told()).toContainEqual(expect.stringMatching(/的申报等待联席会商$/)), 15_000)
  })

  it('come after the review and before the decision, once each', async () => {
    const wrong = (...names: ReviewStep[]) => project(steps(...names))
    await expect(wrong('accept', 'assess', 'inspect', 'decide')).rejects.toThrow(/受理、部门审核、现场核查、专家评审、决定/)
    await expect(wrong('accept', 'inspect', 'inspect')).rejects.toThrow(/且不重复/)
  })
})
