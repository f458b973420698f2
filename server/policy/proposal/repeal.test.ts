import { beforeAll, describe, expect, it } from 'vitest'
import type { Notice } from '../../../contract/notice.ts'
import { addDays, movableClock, today } from '../../kernel/clock.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { policyDraft } from '../testing/draft.ts'
import { moveAsItStands, reviewAsItStands } from '../testing/moves.ts'

// The default configuration: a repeal is reviewed like every publication.
let app: TestApp
const clock = movableClock(new Date())
const day = (n: number) => addDays(today(clock), n)
beforeAll(async () => {
  app = await testApp({ clock, env: { POLICY_REVIEW: '1' } })
})

const shelved = async (title: string, over: object = {}): Promise<number> => {
  const { id } = (await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: title, ...over }))).body.data
  await app.as('editor1').form('/pol/info/publish', { id: String(id) })
  expect((await reviewAsItStands(app, 'leader1', id, 'pass')).body.data.state).toBe(2)
  return id
}
const repeal = (who: string | null, policyId: number, over: object = {}) =>
  app.as(who).post('/pol/repeal/save', { policyId, repealedOn: day(0), ...over })
const move = (who: string, id: number, action: string, opinion?: string) => moveAsItStands(app, who, id, action, opinion)
const managed = async (id: number, who = 'editor1') => (await app.as(who).get('/pol/info/findById', { id })).body.data
const shown = async (id: number) => (await app.as(null).get('/policy/doc/policyDetail', { id })).body.data
const found = async (query: object) =>
  (await app.as(null).get('/pol/my/list', { pageSize: 50, ...query })).body.data.list.map((p: any) => p.id)
/** Asks, as a company that buys equipment, which policies it meets on a day. */
const matched = async (code: string, applyDate?: string) =>
  (
    await app
      .as(null)
      .post('/corp/policyCalculator/calculate', { answers: { equipmentInvestment: 500 }, ...(applyDate ? { applyDate } : {}) })
  ).body.data.list.find((j: any) => j.code === code)?.verdict ?? null
const repealed = async (title: string, over: object = {}) => {
  const id = await shelved(title)
  const sent = (await repeal('editor1', id, over)).body.data
  expect((await move('leader1', sent.id, 'approve')).body.data.state).toBe(2)
  return { id, proposal: sent.id as number, code: (await shown(id)).code as string }
}

describe('recording a repeal', () => {
  it('is refused to visitors and companies, for drafts and unknown policies, by the policy itself, and with wrong dates', async () => {
    const id = await shelved('不能随便废止')
    expect((await repeal(null, id)).status).toBe(401)
    expect((await repeal('qy1', id)).body.code).toBe('FORBIDDEN')
    expect((await repeal('leader1', id)).body.code).toBe('FORBIDDEN')
    expect((await repeal('editor1', 999_999)).body.code).toBe('NOT_FOUND')
    expect((await repeal('editor1', id, { repealedOn: '2026-02-30' })).body.fields![0]!.path).toBe('repealedOn')
    expect((await repeal('editor1', id, { repealedOn: undefined })).status).toBe(400)
    expect((await repeal('editor1', id, { repealedById: id })).body.fields![0]).toMatchObject({ path: 'repealedById' })
    expect((await repeal('editor1', id, { repealedById: 999_999 })).body.fields![0]!.message).toBe('没有这项政策')
    const { id: draft } = (await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '还是草稿' }))).body.data
    expect((await repeal('editor1', draft)).body.code).toBe('STATE')
    expect((await managed(id)).proposals).toEqual([])
  })
  it('is reviewed by a colleague, never by its author; a return needs a reason, and a second repeal is refused', async () => {
    const id = await shelved('废止须审核')
    const sent = (await repeal('editor1', id, { basis: '县政府文件清理公告' })).body.data
    expect(sent.state).toBe(1)
    expect((await shown(id)).status).toBe('open')
    expect((await repeal('editor1', id)).body).toMatchObject({ code: 'STATE', msg: expect.stringContaining('废止待审核') })
    expect((await move('editor1', sent.id, 'approve')).body.code).toBe('FORBIDDEN')
    expect((await move('editor1', sent.id, 'publish')).body).toMatchObject({ code: 'STATE', msg: '须由同事审核后生效，请提交审核' })
    expect((await move('leader1', sent.id, 'reject')).body.fields![0]!.path).toBe('opinion')
    const decide = (body: object) => app.as('leader1').post('/pol/proposal/move', { id: sent.id, action: 'approve', ...body })
    expect((await decide({ version: 99 })).body.code).toBe('CONFLICT')
    expect((await decide({})).body.fields![0]!.path).toBe('version')
    const queue = (await app.as('leader1').get('/pol/info/list', { forReview: 1 })).body.data.list
    expect(queue.find((p: any) => p.id === id).proposals[0]).toMatchObject({
      stateName: '废止待审核',
      repeal: { by: null, basis: '县政府文件清理公告' },
      allowed: ['approve', 'reject'],
    })
    expect((await app.as('editor1').get('/pol/info/list', { forReview: 1 })).body.data.list.map((p: any) => p.id)).not.toContain(id)
    expect((await move('leader1', sent.id, 'reject', '依据不明')).body.data.state).toBe(4)
    const back = (await managed(id)).proposals[0]
    expect(back).toMatchObject({ reviewOpinion: '依据不明', allowed: ['submit', 'discard'] })
    expect((await repeal('editor1', id)).body.code).toBe('OPEN')
    expect((await repeal('editor1', id, { version: back.version - 1 })).body.code).toBe('CONFLICT')
    expect((await repeal('editor1', id, { version: back.version, basis: '清政发〔2026〕8号' })).body.data.state).toBe(1)
    expect((await move('editor1', sent.id, 'withdraw')).body.data.state).toBe(0)
    expect((await move('editor1', sent.id, 'discard')).body.data.state).toBe(3)
    expect((await move('editor1', sent.id, 'submit')).body.code).toBe('STATE')
    expect((await managed(id)).proposals).toEqual([])
    const history = (await app.as('editor1').get('/pol/info/history', { id })).body.data.map((h: any) => h.action)
    expect(history.slice(0, 6)).toEqual(['废止：放弃', '废止：撤回', '废止：提交审核', '废止：保存', '废止：退回', '废止：提交审核'])
  })
  it('is reviewed once', async () => {
    const id = await shelved('审核过的废止')
    const sent = (await repeal('editor1', id)).body.data
    const decide = async (action: string) =>
      (await app.as('leader1').post('/pol/proposal/move', { id: sent.id, version: sent.version, action, opinion: '意见' })).body
    expect((await decide('approve')).success).toBe(true)
    expect((await decide('reject')).code).toBe('CONFLICT')
  })
})

describe('a repealed policy', () => {
  it('is marked in its detail and in lists, is not 申报中, and can still be found', async () => {
    const next = await shelved('清理后的新办法')
    const { id } = await repealed('已经废止的老办法', { repealedById: next, basis: '清政发〔2026〕1号' })
    expect(await shown(id)).toMatchObject({
      status: 'repealed',
      statusName: '已废止',
      repealedOn: day(0),
      repealBasis: '清政发〔2026〕1号',
      repealedBy: { id: next, policyTitle: '清理后的新办法' },
      daysLeft: null,
    })
    expect((await shown(next)).repeals.map((p: any) => p.id)).toEqual([id])
    const q = '已经废止的老办法'
    expect(await found({ q, status: 'open' })).not.toContain(id)
    expect(await found({ q, status: 'closed' })).not.toContain(id)
    expect(await found({ q })).toContain(id)
    expect(await found({ status: 'repealed' })).toEqual(expect.arrayContaining([id]))
    const facets = (await app.as(null).get('/pol/my/facets', { q })).body.data
    expect(facets.status.find((f: any) => f.value === 'repealed')).toMatchObject({
      label: '已废止',
      count: (await found({ q, status: 'repealed' })).length,
    })
    const all = await found({ q, sort: 'deadline' })
    expect(all.filter((one: number) => one === id)).toHaveLength(1)
    expect(
      (await app.as(null).get('/policy/doc/applyProjectExpressList', { keyword: q })).body.data.list.map((p: any) => p.id),
    ).not.toContain(id)
    const chain = (await app.as(null).get('/pol/info/chain', { id })).body.data
    expect(chain.map((p: any) => [p.id, p.repealed])).toEqual([
      [id, true],
      [next, false],
    ])
    expect((await managed(id)).allowed).not.toContain('repeal')
    expect((await repeal('editor1', id)).body.code).toBe('REPEALED')
    expect((await repeal('editor1', next, { repealedById: id })).body.fields![0]!.path).toBe('repealedById')
  })
  it('is matched before the day of the repeal and not from it on, without a job', async () => {
    const { id, code } = await repealed('三天后废止', { repealedOn: day(3) })
    expect(await shown(id)).toMatchObject({ status: 'open', repealedOn: day(3) })
    expect(await matched(code)).toBe('match')
    expect(await matched(code, day(2))).toBe('match')
    expect(await matched(code, day(3))).toBe('closed')
    const before = clock.now()
    clock.set(new Date(before.getTime() + 3 * 86_400_000))
    await eventually(async () => expect(await matched(code)).toBeNull())
    expect((await shown(id)).status).toBe('repealed')
    clock.set(before)
  })
  it('is announced to its followers; a repeal that is undone makes the policy valid again', async () => {
    const id = await shelved('有人收藏的政策')
    await app.as('qy2').form('/pol/my/collect', { polInfoId: String(id), collectFlag: '1' })
    const sent = (await repeal('editor1', id, { basis: '清理公告' })).body.data
    const inbox = async (who: string, kind: string) =>
      (await app.as(who).get<{ list: Notice[] }>('/sys/notice/list', { kind })).body.data.list
    const waits = async (who: string) => (await inbox(who, 'work')).filter((n) => n.title === '“有人收藏的政策”的废止等待审核')
    expect(await waits('leader1')).toMatchObject([{ read: false }])
    expect(await waits('editor1')).toEqual([])
    await move('leader1', sent.id, 'approve', '同意')
    expect(await waits('leader1')).toMatchObject([{ read: true }])
    await eventually(async () => expect((await inbox('qy2', 'policy')).map((n) => n.title)).toContain('您收藏的“有人收藏的政策”已废止'))
    expect((await inbox('editor1', 'policy')).map((n) => n.title)).toContain('“有人收藏的政策”的废止已通过审核')
    expect((await move('leader1', sent.id, 'undo', '误登记')).body.code).toBe('FORBIDDEN')
    expect((await move('editor1', sent.id, 'undo')).body.fields![0]!.path).toBe('opinion')
    expect((await move('editor1', sent.id, 'undo', '误登记')).body.data.state).toBe(6)
    expect((await move('editor1', sent.id, 'undo', '误登记')).body.code).toBe('STATE')
    expect(await shown(id)).toMatchObject({ status: 'open', repealedOn: null, repealBasis: null })
    const { code } = await shown(id)
    await eventually(async () => expect(await matched(code)).toBe('match'))
    await eventually(async () => expect((await inbox('qy2', 'policy')).map((n) => n.title)).toContain('“有人收藏的政策”的废止登记已撤销'))
    const undone = (await auditTrail(app.kernel, 'policy.repeal.undo')).at(-1)!
    expect(undone).toMatchObject({ object_id: String(id), detail: { reason: '误登记', proposal: sent.id } })
    expect((await repeal('editor1', id)).body.data.state).toBe(1)
  })
  it('is marked in the feed', async () => {
    await repealed('订阅源里的废止')
    const rss = (await app.http.inject({ url: '/rss.xml' })).body
    expect(rss).toContain('【已废止】订阅源里的废止')
  })
})

describe('proposals of a deleted policy', () => {
  it('an open proposal ends when its policy is deleted', async () => {
    const id = await shelved('删除连同废止')
    await app.as('editor1').form('/pol/info/takeDown', { id: String(id) })
    const sent = (await repeal('editor1', id)).body.data
    expect((await app.as('editor1').get('/pol/info/dependents', { id })).body.data).toContainEqual({
      name: '未完成的修订与废止',
      count: 1,
      effect: '一并放弃',
    })
    expect((await app.as('editor1').form('/pol/info/delete', { id: String(id) })).body.success).toBe(true)
    expect((await move('leader1', sent.id, 'approve')).body.code).toBe('NOT_FOUND')
    expect((await auditTrail(app.kernel, 'policy.repeal.discard')).at(-1)).toMatchObject({ object_id: String(id) })
  })
})
