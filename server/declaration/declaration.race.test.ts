import { beforeAll, describe, expect, it } from 'vitest'
import type { ProjectDetail } from '../../contract/declaration.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { meeting } from '../kernel/testing/meeting.ts'
import { transitionsOf } from './flow.ts'
import { declarationTests, demoForm as form } from './test-project.ts'

let t: TestApp
const {
  as,
  one: sqlOne,
  officeId,
  staff,
  addCompany,
  requiredFiles,
  demoProject,
  project,
  sent,
  desk,
  versionOf,
} = declarationTests(() => t)
let talent: ProjectDetail
let [jxj, kjj, czj] = [0, 0, 0]
beforeAll(async () => {
  t = await testApp()
  ;[jxj, kjj, czj] = [await officeId('jxj'), await officeId('kjj'), await officeId('czj')]
  await staff('front2', 'front', 'qfzx')
  await staff('jxj2', 'dept', 'jxj')
  await staff('czj1', 'dept', 'czj')
  talent = await demoProject('demo-talent')
  // Logged in before, so that no log-in takes part in a meeting.
  for (const who of ['front1', 'front2', 'dept1', 'dept2', 'jxj2', 'czj1']) await as(who).tokens()
})

const save = (who: string, body: Record<string, unknown>) => as(who).post('/dec/my/save', body)
const submit = (who: string, id: number, version: number) => as(who).post('/dec/my/submit', { id, version, promise: true })
const review = (who: string, id: number, version: number, reviewState: string, more: Record<string, unknown> = {}) =>
  as(who).post('/dec/declare/updateReviewState', { id, version, reviewState, ...more })
const back = (who: string, id: number, version: number) =>
  as(who).post('/dec/declare/back', { id, version, reason: '请补正', fields: [{ path: 'form.talentBachelor', message: '请核对' }] })
const signedBy = (mode: string, officeIds: number[]) => ({
  steps: [{ step: 'review', permission: 'declaration:review', officeId: null, mode, officeIds }],
})

/** A complete, unsent declaration of a new company (a company declares once per project). */
async function newDraft(): Promise<{ who: string; id: number; version: number; files: Record<string, string[]> }> {
  const { who } = await addCompany()
  const files = await requiredFiles(who, talent)
  const keys = new Set(talent.template.sections.flatMap((x) => x.fields.map((f) => f.key)))
  const formData = Object.fromEntries(Object.entries(form).filter(([key]) => keys.has(key)))
  const { id, version } = (await save(who, { projectId: talent.id, formData, files })).body.data
  return { who, id, version, files }
}

describe('申报项目：同时', () => {
  // Seen red without the unique index project_once: ten projects.
  it('ten parallel requests to save store it once', async () => {
    const payload = {
      policyId: talent.policyId,
      examineDep: talent.examineDep,
      template: JSON.stringify({ ...talent.template, name: '第二批' }),
      applyStartTime: '2026-11-01 00:00:00',
      applyEndTime: '2026-12-31 23:59:59',
      examineStartTime: '2026-11-01 00:00:00',
      examineEndTime: '2027-01-31 23:59:59',
    }
    const clicks = await Promise.all(Array.from({ length: 10 }, () => as('editor1').post('/gov/policy/doc/saveProject', payload)))
    expect(clicks[0]!.body).toMatchObject({ success: true, data: { version: 1 } })
    expect(new Set(clicks.map((c) => JSON.stringify(c.body.data))).size).toBe(1)
    expect(await sqlOne(`select count(*) as n from project where name = '第二批'`)).toEqual({ n: 1 })
  })
})

describe('申报：同时', () => {
  // Seen red without the unique index declaration_once.
  it('eight parallel requests to open it again return the existing one', async () => {
    const { who, id } = await newDraft()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => save(who, { projectId: talent.id, formData: { employees: 1 }, files: {} })),
    )
    expect(new Set(answers.map((a) => a.body.data.id))).toEqual(new Set([id]))
    expect(answers.every((a) => a.body.data.reused)).toBe(true)
  })

  // Seen red without the unique index declaration_once: twenty drafts.
  it('twenty parallel requests to open it make one', async () => {
    const { who, id } = await newDraft()
    await as(who).form('/dec/my/delete', { id: String(id) })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => save(who, { projectId: talent.id, formData: { employees: 1 }, files: {} })),
    )
    expect(new Set(answers.map((a) => a.body.data.id)).size).toBe(1)
    expect(answers.filter((a) => !a.body.data.reused)).toHaveLength(1)
  })

  // Seen red without the row lock of lockDeclaration and the version and state in the UPDATE of moveDeclaration.
  it('fifty parallel submissions make one declaration with one number and one reply', async () => {
    const { who, id, version } = await newDraft()
    const answers = await meeting(t, 8, () => Promise.all(Array.from({ length: 50 }, () => submit(who, id, version))))
    expect(answers.every((a) => a.body.success)).toBe(true)
    expect(new Set(answers.map((a) => JSON.stringify(a.body.data))).size).toBe(1)
    expect(await sqlOne('select count(*) as n from declaration_round where declaration_id = $1', [id])).toEqual({ n: 1 })
    expect(await sqlOne(`select count(*) as n from declaration_log where declaration_id = $1`, [id])).toEqual({ n: 1 })
    expect(
      await sqlOne(
        `select count(*) as n from audit_log where object_type = 'declaration' and object_id = $1 and action = 'declaration.submit'`,
        [String(id)],
      ),
    ).toEqual({ n: 1 })
  })

  // Seen red when the upsert of nextOf adds to a number that was read before it held the row, and declare_no is not unique.
  it('gives parallel submitters different numbers', async () => {
    const drafts = [await newDraft(), await newDraft(), await newDraft(), await newDraft()]
    const numbers = (await Promise.all(drafts.map((d) => submit(d.who, d.id, d.version)))).map((a) => a.body.data.declareNo)
    expect(numbers.every((number) => /^SB\d{8}-\d{4,}$/.test(number))).toBe(true)
    expect(new Set(numbers).size).toBe(4)
  })

  // Seen red without the row lock of lockDeclaration and the version and state in the UPDATE of moveDeclaration.
  it('lets one of two parallel reviewers win', async () => {
    const { who, id, version: draft } = await newDraft()
    await submit(who, id, draft)
    const version = draft + 1
    const answers = await meeting(t, 3, () =>
      Promise.all([
        review('front1', id, version, 'pass'),
        review('front2', id, version, 'refuse', { reviewOpinion: '不符合' }),
        review('front2', id, version, 'pass'),
      ]),
    )
    expect(answers.filter((a) => a.body.success)).toHaveLength(1)
    expect(answers.filter((a) => !a.body.success).every((a) => a.body.code === 'CONFLICT')).toBe(true)
    expect(await sqlOne(`select count(*) as n from declaration_log where declaration_id = $1`, [id])).toEqual({ n: 2 })
  })

  // Seen red without the row lock of lockDeclaration and the version and state in the UPDATE of moveDeclaration.
  it('parallel moves of several users give one consistent history (K-03)', async () => {
    const random = seeded(20261121)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    let won = 0
    for (let life = 0; life < 6; life++) {
      const one = await newDraft()
      won += await live(one, pick)
      await expectOneStory(one.id)
    }
    expect(won).toBeGreaterThan(30)
  })

  /** Up to twelve rounds of six users who act at the same time on what they saw; returns how many actions succeeded. */
  async function live(one: Awaited<ReturnType<typeof newDraft>>, pick: <T>(list: readonly T[]) => T): Promise<number> {
    let won = 0
    for (let i = 0; i < 12; i++) {
      const { version } = await sqlOne<{ version: number }>('select version from declaration where id = $1', [one.id])
      const formData = { ...form, talentBachelor: pick([1, 2, 3]) }
      const moves: (() => Promise<{ body: { success: boolean } }>)[] = [
        () => save(one.who, { id: one.id, version, projectId: talent.id, formData, files: one.files }),
        () => submit(one.who, one.id, version),
        () => as(one.who).form('/dec/my/withdraw', { id: String(one.id) }),
        () => review('front1', one.id, version, 'pass'),
        () => back('front2', one.id, version),
        () => review('dept1', one.id, version, 'pass'),
        () => review('dept1', one.id, version, 'pass', { amount: 0.5 }),
        () => back('dept3', one.id, version),
      ]
      const answers = await Promise.all(Array.from({ length: 6 }, () => pick(moves)()))
      won += answers.filter((a) => a.body.success).length
    }
    return won
  }

  /** Checks that log, rounds, audit and row agree, and that every logged step is allowed and begins where the last one ended. */
  async function expectOneStory(id: number): Promise<void> {
    const { rows: log } = await t.database.pool.query(
      'select move, from_state, to_state, round from declaration_log where declaration_id = $1 order by id',
      [id],
    )
    let state = 'draft'
    let round = 0
    for (const entry of log) {
      if (entry.move === 'submit' || entry.move === 'resubmit') round += 1
      const lawful = transitionsOf(talent.template.steps).some((x) => x.from === state && x.move === entry.move && x.to === entry.to_state)
      expect(entry).toMatchObject({ from_state: state, round })
      expect(lawful, `${state} --${entry.move}--> ${entry.to_state}`).toBe(true)
      state = entry.to_state
    }
    expect(await sqlOne('select state, round from declaration where id = $1', [id])).toEqual({ state, round })
    expect(await sqlOne('select count(*) as n from declaration_round where declaration_id = $1', [id])).toEqual({ n: round })
    const audited = `select count(*) as n from audit_log where object_type = 'declaration' and object_id = $1`
    expect(await sqlOne(audited, [String(id)])).toEqual({ n: log.length })
  }
})

describe('会签：同时', () => {
  // Seen red without the row lock of lockDeclaration and the version and state in the UPDATE of moveDeclaration.
  it('或签: of many parallel signatures exactly one wins', async () => {
    const p = await project(signedBy('any', [jxj, kjj, czj]))
    const { id, version } = await sent(p.id)
    const signers = ['dept1', 'dept2', 'czj1', 'jxj2', 'dept1', 'dept2']
    const answers = await meeting(t, 6, () => Promise.all(signers.map((who) => review(who, id, version, 'pass'))))
    expect(answers.filter((a) => a.body.success)).toHaveLength(1)
    expect((await desk('dept1', id)).data).toMatchObject({ state: 3, version: version + 1 })
    expect((await desk('dept1', id)).data.timeline.filter((x) => x.action === 'pass')).toHaveLength(1)
  })

  // Seen red without the row lock of lockDeclaration and the version and state in the UPDATE of moveDeclaration.
  it('会签: of parallel signatures none is lost and none counted twice', async () => {
    const p = await project(signedBy('all', [jxj, kjj, czj]))
    const { id } = await sent(p.id)
    for (let round = 0; round < 6; round++) {
      const version = await versionOf(id)
      await meeting(t, 4, () => Promise.all(['dept1', 'dept2', 'czj1', 'jxj2'].map((who) => review(who, id, version, 'pass'))))
    }
    const d = (await desk('dept1', id)).data
    expect(d.state).toBe(3)
    expect(d.timeline.filter((x) => x.action === 'countersign' || x.action === 'pass')).toHaveLength(3)
  })

  // Seen red without the state in the UPDATE of answerOpinion: two answers.
  it('an opinion is answered once', async () => {
    const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: jxj, mode: 'one' }] })
    const { id } = await sent(p.id)
    const question = { declarationId: id, question: '技术是否先进？', workdays: 3, officeId: kjj, withScore: true }
    const asked = (await as('dept1').post('/dec/opinion/ask', question)).body.data
    const answer = (score: number) => as('dept2').post('/dec/opinion/answer', { id: asked.id, verdict: 'yes', answer: '工艺先进', score })
    const both = await meeting(t, 2, () => Promise.all([answer(80), answer(81)]))
    expect(both.filter((x) => x.body.success)).toHaveLength(1)
  })

  // Seen red without lockColleagues in askOpinion and assignOne.
  it('neither an opinion nor a declaration goes to a colleague who is disabled in the same moment', async () => {
    const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: jxj, mode: 'one' }] })
    const { id } = await sent(p.id)
    const userId = (await sqlOne<{ id: number }>(`select id from sys_user where user_name = 'jxj2'`)).id
    await as('admin1').tokens()
    const enableFlag = (flag: string) => as('admin1').form('/sys/user/editEnableFlag', { id: String(userId), enableFlag: flag })
    const isAtWork = async () => (await sqlOne<{ enabled: boolean }>(`select enabled from sys_user where id = ${userId}`)).enabled
    const lies = async (table: string, more = '') =>
      (await sqlOne<{ n: number }>(`select count(*)::int as n from ${table} where user_id = ${userId} ${more}`)).n > 0

    const version = await versionOf(id)
    await meeting(t, 2, () => Promise.all([as('dept1').post('/dec/declare/assign', { items: [{ id, version }], userId }), enableFlag('0')]))
    // Disabling after the assignment gives it back, so that it lies with nobody in both orders.
    if (!(await isAtWork())) expect(await lies('declaration_holder')).toBe(false)
    await enableFlag('1')
    const question = { declarationId: id, question: '技术是否先进？', workdays: 3, userId }
    await meeting(t, 2, () => Promise.all([as('dept1').post('/dec/opinion/ask', question), enableFlag('0')]))
    expect(await lies('declaration_opinion', `and state = 'open'`)).toBe(await isAtWork())
    await enableFlag('1')
  })
})

describe('补贴：同时', () => {
  // Seen red without the row lock of the allowance and the version in the UPDATE of `move`.
  it('lets one of two reviewers win', async () => {
    const companyId = (await as('qy1').get('/ent/company/info/queryCompanyIdByToken')).body.data
    const record = { companyId, projectName: '技改补助', year: 2026, amount: 12.5 }
    const { id } = (await as('front1').post('/allowance/saveOrUpdate', record)).body.data
    const decide = (reviewState: number, reviewOpinion?: string) =>
      as('dept1').post('/allowance/updateReviewState', { id, version: 1, reviewState, ...(reviewOpinion ? { reviewOpinion } : {}) })
    const answers = await meeting(t, 2, () => Promise.all([decide(1), decide(2, '材料不全')]))
    expect(answers.filter((a) => a.body.success)).toHaveLength(1)
  })
})

/** A small random generator with a seed (mulberry32), so that a failure can be repeated. */
function seeded(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let x = Math.imul(a ^ (a >>> 15), 1 | a)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296
  }
}
