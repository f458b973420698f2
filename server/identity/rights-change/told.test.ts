import { beforeAll, describe, expect, it } from 'vitest'
import { accessReview, type ReviewRow } from '../../../contract/identity/access-review.ts'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { movableClock } from '../../kernel/clock.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { inTurn } from '../../kernel/testing/in-turn.ts'
import { keepTerms } from '../admin/role-terms.ts'
import { officersDesk } from './testing.ts'

const clock = movableClock(new Date('2026-12-01T02:00:00Z'))
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const { idOf, post, roleOf } = officersDesk(() => t)
const told = async (who: string) => {
  const { list } = (await t.as(who).get('/sys/notice/list', { pageSize: 50 })).body.data
  return (list as { title: string; body: string }[]).map(({ title, body }) => `${title} ${body}`)
}
const ask = async (name: string, codes: string[], terms: { code: string; from?: string; to: string }[] = []) => {
  const change = {
    userId: await idOf(name),
    roleIds: await inTurn(codes, roleOf),
    terms: await inTurn(terms, async ({ code, ...term }) => ({ roleId: await roleOf(code), ...term })),
  }
  return (await post('security1', rightsChange.submit, { change, reason: '兼管' })).data.id as number
}
const seen = async (id: number) => (await t.as('security2').get(rightsChange.findById.path, { id })).body.data
const decide = async (id: number, decision: string, opinion = '') => {
  const { version, hash } = await seen(id)
  return post('security2', rightsChange.decide, { id, version, hash, decision, opinion })
}

describe('角色有变化时告诉本人，权限变更办结时告诉提出人', () => {
  it('tells the officer who asked and the holder, and says to a late withdrawal what was decided', async () => {
    const refused = await ask('dept1', ['dept', 'leader'])
    const before = await told('dept1')
    expect((await decide(refused, 'reject', '没有依据')).data).toBe(true)
    expect((await told('security1'))[0]).toMatch(/^\S+.*驳回了您提出的权限变更：.*意见：没有依据$/)
    expect(await told('dept1')).toEqual(before)
    const agreed = await ask('dept1', ['dept', 'leader'])
    const { version } = await seen(agreed)
    expect((await decide(agreed, 'approve')).data).toBe(true)
    expect((await told('security1'))[0]).toMatch(/同意了您提出的权限变更：/)
    expect((await told('dept1'))[0]).toMatch(/^您的角色有变化：增加领导 办理人：.+。有疑问请联系安全管理员。$/)
    expect(await told('dept1')).toHaveLength(before.length + 1)
    const late = await post('security1', rightsChange.withdraw, { id: agreed, version })
    expect(late).toMatchObject({ code: 'CONFLICT', msg: '已由他人办理，当前状态为“已生效”，不能撤回，请刷新后查看' })
  })

  it('tells the holder when a term begins and ends', async () => {
    const id = await ask('dept3', ['dept'], [{ code: 'leader', from: '2026-12-02', to: '2026-12-03' }])
    expect((await decide(id, 'approve')).data).toBe(true)
    const before = await told('dept3')
    clock.set(new Date('2026-12-02T01:00:00Z'))
    await keepTerms(t.kernel)
    await keepTerms(t.kernel)
    expect((await told('dept3'))[0]).toBe('您的角色有变化：增加领导 按授予时定下的起止日期，由系统办理。')
    clock.set(new Date('2026-12-04T01:00:00Z'))
    await keepTerms(t.kernel)
    expect((await told('dept3'))[0]).toBe('您的角色有变化：收回领导 按授予时定下的起止日期，由系统办理。')
    expect(await told('dept3')).toHaveLength(before.length + 2)
  })

  // Seen red: the holder heard nothing when the last day of a role changed.
  it('tells the holder when a term becomes longer, shorter or none, and not when it stays', async () => {
    const give = async (roles: string[], to?: string) => {
      const id = await ask('dept3', roles, to === undefined ? [] : [{ code: 'leader', to }])
      expect((await decide(id, 'approve')).data).toBe(true)
      return (await told('dept3'))[0]
    }
    expect(await give(['dept'], '2026-12-20')).toMatch(/^您的角色有变化：增加领导 办理人：/)
    expect(await give(['dept'], '2026-12-28')).toMatch(/^您的角色有变化：领导改为至 2026-12-28 止 办理人：.+。有疑问请联系安全管理员。$/)
    expect(await give(['dept'], '2026-12-10')).toMatch(/^您的角色有变化：领导改为至 2026-12-10 止 办理人：/)
    expect(await give(['dept', 'leader'])).toMatch(/^您的角色有变化：领导改为长期 办理人：/)
    const before = await told('dept3')
    expect(await give(['dept', 'leader', 'editor'])).toMatch(/^您的角色有变化：增加政策编辑 办理人：/)
    expect(await give(['dept'])).toMatch(/^您的角色有变化：收回政策编辑、领导 办理人：|^您的角色有变化：收回领导、政策编辑 办理人：/)
    expect(await told('dept3')).toHaveLength(before.length + 2)
  })

  it('tells the holder whose role a review of rights revoked', async () => {
    const opened = await post('security1', accessReview.open, { dueOn: '2026-12-20' })
    const { list } = (await t.as('security1').get(accessReview.rows.path, { reviewId: opened.data.id, pageSize: 100, keyword: 'dept4' }))
      .body.data as { list: ReviewRow[] }
    const [row] = list
    const kept = await post('security1', accessReview.decide, {
      items: [{ id: row!.id, version: row!.version }],
      decision: 'revoke',
      reason: '已调离',
    })
    expect(kept.data).toMatchObject({ successCount: 1 })
    expect((await told('dept4'))[0]).toMatch(new RegExp(`^您的角色有变化：收回${row!.roleName} 办理人：`))
  })
})

describe('等人办理时告诉能办理的人，一次', () => {
  /** The notices about requests and reviews that wait; `open` those that still ask for something. */
  const waiting = async (who: string) =>
    (
      await t.kernel.db
        .selectFrom('notice')
        .select(['title', 'body', 'link', 'waits_for', 'read_at'])
        .where('user_id', '=', await idOf(who))
        .where((e) => e.or([e('title', 'like', '%请您复核：%'), e('title', 'like', '%请您在%以前办完')]))
        .orderBy('id', 'desc')
        .execute()
    ).map(({ title, body, link, waits_for, read_at }) => ({ title, body, link, open: waits_for !== null && read_at === null }))
  const officers = ['security1', 'security2'] as const
  const counts = () => inTurn([...officers, 'admin1', 'audit1', 'dept2'], async (who) => (await waiting(who)).length)

  // Seen red: the other officer had a to-do on the workbench, and no notice.
  it('a change of rights: the other officers, not who asks; settled when it is decided, withdrawn or void', async () => {
    const before = await counts()
    const same = { change: { userId: await idOf('dept2'), roleIds: [await roleOf('dept')], terms: [] }, reason: '兼管' }
    expect((await post('admin1', rightsChange.submit, same)).code).toBe('FORBIDDEN')
    expect((await post('security1', rightsChange.submit, same)).success).toBe(false)
    expect((await post('security1', rightsChange.submit, { ...same, reason: '' })).fields?.[0]?.path).toBe('reason')
    expect(await counts(), 'refused: nobody hears of it').toEqual(before)

    const rejected = await ask('dept2', ['dept', 'leader'])
    expect((await waiting('security2'))[0]).toEqual({
      title: expect.stringMatching(/^.+提出权限变更，请您复核：.+/),
      body: '原因：兼管。',
      link: '/work/role?tab=changes&c.state=0&c.proposer=others',
      open: true,
    })
    expect(await counts()).toEqual(before.map((n, i) => (i === 1 ? n + 1 : n)))
    const { list } = (await t.as('security2').get(rightsChange.list.path, { state: 0, proposer: 'others' })).body.data
    expect(
      (list as { id: number }[]).map(({ id }) => id),
      'where the link leads',
    ).toContain(rejected)
    await decide(rejected, 'reject', '没有依据')
    expect((await waiting('security2'))[0]!.open).toBe(false)

    const taken = await ask('dept2', ['dept', 'leader'])
    expect((await waiting('security2'))[0]!.open).toBe(true)
    const { version } = await seen(taken)
    expect((await post('security1', rightsChange.withdraw, { id: taken, version })).data).toBe(true)
    expect((await waiting('security2'))[0]!.open).toBe(false)

    const later = await ask('dept2', ['dept', 'leader'])
    await t.kernel.db
      .updateTable('sys_user')
      .set({ enabled: false })
      .where('id', '=', await idOf('dept2'))
      .execute()
    expect((await decide(later, 'approve')).code).toBe('STALE')
    expect((await waiting('security2'))[0]!.open).toBe(false)
    expect(await counts()).toEqual(before.map((n, i) => (i === 1 ? n + 3 : n)))
    await t.kernel.db
      .updateTable('sys_user')
      .set({ enabled: true })
      .where('id', '=', await idOf('dept2'))
      .execute()
  })

  // Seen red: whoever reviews the roles had a to-do, and no notice.
  it('a review of rights: the officers who may decide a row, not who starts it; the clock tells all of them', async () => {
    const close = () => t.kernel.db.updateTable('access_review').set({ closed_at: clock.now() }).where('closed_at', 'is', null).execute()
    await close()
    const before = await counts()
    expect((await post('admin1', accessReview.open, { dueOn: '2026-12-20' })).code).toBe('FORBIDDEN')
    expect((await post('security1', accessReview.open, { dueOn: '2020-12-20' })).fields?.[0]?.path).toBe('dueOn')
    expect(await counts()).toEqual(before)

    const { data } = await post('security1', accessReview.open, { dueOn: '2026-12-20' })
    expect((await waiting('security2'))[0]).toEqual({
      title: expect.stringMatching(/开始了2026 年第四季度权限复核.*，请您在 2026-12-20 以前办完$/),
      body: '由您逐项决定保留或收回；本人授予的和本人持有的角色，由其他安全管理员决定。',
      link: '/work/role?tab=review',
      open: true,
    })
    expect(await counts()).toEqual(before.map((n, i) => (i === 1 ? n + 1 : n)))
    expect((await post('security1', accessReview.open, { dueOn: '2026-12-20' })).code).toBe('STATE')
    // All but one are decided; the last one ends the review.
    const { list } = (await t.as('security2').get(accessReview.rows.path, { reviewId: data.id, pageSize: 100, keyword: 'dept1', only: 2 }))
      .body.data as { list: ReviewRow[] }
    const [last] = list
    await t.kernel.db
      .updateTable('access_review_row')
      .set({ state: 1 })
      .where('review_id', '=', data.id)
      .where('id', '<>', last!.id)
      .execute()
    expect((await waiting('security2'))[0]!.open).toBe(true)
    const items = [{ id: last!.id, version: last!.version }]
    expect((await post('security2', accessReview.decide, { items, decision: 'keep', reason: '' })).data).toMatchObject({ successCount: 1 })
    expect((await waiting('security2'))[0]!.open).toBe(false)

    const told = await counts()
    await runRecurring(t.kernel, 'identity.access-review')
    expect(await counts()).toEqual(told.map((n, i) => (i < 2 ? n + 1 : n)))
    expect((await waiting('security1'))[0]!.title).toMatch(/^2026 年第四季度权限复核.*已开始，请您在 .* 以前办完$/)
    await close()
    // Who made every grant decides about none, and is not asked.
    await t.kernel.db
      .updateTable('user_role')
      .set({ makers: [await idOf('security2')] })
      .execute()
    const asked = await counts()
    expect((await post('security1', accessReview.open, { dueOn: '2026-12-20' })).success).toBe(true)
    expect(await counts()).toEqual(asked)
  })
})
