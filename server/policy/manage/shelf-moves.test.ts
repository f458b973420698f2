import { beforeAll, describe, expect, it } from 'vitest'
import { giveRights } from '../../../seed/added.ts'
import { movableClock } from '../../kernel/clock.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { inTurn } from '../../kernel/testing/in-turn.ts'
import { PUBLICATION_JOB } from './shelf-moves.ts'
import { policyDraft } from '../testing/draft.ts'
import { checkedOf, reviewAsItStands } from '../testing/moves.ts'

// The default configuration: nothing is published without a colleague's review.
let app: TestApp
const clock = movableClock(new Date())
beforeAll(async () => {
  app = await testApp({ clock, env: { POLICY_REVIEW: '1' } })
  await giveRights(app.kernel.db, { front: ['policy:read', 'policy:edit', 'policy:review'] })
})

const added = async (title: string, over: object = {}): Promise<{ id: number; version: number }> =>
  (await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: title, ...over }))).body.data
const move = (who: string, name: string, id: number) => app.as(who).form(`/pol/info/${name}`, { id: String(id) })
const review = (who: string, id: number, reviewState: string, reviewOpinion?: string) =>
  reviewAsItStands(app, who, id, reviewState, reviewOpinion)
const row = async (id: number, who = 'editor1') => (await app.as(who).get('/pol/info/findById', { id })).body.data
interface Seen {
  id: number
  version: number
}
/** Rows with their current versions, for a batch. */
const seen = (...ids: number[]): Promise<Seen[]> => inTurn(ids, async (id) => ({ id, version: (await row(id)).version as number }))
const isShown = async (id: number) => (await app.as(null).get('/policy/doc/policyDetail', { id })).body.success
const inMinutes = (n: number) => new Date(clock.now().getTime() + n * 60_000).toISOString()
const schedule = (id: number, times: object, who = 'editor1') => app.as(who).post('/pol/info/schedule', { id, ...times })

describe('publishing goes through a colleague', () => {
  it('the editor only submits, and a colleague reviews', async () => {
    const { id } = await added('两人一道')
    expect((await review('leader1', id, 'pass')).body).toMatchObject({ code: 'STATE', msg: expect.stringContaining('草稿') })
    expect((await move('editor1', 'publish', id)).body.data.state).toBe(1)
    expect(await isShown(id)).toBe(false)
    expect((await row(id)).allowed).toEqual(['withdraw', 'setTop', 'schedule'])
    expect((await row(id, 'leader1')).allowed).toEqual(['approve', 'reject'])
    expect((await review('editor1', id, 'pass')).body.code).toBe('FORBIDDEN')
    const { version } = await row(id)
    const checked = await checkedOf(app, 'leader1', id)
    const decide = async (who: string, reviewState: string) =>
      (await app.as(who).post('/pol/info/updateReviewState', { id, version, reviewState, reviewOpinion: '意见', checked })).body
    expect((await decide('leader1', 'pass')).success).toBe(true)
    expect((await decide('front1', 'reject')).code).toBe('CONFLICT')
    const blind = await app.as('leader1').post('/pol/info/updateReviewState', { id, reviewState: 'pass' })
    expect(blind.body.fields![0]!.path).toBe('version')
  })
  it('the person who submitted cannot review, even with the right', async () => {
    const { id } = (await app.as('front1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '自写自审' }))).body.data
    await move('front1', 'publish', id)
    expect((await review('front1', id, 'pass')).body).toMatchObject({ code: 'OWN_WORK' })
    expect((await row(id, 'front1')).allowed).toEqual(['withdraw'])
    expect((await app.as('front1').get('/pol/info/list', { forReview: 1 })).body.data.list.map((p: any) => p.id)).not.toContain(id)
    expect((await app.as('leader1').get('/pol/info/list', { forReview: 1 })).body.data.list.map((p: any) => p.id)).toContain(id)
    expect((await move('editor1', 'withdraw', id)).body.code).toBe('NOT_SUBMITTER')
    expect((await move('front1', 'withdraw', id)).body.data.state).toBe(0)
  })
  it('a return needs a reason, which the author sees; the history lists the steps in order', async () => {
    const { id } = await added('退回再送')
    await move('editor1', 'publish', id)
    expect((await review('leader1', id, 'reject')).body.fields![0]!.path).toBe('reviewOpinion')
    expect((await review('leader1', id, 'reject', '第二条缺少依据')).body.data.state).toBe(4)
    const returned = await row(id)
    expect(returned).toMatchObject({
      stateName: '审核未通过',
      reviewOpinion: '第二条缺少依据',
      allowed: ['edit', 'publish', 'delete', 'setTop', 'schedule'],
    })
    const mended = policyDraft({ id, version: returned.version, policyTitle: '退回再送（修订）' })
    expect((await app.as('editor1').post('/pol/info/saveOrUpdate', mended)).body.success).toBe(true)
    await move('editor1', 'publish', id)
    expect((await review('leader1', id, 'pass', '可以')).body.data.state).toBe(2)
    expect(await isShown(id)).toBe(true)
    const history = (await app.as('leader1').get('/pol/info/history', { id })).body.data
    expect(history.map((h: any) => h.action)).toEqual(['审核通过', '提交审核', '修改', '审核不通过', '提交审核', '新增'])
    expect(history[3]).toMatchObject({ userName: '领导 于川', opinion: '第二条缺少依据' })
  })
  it('a policy changed while it is taken down needs another review', async () => {
    const { id } = await added('下架后修改')
    await move('editor1', 'publish', id)
    await review('leader1', id, 'pass')
    await move('editor1', 'takeDown', id)
    const { version } = await row(id)
    await app.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ id, version, policyTitle: '下架后修改二' }))
    expect((await row(id)).stateName).toBe('草稿')
    expect((await move('editor1', 'takeUp', id)).body.code).toBe('STATE')
  })
  it('a draft without conditions cannot be submitted', async () => {
    const { id } = await added('没有条件')
    await app.kernel.db
      .updateTable('policy_version')
      .set({ rule: JSON.stringify({ conditions: { all: [] }, benefits: [], benefitCombine: 'sum', closable: null }) })
      .where('policy_id', '=', id)
      .execute()
    expect((await move('editor1', 'publish', id)).body).toMatchObject({
      code: 'INCOMPLETE',
      msg: expect.stringContaining('至少要有一个条件'),
    })
  })
})

describe('the scheduled time of a policy', () => {
  it('is refused when it is past, backwards, or in a state that has none', async () => {
    const { id } = await added('时间不对')
    expect((await schedule(id, { publishAt: inMinutes(-1) })).body.fields![0]!.path).toBe('publishAt')
    expect((await schedule(id, { publishAt: inMinutes(20), takeDownAt: inMinutes(10) })).body.fields![0]!.path).toBe('takeDownAt')
    expect((await schedule(id, { publishAt: '2026-02-30 08:00' })).status).toBe(400)
    expect((await schedule(id, { publishAt: inMinutes(5) }, 'leader1')).body.code).toBe('FORBIDDEN')
    expect((await schedule(999_999, { publishAt: inMinutes(5) })).body.code).toBe('NOT_FOUND')
  })
  it('an approved policy waits for its time, becomes public, and is taken down at its end', async () => {
    const { id } = await added('到点上架')
    await schedule(id, { publishAt: inMinutes(10), takeDownAt: inMinutes(30) })
    await move('editor1', 'publish', id)
    expect((await review('leader1', id, 'pass')).body.data.state).toBe(5)
    expect((await row(id)).stateName).toBe('待上架')
    await runRecurring(app.kernel, PUBLICATION_JOB)
    expect(await isShown(id)).toBe(false)
    expect((await schedule(id, { publishAt: null })).body.code).toBe('STATE')
    clock.advance(10 * 60_000)
    await runRecurring(app.kernel, PUBLICATION_JOB)
    expect(await isShown(id)).toBe(true)
    expect((await schedule(id, { publishAt: inMinutes(3) })).body.code).toBe('STATE')
    clock.advance(20 * 60_000)
    await runRecurring(app.kernel, PUBLICATION_JOB)
    expect(await isShown(id)).toBe(false)
    expect((await row(id)).stateName).toBe('已下架')
    for (const name of ['policy.release', 'policy.expire'])
      expect((await auditTrail(app.kernel, name)).filter((a) => a.object_id === String(id))).toHaveLength(1)
  })
  it('a policy that was taken down gets another time or is published at once', async () => {
    const { id } = await added('再定一日')
    await move('editor1', 'publish', id)
    await review('leader1', id, 'pass')
    await move('editor1', 'takeDown', id)
    expect((await schedule(id, { publishAt: inMinutes(5) })).body.data.state).toBe(5)
    expect((await move('editor1', 'takeUp', id)).body.data.state).toBe(2)
    expect((await row(id)).publishAt).toBeNull()
  })
})

describe('batches', () => {
  it('return a result for each policy; refused ones do not affect the others', async () => {
    const [a, b] = (await seen((await added('批量一')).id, (await added('批量二')).id)) as [Seen, Seen]
    await move('editor1', 'publish', b.id)
    const batch = (who: string, body: object) => app.as(who).post('/pol/info/batch', body)
    expect((await batch('editor1', { items: [a], action: 'reject' })).body.fields![0]!.path).toBe('reviewOpinion')
    expect((await batch('editor1', { items: [], action: 'publish' })).status).toBe(400)
    const many = Array.from({ length: 101 }, (_, i) => ({ id: i + 1, version: 1 }))
    expect((await batch('editor1', { items: many, action: 'publish' })).body.fields![0]!.path).toBe('items')
    expect((await batch('leader1', { items: [a], action: 'takeUp' })).body.code).toBe('FORBIDDEN')
    const unknown = { id: 999_999, version: 1 }
    const { data } = (await batch('editor1', { items: [a, { id: b.id, version: 2 }, unknown], action: 'publish' })).body
    expect(data).toEqual({
      successCount: 1,
      failCount: 2,
      list: [
        { id: a.id, name: '批量一', ok: true, code: '', message: '' },
        { id: b.id, name: '批量二', ok: false, code: 'STATE', message: '当前状态为“待审核”，不能提交审核' },
        { id: 999_999, name: '', ok: false, code: 'NOT_FOUND', message: '该政策不存在或已被删除' },
      ],
    })
    // An approval requires opening the policy; a batch can only send back.
    const passed = (await batch('front1', { items: await seen(a.id, b.id), action: 'approve' })).body.data
    expect(passed).toMatchObject({
      successCount: 0,
      list: [{ code: 'UNCHECKED', message: '须打开政策，逐节核对后通过' }, { code: 'UNCHECKED' }],
    })
    expect(await isShown(b.id)).toBe(false)
    const back = { action: 'reject', reviewOpinion: '一并退回' }
    expect((await batch('front1', { items: [a], ...back })).body.data.list[0].code).toBe('CONFLICT')
    expect((await batch('front1', { items: await seen(a.id, b.id), ...back })).body.data.successCount).toBe(2)
  })
  it('are sent back with one opinion by a reviewer who cannot edit, and withdrawn only by the person who submitted', async () => {
    const three = [await added('一并审核一'), await added('一并审核二'), await added('一并撤回')].map((p) => p.id)
    const [a, b, c] = three as [number, number, number]
    const batch = async (who: string, body: object) => (await app.as(who).post('/pol/info/batch', body)).body
    expect((await batch('leader1', { items: await seen(...three), action: 'publish' })).code).toBe('FORBIDDEN')
    expect((await batch('leader1', { items: await seen(...three), action: 'delete' })).code).toBe('FORBIDDEN')
    expect((await batch('editor1', { items: await seen(...three), action: 'publish' })).data.successCount).toBe(3)
    expect((await batch('editor1', { items: await seen(...three), action: 'approve' })).code).toBe('FORBIDDEN')
    const opinion = '扶持标准缺少依据'
    expect((await batch('leader1', { items: await seen(a, b), action: 'reject', reviewOpinion: opinion })).data.successCount).toBe(2)
    for (const id of [a, b]) expect(await row(id)).toMatchObject({ state: 4, reviewOpinion: opinion })
    expect((await batch('front1', { items: await seen(c), action: 'withdraw' })).data.list[0]).toMatchObject({
      ok: false,
      message: '只有提交人可以撤回',
    })
    expect((await batch('editor1', { items: await seen(a, c), action: 'withdraw' })).data.list.map((r: { ok: boolean }) => r.ok)).toEqual([
      false,
      true,
    ])
    expect((await row(c)).state).toBe(0)
  })
})

describe('the order of public policies', () => {
  it('a policy moves one place among those pinned like it, and can be ordered by date again', async () => {
    const shelf = async () => (await app.as(null).get('/pol/my/list', { pageSize: 5 })).body.data.list.map((p: any) => p.id as number)
    const [first, second] = (await shelf()) as [number, number]
    const to = (id: number, direction: string, who = 'editor1') => app.as(who).post('/pol/info/move', { id, direction })
    expect((await to(first, 'down', 'leader1')).body.code).toBe('FORBIDDEN')
    expect((await to(first, 'up')).body.msg).toBe('已经排在最前')
    expect((await to(second, 'up')).body.data).toBe(true)
    expect((await shelf()).slice(0, 2)).toEqual([second, first])
    expect((await to(second, 'down')).body.data).toBe(true)
    expect((await shelf()).slice(0, 2)).toEqual([first, second])
    for (const moved of [first, second]) expect((await to(moved, 'reset')).body.data).toBe(true)
    const { rows } = await app.kernel.pool.query('select distinct sort from policy where id = any($1)', [[first, second]])
    expect(rows).toEqual([{ sort: 0 }])
    const { id } = await added('还没上架')
    expect((await to(id, 'up')).body.code).toBe('STATE')
  })
})

describe('before a policy is deleted', () => {
  it('its dependents are named', async () => {
    const { id } = await added('有人问过')
    expect((await app.as('editor1').get('/pol/info/dependents', { id })).body.data).toEqual([])
    await move('editor1', 'publish', id)
    await review('leader1', id, 'pass')
    await app.as('qy1').form('/pol/my/getPolConsult', { polInfoId: String(id), consultContent: '如何申报？' })
    expect((await app.as('editor1').get('/pol/info/dependents', { id })).body.data).toEqual([
      { name: '咨询', count: 1, effect: '保留，咨询人仍可查看' },
    ])
  })
})

describe('notices about reviews', () => {
  type Told = { title: string; body: string; kindName: string; read: boolean }
  const inbox = async (who: string) => (await app.as(who).get<{ list: Told[] }>('/sys/notice/list')).body.data.list
  const told = async (who: string, words: string) => (await inbox(who)).filter(({ title }) => title.includes(words))

  it('go to every colleague who may review, not to the author; once one has decided, the others have nothing to do', async () => {
    const { id } = await added('要人审核的')
    await move('editor1', 'publish', id)
    expect(await told('leader1', '要人审核的')).toMatchObject([{ title: '政策“要人审核的”等待审核', kindName: '待办', read: false }])
    expect(await told('front1', '要人审核的')).toMatchObject([{ read: false }])
    expect(await told('editor1', '要人审核的')).toEqual([])
    expect((await review('leader1', id, 'reject', '缺附件')).body.success).toBe(true)
    expect(await told('front1', '要人审核的')).toMatchObject([{ read: true }])
    expect(await told('editor1', '要人审核的')).toMatchObject([
      { title: '政策“要人审核的”未通过审核', body: '缺附件', kindName: '待办', read: false },
    ])
  })
  it('are sent again after another submission, marked read after a withdrawal, and tell the author of the approval', async () => {
    const { id } = await added('又送一次的')
    await move('editor1', 'publish', id)
    await move('editor1', 'withdraw', id)
    expect(await told('leader1', '又送一次的')).toMatchObject([{ read: true }])
    await move('editor1', 'publish', id)
    expect((await told('leader1', '又送一次的')).map(({ read }) => read).toSorted()).toEqual([false, true])
    await review('leader1', id, 'pass')
    expect((await told('leader1', '又送一次的')).map(({ read }) => read)).toEqual([true, true])
    expect(await told('editor1', '又送一次的')).toMatchObject([{ title: '政策“又送一次的”已通过审核', kindName: '政策动态' }])
  })
})
