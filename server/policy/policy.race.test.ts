import { beforeAll, describe, expect, it } from 'vitest'
import { giveRights } from '../../seed/added.ts'
import { movableClock, today } from '../kernel/clock.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { meeting } from '../kernel/testing/meeting.ts'
import { multipart, pdf } from '../kernel/testing/samples.ts'
import { policyDraft } from './testing/draft.ts'
import { checkedOf, reviewAsItStands } from './testing/moves.ts'

let app: TestApp
const clock = movableClock(new Date())
beforeAll(async () => {
  app = await testApp({ clock, env: { POLICY_REVIEW: '1' } })
  await giveRights(app.kernel.db, { front: ['policy:read', 'policy:edit', 'policy:review'] })
})

const save = (who: string, body: object) => app.as(who).post('/pol/info/saveOrUpdate', body)
const added = async (policyTitle: string): Promise<{ id: number; version: number }> =>
  (await save('editor1', policyDraft({ policyTitle }))).body.data
const move = (who: string, name: string, id: number) => app.as(who).form(`/pol/info/${name}`, { id: String(id) })
const shelved = async (title: string): Promise<number> => {
  const { id } = await added(title)
  await move('editor1', 'publish', id)
  expect((await reviewAsItStands(app, 'leader1', id, 'pass')).body.data.state).toBe(2)
  return id
}
const managed = async (id: number) => (await app.as('editor1').get('/pol/info/findById', { id })).body.data

describe('政策：同时', () => {
  // Seen red without the row lock of lockPolicy and the version in the UPDATE of `move`: three saved.
  it('one of two that publish succeeds, and one of three that save the same version', async () => {
    const { id, version } = await added('并发试验')
    const saves = await meeting(app, 3, () =>
      Promise.all(['甲', '乙', '丙'].map((who) => save('editor1', policyDraft({ id, version, policyTitle: `并发试验${who}` })))),
    )
    expect(saves.filter((s) => s.body.success)).toHaveLength(1)
    expect(saves.filter((s) => !s.body.success).map((s) => s.body.code)).toEqual(['CONFLICT', 'CONFLICT'])
    const moves = await meeting(app, 4, () => Promise.all([1, 2, 3, 4].map(() => move('editor1', 'publish', id))))
    expect(moves.filter((m) => m.body.success)).toHaveLength(1)
    expect((await auditTrail(app.kernel, 'policy.submit')).filter((a) => a.object_id === String(id))).toHaveLength(1)
  })

  // Seen red without the row lock of lockPolicy and the version in the UPDATE of `move`.
  it('one of two reviewers succeeds', async () => {
    const { id } = await added('两人一道')
    await move('editor1', 'publish', id)
    const { version } = await managed(id)
    const checked = await checkedOf(app, 'leader1', id)
    const decide = (who: string, reviewState: string) =>
      app.as(who).post('/pol/info/updateReviewState', { id, version, reviewState, reviewOpinion: '意见', checked })
    const both = await meeting(app, 2, () => Promise.all([decide('leader1', 'pass'), decide('front1', 'reject')]))
    expect(both.filter((r) => r.body.success)).toHaveLength(1)
    expect(['STATE', 'CONFLICT']).toContain(both.find((r) => !r.body.success)!.body.code)
  })

  // Seen red without the row lock of lockDocument and the version in the UPDATE of `move`.
  it('a document has one of two reviews', async () => {
    const { payload, headers } = multipart({ name: '细则.pdf', content: pdf(2000) })
    const { filePath } = (await app.as('editor1').send({ method: 'POST', url: '/files/upload', payload, headers })).body.data
    const document = { fileName: '实施细则.pdf', policyTitle: '技改补助', filePath }
    const { id } = (await app.as('editor1').post('/admin/policy/doc/save', document)).body.data
    expect((await app.as('editor1').form('/admin/policy/doc/publish', { id: String(id) })).body.data.state).toBe(1)
    const { version } = (await app.as('leader1').get('/admin/policy/doc/findById', { id })).body.data
    const look = (reviewState: string, reviewOpinion?: string) =>
      app.as('leader1').post('/admin/policy/doc/updateReviewState', { id, version, reviewState, reviewOpinion })
    const both = await meeting(app, 2, () => Promise.all([look('pass'), look('reject', '退')]))
    expect(both.filter((r) => r.body.success)).toHaveLength(1)
    expect(['STATE', 'CONFLICT']).toContain(both.find((r) => !r.body.success)!.body.code)
  })

  // Seen red without the row lock of the policy and the unique index policy_proposal_open.
  it('one of two that begin a revision succeeds', async () => {
    const id = await shelved('两人同时起草')
    const { version } = await managed(id)
    const revise = (policyTitle: string) => app.as('editor1').post('/pol/revision/save', policyDraft({ id, version, policyTitle }))
    const both = await meeting(app, 2, () => Promise.all([revise('甲的修订'), revise('乙的修订')]))
    expect(both.filter((r) => r.body.success)).toHaveLength(1)
    expect(both.find((r) => !r.body.success)!.body.code).toBe('OPEN')
    expect((await managed(id)).proposals).toHaveLength(1)
  })

  // Seen red without the row lock of holdPolicy and the version in the UPDATE of `move`.
  it('one of two that decide on a repeal succeeds', async () => {
    const id = await shelved('两人同时审核废止')
    const sent = (await app.as('editor1').post('/pol/repeal/save', { policyId: id, repealedOn: today(clock) })).body.data
    const settle = (action: string) =>
      app.as('leader1').post('/pol/proposal/move', { id: sent.id, version: sent.version, action, opinion: '意见' })
    const both = await meeting(app, 2, () => Promise.all([settle('approve'), settle('reject')]))
    expect(both.filter((r) => r.body.success)).toHaveLength(1)
    expect(['STATE', 'CONFLICT']).toContain(both.find((r) => !r.body.success)!.body.code)
  })

  // Seen red with a queue that refuses nobody (inTurn of kept.ts).
  it('of a hundred different long questions at once some are refused as busy and the others are answered', async () => {
    const long = (n: number) => `${n}号车间想换几台新机器又想招几个大学生还想知道厂房租金和贷款利息能不能补一点`.repeat(3).slice(0, 190)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => app.as(null).get(`/pol/my/list?q=${encodeURIComponent(long(n))}`)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, headers }) => [status, Number(headers['retry-after']) > 0])).toEqual(refused.map(() => [503, true]))
    expect(refused.length).toBeGreaterThan(0)
    // Fewer than the queue holds when the tests before it were slow, because the door (V-06) has fewer places then.
    expect(answers.length - refused.length).toBeGreaterThan(10)
  })

  // Seen red with one queue for all addresses: the other address was refused too.
  it('fifty long questions of one address leave another address its turn', async () => {
    const long = (n: number) => `${n}号仓库想装太阳能板又想买几辆叉车还想知道用电和运费能不能补一点`.repeat(4).slice(0, 190)
    const ask = async (n: number, remoteAddress: string) =>
      (await app.http.inject({ url: `/pol/my/list?q=${encodeURIComponent(long(n))}`, remoteAddress })).statusCode
    const crowd = Array.from({ length: 60 }, (_, n) => ask(n, '192.0.2.7'))
    expect(await Promise.all([ask(100, '192.0.2.8'), ask(101, '192.0.2.8')])).toEqual([200, 200])
    expect((await Promise.all(crowd)).filter((status) => status === 503).length).toBeGreaterThan(0)
  })

  // Seen red when the count is read before the statement holds its row (9 views instead of 21), and the mark of a visitor likewise (27).
  it('views from twenty addresses at once count twenty, twenty views from one address count one', async () => {
    const { id, viewNum } = (await app.as(null).get('/policy/doc/policyDetail', { code: 'demo-talent' })).body.data
    // A refused caller (busy) repeats the call, as a browser does.
    const view = async (remoteAddress: string): Promise<void> => {
      const { statusCode } = await app.http.inject({
        method: 'POST',
        url: '/pol/info/incViewNum',
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `id=${id}`,
      })
      if (statusCode !== 503) return
      await new Promise((after) => setTimeout(after, 200))
      return view(remoteAddress)
    }
    await Promise.all(Array.from({ length: 20 }, (_, n) => view(`198.51.100.${n + 1}`)))
    await Promise.all(Array.from({ length: 20 }, () => view('192.0.2.1')))
    const row = await app.kernel.db.selectFrom('policy').select('view_num').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.view_num).toBe(viewNum + 21)
  })
})

describe('咨询：同时', () => {
  // Seen red without the unique index policy_consult_once (ten questions); and without the row lock of lockConsult and the version in the
  // UPDATE of `move` (two answers).
  it('a question sent ten times at once is stored once, and S242: answered once when two answer', async () => {
    const { id: policyId } = (await app.as(null).get('/policy/doc/policyDetail', { code: 'hnte' })).body.data
    const ask = () =>
      app.as('qy1').form('/pol/my/getPolConsult', { consultContent: ' 研发费用占比按哪一年算？ ', polInfoId: String(policyId) })
    const answers = await Promise.all(Array.from({ length: 10 }, ask))
    expect(answers.map((a) => a.body)).toEqual(answers.map(() => ({ success: true, data: true })))
    const kept = await app.kernel.db.selectFrom('policy_consult').select('id').execute()
    expect(kept).toHaveLength(1)
    expect(await auditTrail(app.kernel, 'consult.ask')).toHaveLength(1)

    const { id } = kept[0]!
    const tries = await meeting(app, 2, () =>
      Promise.all([
        app.as('front1').post('/pol/consult/reply', { id, replyContent: '按近三个会计年度合计。' }),
        app.as('editor1').post('/pol/consult/reply', { id, replyContent: '近三年合计。' }),
      ]),
    )
    expect(tries.filter((t) => t.body.success)).toHaveLength(1)
    expect(tries.find((t) => !t.body.success)!.body).toMatchObject({ code: 'STATE', msg: '该咨询已由他人回复，请刷新后查看' })
    expect(await auditTrail(app.kernel, 'consult.reply')).toHaveLength(1)
  })
})
