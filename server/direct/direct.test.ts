import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeFacts } from '../company/index.ts'
import { addDays, movableClock, today } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { holdTasks } from '../kernel/testing/held-tasks.ts'

const clock = movableClock(new Date())
let t: TestApp
const company: Record<'qy1' | 'qy2', number> = { qy1: 0, qy2: 0 }
const policy: Record<string, number> = {}
const authorize = (who: string, status: '01' | '02') => t.as(who).get(`/ent/company/info/setEntExpansionInfoAuth?authStatus=${status}`)

beforeAll(async () => {
  t = await testApp({ clock })
  for (const who of ['qy1', 'qy2'] as const) {
    await authorize(who, '02')
    company[who] = (await t.as(who).get('/ent/company/info/queryCompanyIdByToken')).body.data
  }
  for (const p of await t.kernel.db.selectFrom('policy').select(['id', 'code']).execute()) policy[p.code] = p.id
})

let serial = 0
const form = (more: object = {}) => ({
  policyId: policy['demo-talent'],
  title: `引才补贴名单${++serial}`,
  year: 2026,
  asOf: today(clock),
  days: 5,
  ...more,
})
const save = async (more: object = {}, who = 'editor1') => (await t.as(who).post('/direct/list/saveOrUpdate', form(more))).body
const find = async (id: number, who = 'editor1') => (await t.as(who).get('/direct/list/findById', { id })).body
type Row = {
  id: number
  companyId: number
  state: string
  amount: number
  reason: string | null
  allowanceId: number | null
  origin: string
}
const rows = async (id: number): Promise<{ total: number; list: Row[] }> =>
  (await t.as('editor1').get('/direct/list/rows', { listId: id, pageSize: 100 })).body.data
const rowOf = async (id: number, who: 'qy1' | 'qy2') => (await rows(id)).list.find((r) => r.companyId === company[who])!
const evidence = async (rowId: number) => (await t.as('editor1').get('/direct/list/row', { id: rowId })).body.data
const act = async (name: string, id: number, more: object = {}, who = 'editor1') =>
  (await t.as(who).post(`/direct/list/${name}`, { id, version: (await find(id)).data.version, ...more })).body
async function run(id: number, kind: 'preview' | 'frozen'): Promise<void> {
  expect(await act('run', id, { kind })).toMatchObject({ success: true })
  await eventually(
    async () => expect((await t.as('editor1').get('/direct/list/progress', { id })).body.data).toMatchObject({ state: 'done' }),
    20_000,
  )
}
const frozen = async (more: object = {}): Promise<number> => {
  const { data } = await save(more)
  await run(data.id, 'frozen')
  return data.id
}
const announced = async (more: object = {}): Promise<number> => {
  const id = await frozen(more)
  expect(await act('submit', id)).toMatchObject({ data: true })
  expect(await act('review', id, { pass: true }, 'leader1')).toMatchObject({ data: true })
  return id
}
/** Ends the period in the database, because moving the clock would end every session. */
const endPeriod = (id: number) =>
  t.kernel.db
    .updateTable('direct_list')
    .set({ public_from: addDays(today(clock), -9), public_to: addDays(today(clock), -1) })
    .where('id', '=', id)
    .execute()
const account = { bankName: '云溪农商行', accountNo: '６２１７ ００１２ 3456 7890', contactName: '林知夏', contactPhone: '139-1234-5678' }
const agree = async (id: number, who: 'qy1' | 'qy2') =>
  (await t.as(who).post('/direct/my/consent', { id: (await rowOf(id, who)).id, ...account })).body
const why = async (listId: number, who: string) => (await t.as(who).get('/direct/my/why', { listId })).body
const facts = (who: 'qy1' | 'qy2', values: Record<string, unknown>) =>
  t.kernel.db.transaction().execute((db) =>
    writeFacts(
      t.kernel,
      db,
      company[who],
      Object.entries(values).map(([key, value]) => ({ key, value: value as never, source: '企业填报' as const, asOf: today(clock) })),
      null,
    ),
  )

describe('免申即享：拒绝', () => {
  it('refuses visitors, companies and staff without the right', async () => {
    expect((await t.as(null).get('/direct/public/list')).status).toBe(401)
    expect((await t.as('qy1').get('/direct/list/list')).body.code).toBe('FORBIDDEN')
    expect((await save({}, 'front1')).code).toBe('FORBIDDEN')
    expect((await save({}, 'leader1')).code).toBe('FORBIDDEN')
    expect((await t.as('editor1').post('/direct/list/review', { id: 1, version: 1, pass: true })).body.code).toBe('FORBIDDEN')
    expect((await t.as('gr1').get('/direct/my/list')).body.code).toBe('FORBIDDEN')
    expect((await t.as('security1').get('/direct/list/list')).body.code).toBe('FORBIDDEN')
  })
  it('names the faulty field: date, incomplete or foreign policy, existing list, days', async () => {
    expect((await save({ asOf: addDays(today(clock), 1) })).fields).toMatchObject([{ path: 'asOf', message: '基准日不能晚于今天' }])
    expect((await save({ policyId: 999_999 })).fields).toMatchObject([{ path: 'policyId' }])
    expect((await save({ policyId: policy['xinchang-cloud'] })).fields).toMatchObject([
      { path: 'policyId', message: '公开文件样例不是本县政策，不能据此发放' },
    ])
    expect((await save({ policyId: policy['demo-scale-up'] })).fields).toMatchObject([{ path: 'asOf' }])
    expect((await save({ days: 31 })).fields).toMatchObject([{ path: 'days' }])
    await save({ title: '同一名单' })
    expect((await save({ title: '同一名单' })).fields).toMatchObject([{ path: 'title' }])
    expect((await save({ id: 999_999, version: 1 })).code).toBe('NOT_FOUND')
  })
  it('shows companies nothing before the announcement, and never rows of other companies', async () => {
    const id = await frozen()
    const row = await rowOf(id, 'qy2')
    expect((await t.as('qy2').get('/direct/my/findById', { id: row.id })).body.code).toBe('NOT_FOUND')
    expect((await why(id, 'qy2')).code).toBe('NOT_FOUND')
    expect((await agree(id, 'qy2')).code).toBe('NOT_FOUND')
    await act('submit', id)
    expect((await act('review', id, { pass: false }, 'leader1')).fields).toMatchObject([{ path: 'opinion', message: '请填写退回的原因' }])
    expect((await act('review', id, { pass: true }, 'leader1')).success).toBe(true)
    expect((await act('review', id, { pass: false, opinion: '再核对' }, 'leader1')).code).toBe('STATE')
    expect((await t.as('qy1').get('/direct/my/findById', { id: row.id })).body.code).toBe('NOT_FOUND')
    expect((await t.as('qy1').post('/direct/my/consent', { id: row.id, ...account })).body.code).toBe('NOT_FOUND')
    expect((await act('withdraw', id)).code).toBe('STATE')
    expect((await t.as('editor1').post('/direct/list/exclude', { id: row.id, reason: '晚了' })).body.code).toBe('STATE')
    expect((await act('close', id)).msg).toMatch(/^公示期至/)
    expect((await act('handOver', id)).code).toBe('STATE')
  })
})

describe('免申即享：编制名单', () => {
  it('a run is stopped by who makes lists: no rows are made, and the list can be run again', async () => {
    const { id } = (await save()).data
    const stop = async (who: string | null, which = id) => (await t.as(who).form('/direct/list/stop', { id: String(which) })).body
    const state = async () => (await t.as('editor1').get('/direct/list/progress', { id })).body.data?.state
    expect((await stop(null)).code).toBe('UNAUTHENTICATED')
    for (const who of ['qy1', 'front1', 'leader1']) expect((await stop(who)).code, who).toBe('FORBIDDEN')
    expect((await stop('editor1', 999_999)).code).toBe('NOT_FOUND')
    expect(await stop('editor1'), 'there was no run').toMatchObject({ code: 'STATE', msg: '任务已经结束' })

    const release = await holdTasks(t.kernel.db)
    expect(await act('run', id, { kind: 'frozen' })).toMatchObject({ success: true })
    expect(await state()).toBe('queued')
    expect((await act('run', id, { kind: 'frozen' })).code).toBe('RUNNING')
    expect((await stop('editor1')).data).toBe(true)
    await release()
    expect(await state()).toBe('cancelled')
    expect((await stop('editor1')).code).toBe('STATE')
    expect((await find(id)).data).toMatchObject({ state: 'draft', listed: 0, figures: null })
    expect((await rows(id)).total).toBe(0)
    await run(id, 'frozen')
    expect((await rows(id)).total).toBeGreaterThan(0)
  })
  // Seen red while the task ended after the list was frozen: it was stopped, and yet the list was there.
  it.each(['preview', 'frozen'] as const)('a run (%s) that is stopped after its last company leaves the list as it was', async (kind) => {
    // A trigger stops it between the last progress and the end, because a timer cannot hit this moment reliably.
    await sql`create function stop_judged() returns trigger language plpgsql as $$ begin
      update task set cancel_requested = true where id = new.id; return null; end $$`.execute(t.kernel.db)
    await sql`create trigger stop_judged after update on task for each row
      when (new.message like '已核定%' and not new.cancel_requested) execute function stop_judged()`.execute(t.kernel.db)
    const { id } = (await save()).data
    expect(await act('run', id, { kind })).toMatchObject({ success: true })
    await eventually(
      async () => expect((await t.as('editor1').get('/direct/list/progress', { id })).body.data).toMatchObject({ state: 'cancelled' }),
      20_000,
    )
    await sql`drop function stop_judged cascade`.execute(t.kernel.db)
    expect((await find(id)).data).toMatchObject({ state: 'draft', listed: 0, figures: null })
    expect((await rows(id)).total).toBe(0)
    await run(id, 'frozen')
    expect((await rows(id)).total).toBeGreaterThan(0)
  })
  it('a preview stores no rows; freezing stores companies with money and evidence; both report an exceeded budget', async () => {
    const { data } = await save({ budget: 1 })
    await run(data.id, 'preview')
    const before = (await find(data.id)).data
    expect(before).toMatchObject({ state: 'draft', listed: 0, figures: { kind: 'preview' } })
    expect(before.figures.listed).toBeGreaterThan(1)
    expect(before.figures.over).toBeCloseTo(before.figures.amount - 1)
    expect((await rows(data.id)).total).toBe(0)
    // The companies and the rule can be read before the list is made.
    expect(before.figures.named).toHaveLength(before.figures.listed)
    expect(before.figures.named.find((c: { companyId: number }) => c.companyId === company.qy2)).toMatchObject({ amount: 11 })
    expect(before.rule.conditions.all.length).toBeGreaterThan(1)
    expect(before.rule.benefits[0].sentence).toMatch(/万元/)
    await run(data.id, 'frozen')
    const after = (await find(data.id)).data
    expect(after).toMatchObject({ state: 'frozen', listed: before.figures.listed, amount: before.figures.amount })
    expect(after.over).toBeCloseTo(before.figures.over)
    const row = await rowOf(data.id, 'qy2')
    expect(row).toMatchObject({ state: 'listed', amount: 11 })
    const detail = await evidence(row.id)
    expect(detail).toMatchObject({ intact: true, evidence: { judgement: { verdict: 'match' } } })
    expect(detail.evidence.facts).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'talentDoctor', source: expect.any(String) })]),
    )
    expect((await act('submit', data.id)).fields).toMatchObject([{ path: 'overReason' }])
    expect((await act('submit', data.id, { overReason: '由年度结余解决' })).data).toBe(true)
    expect((await auditTrail(t.kernel, 'direct.freeze')).map((a) => a.object_id)).toContain(String(data.id))
    expect(after.figures.named).toBeUndefined()
    // Both uses are in the company’s ledger.
    const uses = (await t.as('qy2').get('/ent/company/info/listArchiveUse')).body.data.list
    const purposes = uses.map((u: { purpose: string }) => u.purpose)
    expect(purposes.filter((p: string) => p === `编制免申即享名单“${after.title}”`)).toHaveLength(1)
    expect(purposes.filter((p: string) => p === `测算免申即享名单“${after.title}”`)).toHaveLength(1)
  })

  it('keeps frozen data unchanged when facts or the rule change, and detects changes by SQL', async () => {
    const id = await frozen()
    const row = await rowOf(id, 'qy2')
    const before = await evidence(row.id)
    await facts('qy2', { talentDoctor: 0, talentMaster: 0, talentBachelor: 0 })
    const versions = t.kernel.db.updateTable('policy_version').where('policy_id', '=', policy['demo-talent']!)
    const kept = await t.kernel.db
      .selectFrom('policy_version')
      .select(['number', 'rule'])
      .where('policy_id', '=', policy['demo-talent']!)
      .execute()
    await versions.set({ rule: JSON.stringify({ conditions: { all: [] }, benefits: [] }) }).execute()
    try {
      expect(await evidence(row.id)).toEqual(before)
      expect((await rowOf(id, 'qy2')).amount).toBe(11)
      const proof = (await t.as('leader1').get('/direct/list/verify', { id })).body.data
      expect(proof).toMatchObject({ differ: [], same: proof.rows })
      const forge = (set: object) => t.kernel.db.updateTable('direct_row').set(set).where('id', '=', row.id).execute()
      await expect(forge({ amount: 1 })).rejects.toThrow(/frozen/)
      await expect(forge({ evidence: '{}' })).rejects.toThrow(/frozen/)
      await expect(t.kernel.db.updateTable('direct_list').set({ as_of: '2026-01-01' }).where('id', '=', id).execute()).rejects.toThrow(
        /frozen/,
      )
    } finally {
      for (const v of kept)
        await t.kernel.db
          .updateTable('policy_version')
          .set({ rule: JSON.stringify(v.rule) })
          .where('number', '=', v.number)
          .where('policy_id', '=', policy['demo-talent']!)
          .execute()
      await facts('qy2', { talentDoctor: 1, talentMaster: 2, talentBachelor: 4 })
    }
  })

  it('leaves a company out with a reason, takes it back, and remembers it when the list is made again', async () => {
    const id = await frozen()
    const row = await rowOf(id, 'qy1')
    const exclude = (reason: string) => t.as('editor1').post('/direct/list/exclude', { id: row.id, reason })
    expect((await exclude(' ')).body.fields).toMatchObject([{ path: 'reason', message: '请填写原因' }])
    expect((await exclude('信用核查未通过')).body.data).toBe(true)
    expect((await exclude('再来')).body.code).toBe('STATE')
    expect((await t.as('editor1').form('/direct/list/restore', { id: String(row.id) })).body.data).toBe(true)
    await exclude('信用核查未通过')
    const { listed } = (await find(id)).data
    expect((await rows(id)).total).toBe(listed + 1)
    await act('reopen', id)
    expect((await find(id)).data).toMatchObject({ state: 'draft', listed: 0 })
    await run(id, 'frozen')
    expect(await rowOf(id, 'qy1')).toMatchObject({ state: 'excluded', reason: '信用核查未通过' })
    expect((await t.as('leader1').form('/direct/list/delete', { id: String(id) })).body.code).toBe('FORBIDDEN')
    expect((await t.as('editor1').form('/direct/list/delete', { id: String(id) })).body.data).toBe(true)
  })
})

describe('免申即享：企业', () => {
  it('reads reason and amount, consents with a sealed account, may decline and consent again; nothing without consent', async () => {
    const id = await announced()
    await eventually(async () => {
      const told = await t.kernel.db.selectFrom('notice').select('link').where('title', 'like', '您被列入免申即享名单%').execute()
      expect(told.length).toBeGreaterThan(0)
    })
    const row = await rowOf(id, 'qy2')
    const waiting = (await t.as('qy2').get('/direct/my/list', { waiting: '1' })).body.data
    expect(waiting.list.map((r: { id: number }) => r.id)).toContain(row.id)
    const mine = (await t.as('qy2').get('/direct/my/findById', { id: row.id })).body.data
    expect(mine).toMatchObject({ amount: 11, moves: ['consent', 'decline'], evidence: { judgement: { verdict: 'match' } } })
    expect(await why(id, 'qy2')).toMatchObject({ data: { standing: 'listed', frozen: true, canObject: false } })
    const wrong = await t.as('qy2').post('/direct/my/consent', { id: row.id, ...account, accountNo: '12-34', contactPhone: '1391234' })
    expect(wrong.body.fields!.map((f) => f.path)).toEqual(['accountNo', 'contactPhone'])
    await authorize('qy2', '01')
    expect((await agree(id, 'qy2')).code).toBe('NO_CONSENT')
    expect((await evidence(row.id)).evidence).toBeNull()
    await authorize('qy2', '02')
    expect((await agree(id, 'qy2')).data).toBe(true)
    expect((await agree(id, 'qy2')).code).toBe('STATE')
    const stored = await t.kernel.db
      .selectFrom('direct_row')
      .select(['account_no', 'contact_phone'])
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    expect(stored.account_no).toMatch(/^s1\./)
    expect(stored.contact_phone).toMatch(/^s1\./)
    expect(await evidence(row.id)).toMatchObject({ accountNo: '6217****7890', contactName: '林**', contactPhone: '139****5678' })
    const reveal = (who: string) => t.as(who).post('/direct/list/reveal', { id: row.id, field: 'accountNo', reason: '核对账户' })
    expect((await reveal('front1')).body.code).toBe('FORBIDDEN')
    expect((await reveal('editor1')).body.data).toEqual({ value: '6217001234567890' })
    expect((await auditTrail(t.kernel, 'direct.pii.reveal')).at(-1)).toMatchObject({ detail: { row: row.id, field: 'accountNo' } })
    expect((await t.as('qy2').post('/direct/my/decline', { id: row.id, reason: '今年不需要' })).body.data).toBe(true)
    expect(
      (await t.kernel.db.selectFrom('direct_row').select('account_no').where('id', '=', row.id).executeTakeFirstOrThrow()).account_no,
    ).toBeNull()
    expect((await agree(id, 'qy2')).data).toBe(true)
    const published = (await t.as('gr1').get('/direct/public/rows', { listId: id })).body.data
    const { policyId } = (await t.as('gr1').get('/direct/public/list')).body.data.list.find((l: { id: number }) => l.id === id)
    const ofPolicy = async (policy: number) =>
      (await t.as('gr1').get('/direct/public/list', { policyId: policy })).body.data.list.map((l: { id: number }) => l.id)
    expect(await ofPolicy(policyId)).toContain(id)
    expect(await ofPolicy(policyId + 100_000)).toEqual([])
    expect(published.list[0]).toEqual({
      id: expect.any(Number),
      companyName: expect.any(String),
      amount: expect.any(Number),
      publicTo: expect.any(String),
      own: false,
      objection: null,
    })
    const rowOfOther = published.list.find((r: { id: number }) => r.id !== row.id)
    const seenBy = async (who: string, rowId: number) =>
      (await t.as(who).get('/direct/public/rows', { listId: id, pageSize: 100 })).body.data.list.find((r: { id: number }) => r.id === rowId)
    expect(await seenBy('qy2', row.id)).toMatchObject({ own: true, objection: null })
    const objected = await t.as('qy2').post('/direct/my/object', { listId: id, rowId: rowOfOther.id, content: '该企业已停产' })
    expect(await seenBy('qy2', rowOfOther.id)).toMatchObject({ own: false, objection: { state: 0, reply: null } })
    expect(await seenBy('gr1', rowOfOther.id)).toMatchObject({ objection: null })
    const answered = await t
      .as('leader1')
      .post('/direct/objection/resolve', { id: objected.body.data.id, upheld: false, reply: '正常经营' })
    expect(answered.body.data).toBe(true)
    expect(await seenBy('qy2', rowOfOther.id)).toMatchObject({ objection: { state: 2, reply: '正常经营' } })
    await endPeriod(id)
    expect((await t.as('gr1').get('/direct/public/rows', { listId: id })).body.data.total).toBe(0)
  })

  it('reads why it is not on the list; an upheld objection adds it only if the corrected archive meets the rule', async () => {
    const id = await announced({ policyId: policy['demo-export-credit'] })
    const asked = (await why(id, 'qy1')).data
    expect(asked).toMatchObject({ standing: 'absent', consent: true, frozen: false, canObject: true, judgement: { verdict: 'nomatch' } })
    expect(asked.judgement.failedTop.length).toBeGreaterThan(0)
    await authorize('qy1', '01')
    expect((await why(id, 'qy1')).data).toMatchObject({ consent: false, judgement: null, canObject: true })
    await authorize('qy1', '02')
    const object = (content: string, more: object = {}) => t.as('qy1').post('/direct/my/object', { listId: id, content, ...more })
    expect((await object(' ')).body.fields).toMatchObject([{ path: 'content', message: '请填写异议内容' }])
    const { data } = (await object('保费已缴，档案没有更新')).body
    expect((await object('再问一次')).body.code).toBe('ALREADY')
    await endPeriod(id)
    expect((await act('close', id)).msg).toBe('还有 1 件异议未答复')
    const resolve = (objectionId: number, upheld: boolean) =>
      t.as('leader1').post('/direct/objection/resolve', { id: objectionId, upheld, reply: '已核对缴费记录' })
    expect((await t.as('editor1').post('/direct/objection/resolve', { id: data.id, upheld: true, reply: '可' })).body.code).toBe(
      'FORBIDDEN',
    )
    expect((await resolve(data.id, true)).body).toMatchObject({ code: 'NOMATCH' })
    await facts('qy1', { exportCreditPremium: 10, exhibitionMarket: 'traditional' })
    expect((await resolve(data.id, true)).body.data).toBe(true)
    expect((await resolve(data.id, false)).body.code).toBe('STATE')
    expect(await rowOf(id, 'qy1')).toMatchObject({ origin: 'objection', state: 'listed', amount: 3 })
    expect((await why(id, 'qy1')).data).toMatchObject({ standing: 'listed', objections: [{ state: 1, reply: '已核对缴费记录' }] })
    expect((await object('还要问')).body.code).toBe('STATE')
    expect((await act('close', id)).data).toBe(true)
  })

  it('objects to its amount; when upheld, the corrected archive is judged and it consents again; the old row is unchanged', async () => {
    const id = await announced()
    const before = await rowOf(id, 'qy2')
    expect((await agree(id, 'qy2')).data).toBe(true)
    const object = (who: string, content: string) => t.as(who).post('/direct/my/object', { listId: id, rowId: before.id, content })
    const resolve = (objectionId: number, upheld = true) =>
      t.as('leader1').post('/direct/objection/resolve', { id: objectionId, upheld, reply: '已核对学位证书' })
    const mine = async (rowId: number) => (await t.as('qy2').get('/direct/my/findById', { id: rowId })).body.data
    expect(await mine(before.id)).toMatchObject({ canObject: true, objections: [] })
    const { data: own } = (await object('qy2', '少算一名博士')).body
    expect((await object('qy2', '再问一次')).body.code).toBe('ALREADY')
    expect(await mine(before.id)).toMatchObject({ canObject: false, objections: [{ own: true, state: 0 }] })
    const { data: other } = (await object('qy1', '人员已离职')).body
    const asked = (await t.as('leader1').get('/direct/objection/list', { listId: id })).body.data.list
    expect(asked.map((o: { id: number; own: boolean }) => [o.id, o.own])).toEqual([
      [other.id, false],
      [own.id, true],
    ])
    expect((await resolve(own.id)).body).toMatchObject({ code: 'SAME', msg: expect.stringContaining('仍是 11 万元') })
    const { listed, amount } = (await find(id)).data
    await facts('qy2', { talentDoctor: 2 })
    try {
      expect((await resolve(own.id)).body.data).toBe(true)
      const both = (await rows(id)).list.filter((r) => r.companyId === company.qy2)
      expect(both).toMatchObject([
        { id: before.id, state: 'replaced', amount: 11, reason: '异议成立：已核对学位证书' },
        { state: 'listed', origin: 'corrected' },
      ])
      const now = both[1]!
      expect(now.amount).toBeGreaterThan(11)
      expect((await find(id)).data).toMatchObject({ listed, amount: expect.closeTo(amount + now.amount - 11) })
      expect((await t.as('leader1').get('/direct/list/verify', { id })).body.data.differ).toEqual([])
      const kept = await t.kernel.db.selectFrom('direct_row').select('account_no').where('id', '=', before.id).executeTakeFirstOrThrow()
      expect(kept.account_no).toBeNull()
      // The address of the first notice leads to the new row.
      expect(await mine(before.id)).toMatchObject({
        id: now.id,
        amount: now.amount,
        moves: ['consent', 'decline'],
        objections: [{ state: 1 }],
      })
      const own2 = (await t.as('qy2').get('/direct/my/list', { pageSize: 100 })).body.data.list.filter(
        (r: { listId: number }) => r.listId === id,
      )
      expect(own2.map((r: { id: number }) => r.id)).toEqual([now.id])
      expect((await why(id, 'qy2')).data).toMatchObject({ standing: 'listed', rowId: now.id })
      expect((await t.as('qy2').post('/direct/my/consent', { id: now.id, ...account })).body.data).toBe(true)
      // An objection of another company to the old row is answered at the new one.
      expect((await resolve(other.id)).body.data).toBe(true)
      expect((await rows(id)).list.find((r) => r.id === now.id)).toMatchObject({ state: 'excluded' })
    } finally {
      await facts('qy2', { talentDoctor: 1 })
    }
  })

  it('objects to another company on the list; when upheld, that company is left out and both are notified', async () => {
    const id = await announced()
    const target = await rowOf(id, 'qy2')
    const object = (who: string, rowId: number) => t.as(who).post('/direct/my/object', { listId: id, rowId, content: '人员已离职' })
    expect((await object('gr1', target.id)).body.code).toBe('FORBIDDEN')
    expect((await object('qy1', 999_999)).body.code).toBe('NOT_FOUND')
    const { data } = (await object('qy1', target.id)).body
    const list = (await t.as('leader1').get('/direct/objection/list', { listId: id })).body.data
    expect(list.list[0]).toMatchObject({ id: data.id, state: 0, targetName: expect.any(String) })
    expect((await t.as('leader1').post('/direct/objection/resolve', { id: data.id, upheld: true, reply: '属实' })).body.data).toBe(true)
    expect(await rowOf(id, 'qy2')).toMatchObject({ state: 'excluded', reason: '异议成立：属实' })
    expect((await why(id, 'qy2')).data).toMatchObject({
      standing: 'excluded',
      reason: '异议成立：属实',
      canObject: true,
      judgement: { verdict: 'match' },
    })
    const told = await t.kernel.db.selectFrom('notice').select('title').where('title', 'like', '%异议已核实：成立%').execute()
    expect(told.length).toBeGreaterThan(0)
    expect((await act('cancel', id, { reason: '政策调整' }, 'leader1')).data).toBe(true)
    expect((await agree(id, 'qy1')).code).toBe('STATE')
    const { list: mine } = (await t.as('qy1').get('/direct/my/list', { pageSize: 100 })).body.data
    expect(mine.find((r: { listId: number }) => r.listId === id)).toMatchObject({ listState: 'cancelled', moves: [] })
  })
})

describe('免申即享：消息', () => {
  it('are settled for all recipients once one of them has acted', async () => {
    const title = `消息名单${++serial}`
    const unread = async (words: string, after = '') =>
      (
        await t.kernel.db
          .selectFrom('notice as n')
          .innerJoin('sys_user as u', 'u.id', 'n.user_id')
          .select('u.user_name')
          .where('n.title', 'like', `${words}%${title}%${after}`)
          .where('n.read_at', 'is', null)
          .orderBy('u.user_name')
          .execute()
      ).map((n) => n.user_name)
    const id = await frozen({ title })
    expect(await act('submit', id)).toMatchObject({ data: true })
    expect(await unread('待确认')).toEqual(['leader1'])
    expect(await act('withdraw', id)).toMatchObject({ data: true })
    expect(await unread('待确认'), 'taken back').toEqual([])
    await act('submit', id)
    expect(await act('review', id, { pass: false, opinion: '金额有误' }, 'leader1')).toMatchObject({ data: true })
    expect([await unread('待确认'), await unread('免申即享名单')]).toEqual([[], ['editor1']])
    await act('submit', id)
    expect(await unread('免申即享名单'), 'submitted again').toEqual([])
    await act('review', id, { pass: true }, 'leader1')
    await eventually(async () => expect(await unread('您被列入')).toEqual(['qy1', 'qy2']))
    expect((await agree(id, 'qy1')).data).toBe(true)
    expect(await unread('您被列入')).toEqual(['qy2'])
    const object = async () =>
      (await t.as('qy1').post('/direct/my/object', { listId: id, rowId: (await rowOf(id, 'qy2')).id, content: '人员已离职' })).body.data.id
    const objection = await object()
    expect(await unread('免申即享名单', '收到异议')).toEqual(['leader1'])
    await t.as('leader1').post('/direct/objection/resolve', { id: objection, upheld: false, reply: '查无此事' })
    expect(await unread('免申即享名单', '收到异议')).toEqual([])
    await object()
    expect((await act('cancel', id, { reason: '政策调整' }, 'leader1')).data).toBe(true)
    expect([await unread('您被列入'), await unread('免申即享名单', '收到异议')]).toEqual([[], []])
  })
})

describe('免申即享：移交', () => {
  it('makes exactly one allowance per consenting company, linked both ways and ready for payment; reminds before the end', async () => {
    const title = `移交名单${++serial}`
    const id = await announced({ title, days: 1 })
    await runRecurring(t.kernel, 'direct.clock')
    await runRecurring(t.kernel, 'direct.clock')
    const reminded = await t.kernel.db.selectFrom('notice').select('user_id').where('title', 'like', `%${title}%即将截止确认`).execute()
    expect(reminded).toHaveLength(2)
    for (const who of ['qy1', 'qy2'] as const) expect((await agree(id, who)).data).toBe(true)
    const twin = (
      await t.as('front1').post('/allowance/saveOrUpdate', {
        companyId: company.qy1,
        policyId: policy['demo-talent'],
        projectName: title,
        year: 2026,
        amount: 2.5,
      })
    ).body.data
    await endPeriod(id)
    expect((await act('close', id)).data).toBe(true)
    expect((await rows(id)).list.filter((r) => r.state === 'lapsed').length).toBe((await find(id)).data.listed - 2)
    // Also somebody who only submitted it is one of its preparers, and does not pay what it gives (G-02).
    await sql`insert into flow_log (flow, row_id, row_version, move, from_state, to_state, actor_id, actor_name, at)
      select l.flow, l.row_id, l.row_version, l.move, l.from_state, l.to_state, u.id, u.name, l.at from flow_log l, sys_user u
      where l.flow = 'directList' and l.row_id = ${id} and l.move = 'submit' and u.user_name = 'dept1'`.execute(t.kernel.db)
    // So does whoever upheld an objection, which changed the list.
    await sql`insert into direct_objection (list_id, company_id, user_id, content, state, resolved_by, created_at)
      select ${id}, ${company.qy2}, u.id, '漏了一家', 1, u.id, now() from sys_user u where u.user_name = 'leader1'`.execute(t.kernel.db)
    const { version } = (await find(id)).data
    const hand = async () => (await t.as('editor1').post('/direct/list/handOver', { id, version })).body
    expect((await hand()).data).toMatchObject({ handed: 1 })
    expect((await hand()).data).toMatchObject({ handed: 0 })
    expect(await rowOf(id, 'qy1')).toMatchObject({ state: 'held', reason: expect.stringContaining('已登记') })
    expect((await find(id)).data.state).toBe('closed')
    expect((await act('cancel', id, { reason: '不办了' }, 'leader1')).code).toBe('STATE')
    await t.as('front1').form('/allowance/delete', { id: String(twin.id) })
    expect((await act('handOver', id)).data).toEqual({ handed: 1, held: 0 })
    expect((await act('handOver', id)).code).toBe('STATE')
    expect((await find(id)).data.state).toBe('done')
    const row = await rowOf(id, 'qy2')
    expect(
      await t.kernel.db.selectFrom('allowance').select('id').where('project_name', '=', title).where('deleted', '=', false).execute(),
    ).toHaveLength(2)
    const { rows: makers } = await sql<{ user_name: string }>`select u.user_name from allowance a join sys_user u on u.id = any(a.makers)
      where a.id = ${row.allowanceId!} order by 1`.execute(t.kernel.db)
    expect(makers.map(({ user_name }) => user_name)).toEqual(['dept1', 'editor1', 'leader1'])
    const seen = (await t.as('qy2').get('/allowance/findById', { id: row.allowanceId! })).body.data
    expect(seen).toMatchObject({
      source: 'direct',
      amount: 11,
      state: 1,
      publicity: 'ended',
      direct: { listId: id, rowId: row.id, accountNo: '6217****7890' },
    })
    expect((await t.as('fin1').post('/allowance/pay', { id: row.allowanceId, version: 1, payDate: today(clock) })).body.data).toBe(true)
    expect((await t.as('qy2').get('/direct/my/findById', { id: row.id })).body.data).toMatchObject({
      state: 'handed',
      allowanceId: row.allowanceId,
    })
  })

  it('is exported with its evidence, without accounts, by users who may export', async () => {
    const id = (
      await t.kernel.db
        .selectFrom('direct_list')
        .select('id')
        .where('title', '=', '企业引才补贴免申即享（第一批）')
        .executeTakeFirstOrThrow()
    ).id
    const start = (who: string) => t.as(who).post('/export/start', { bizType: 'direct', filters: { listId: id } })
    expect((await start('qy1')).body.success).toBe(false)
    const { taskId } = (await start('editor1')).body.data
    await eventually(async () => {
      const { data } = (await t.as('editor1').get('/export/progress', { taskId })).body
      expect(data.filePath).toBeTruthy()
    }, 20_000)
  })
})
