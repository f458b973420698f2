import { DAY_MS } from '../../../contract/shanghai.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessReview, type ReviewRow } from '../../../contract/identity/access-review.ts'
import { exports } from '../../../contract/files.ts'
import { users } from '../../../contract/identity/users.ts'
import { addDays, movableClock, today } from '../../kernel/clock.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { inTurn } from '../../kernel/testing/in-turn.ts'

const clock = movableClock('2026-11-27T02:00:00Z')
const day = () => today(clock)
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const post = async (who: string, path: string, body: object) => (await t.as(who).post(path, body)).body
const reviews = async (who = 'security1') => (await t.as(who).get(accessReview.list.path)).body.data
const rows = async (query: object = {}, who = 'security1'): Promise<{ total: number; list: ReviewRow[] }> =>
  (await t.as(who).get(accessReview.rows.path, { reviewId: (await reviews())[0].id, pageSize: 100, ...query })).body.data
const rowOf = async (userName: string, who = 'security1') =>
  (await rows({ keyword: userName }, who)).list.find((r) => r.userName === userName)!
const decide = async (who: string, row: { id: number; version: number }, decision: string, reason = '') =>
  (await post(who, accessReview.decide.path, { items: [{ id: row.id, version: row.version }], decision, reason })).data.list[0]
const roleId = async (code: string) =>
  (await t.kernel.db.selectFrom('role').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
async function give(by: string, userName: string, codes: string[]): Promise<number> {
  const { id } = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', userName).executeTakeFirstOrThrow()
  const { version } = (await t.as('admin1').get(users.findById.path, { id })).body.data
  const roleIds = await inTurn(codes, roleId)
  const answer = await post(by, users.saveRoles.path, { id, version, roleIds, terms: [] })
  expect(answer.success, JSON.stringify(answer)).toBe(true)
  return id
}

describe('权限复核', () => {
  it('is only for security officers, and starts with a due date', async () => {
    const seeded = await reviews()
    for (const who of ['admin1', 'audit1', 'leader1', 'qy1']) {
      expect((await t.as(who).get(accessReview.list.path)).body.code, who).toBe('FORBIDDEN')
      expect((await post(who, accessReview.open.path, { dueOn: day() })).code, who).toBe('FORBIDDEN')
    }
    expect((await post('security1', accessReview.open.path, { dueOn: '2026-02-30' })).fields?.[0]?.path).toBe('dueOn')
    expect((await post('security1', accessReview.open.path, { dueOn: addDays(day(), -1) })).fields).toEqual([
      { path: 'dueOn', message: '截止日期不能早于今天' },
    ])
    expect((await post('security1', accessReview.open.path, { dueOn: addDays(day(), 200) })).fields?.[0]?.path).toBe('dueOn')
    expect(await reviews()).toEqual(seeded)
    expect(seeded).toMatchObject([{ waiting: 0, closeTime: expect.any(String) }])
  })

  it('contains every role of staff, with the reasons for a closer look', async () => {
    await give('security1', 'editor1', ['editor', 'leader'])
    await t.as('leader1').get('/sys/activeUser/info')
    // Seen, and without work: only the one whose account is older than the 90 days is marked.
    for (const [who, days] of [
      ['dept1', 89],
      ['dept2', 91],
    ] as const) {
      await t.as(who).get('/sys/activeUser/info')
      const id = t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', who)
      await t.kernel.db
        .updateTable('sys_user')
        .set({ created_at: new Date(t.kernel.clock.now().getTime() - days * DAY_MS), account_id: days > 90 ? 'zzd-0990' : null })
        .where('id', '=', id)
        .execute()
    }
    const { data } = await post('security1', accessReview.open.path, { dueOn: addDays(day(), 14) })
    const { n } = await t.kernel.db
      .selectFrom('user_role as ur')
      .innerJoin('sys_user as u', 'u.id', 'ur.user_id')
      .where('u.type', '=', 'YYF')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(data.rows).toBe(n)
    expect((await rows()).total).toBe(n)
    expect((await reviews())[0]).toMatchObject({
      // The second of its quarter, unless the demonstration, which has one of the present quarter, was made in another.
      name: expect.stringMatching(/^2026 年第四季度权限复核(（2）)?$/),
      total: n,
      waiting: n,
      overdueDays: 0,
      closeTime: null,
    })
    expect((await rowOf('editor1')).facts).toContain('同时持有“编辑政策”与“审核政策”')
    expect((await rowOf('fin1')).facts).toContain('没有登录记录')
    expect((await rowOf('leader1')).facts).not.toContain('没有登录记录')
    expect((await rowOf('dept1')).facts).not.toContain('90 天没有办理过事项')
    expect((await rowOf('dept1')).facts).not.toContain('可由统一登录或浙政钉账号进入')
    expect((await rowOf('dept2')).facts).toEqual(expect.arrayContaining(['90 天没有办理过事项', '可由统一登录或浙政钉账号进入']))
    expect((await rows({ only: 1 })).list.every((row) => row.facts.length > 0)).toBe(true)
    expect((await post('security2', accessReview.open.path, { dueOn: day() })).code).toBe('STATE')
  })

  it('an account that has only our password is not marked as external', async () => {
    const { list } = await rows()
    const marked = new Set(list.filter(({ facts }) => facts.includes('可由统一登录或浙政钉账号进入')).map(({ userName }) => userName))
    const withAccount = await t.kernel.db
      .selectFrom('sys_user')
      .select('user_name')
      .where('type', '=', 'YYF')
      .where('account_id', 'is not', null)
      .execute()
    expect(marked).toEqual(new Set(withAccount.map(({ user_name }) => user_name)))
    expect(marked.size).toBeLessThan(new Set(list.map(({ userName }) => userName)).size)
  })

  it('nobody decides on roles that they gave or hold; administrators are only confirmed here and removed at the server', async () => {
    const roleOf = async (roleName: string, who = 'security1') =>
      (await rows({ keyword: 'editor1' }, who)).list.find((row) => row.roleName === roleName)!
    const given = await roleOf('领导')
    expect(given).toMatchObject({ grantedBy: expect.any(String), allowed: [] })
    // A role that was held before keeps its granter.
    expect(await roleOf('政策编辑')).toMatchObject({ grantedBy: null, allowed: ['keep', 'revoke'] })
    expect(await decide('security1', given, 'keep')).toMatchObject({ ok: false, code: 'OWN_WORK' })
    expect((await roleOf('领导', 'security2')).allowed).toEqual(['keep', 'revoke'])
    expect(await decide('security1', await rowOf('security1'), 'keep')).toMatchObject({ ok: false, code: 'OWN_WORK' })
    const auditor = await rowOf('audit1')
    expect(auditor.allowed).toEqual(['keep'])
    expect(await decide('security1', auditor, 'revoke', '离岗')).toMatchObject({ ok: false, code: 'STATE' })
    expect(await decide('security1', auditor, 'keep')).toMatchObject({ ok: true })
    expect(await rowOf('audit1')).toMatchObject({ state: 1, decidedBy: expect.any(String), allowed: [] })
    expect(await decide('security1', { id: 999_999, version: 1 }, 'keep')).toMatchObject({ ok: false, code: 'NOT_FOUND' })
    expect((await post('security1', accessReview.decide.path, { items: [], decision: 'keep' })).fields?.[0]?.path).toBe('items')
    expect((await post('security1', accessReview.decide.path, { items: [given], decision: 'drop' })).success).toBe(false)
  })

  it('a removed role is gone with the next call; removal needs a reason and happens once', async () => {
    const own = t.as('fin1')
    expect((await own.get('/allowance/list')).body.success).toBe(true)
    const row = await rowOf('fin1')
    expect(await decide('security1', row, 'revoke')).toMatchObject({ ok: false, message: '请填写收回的原因' })
    expect(await decide('security1', { ...row, version: row.version + 1 }, 'revoke', '已调离')).toMatchObject({
      ok: false,
      code: 'CONFLICT',
    })
    expect(await decide('security1', row, 'revoke', '已调离')).toMatchObject({ ok: true })
    expect((await own.get('/allowance/list')).body.code).toBe('FORBIDDEN')
    expect(await rowOf('fin1')).toMatchObject({ state: 2, reason: '已调离' })
    expect((await decide('security2', row, 'keep')).ok).toBe(false)
    const entry = await t.kernel.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'accessReview.revoke')
      .executeTakeFirstOrThrow()
    expect(entry.detail).toMatchObject({ to: '已收回', reason: '已调离' })
  })

  it('a role removed in the meantime needs no decision; once given again, the officer who gave it cannot decide on it', async () => {
    const before = (await reviews())[0].waiting
    await give('security1', 'dept3', [])
    expect((await reviews())[0].waiting).toBe(before - 1)
    const row = await rowOf('dept3')
    expect(row).toMatchObject({ state: 3, allowed: [] })
    await give('security2', 'dept3', ['dept'])
    expect(await decide('security2', row, 'keep')).toMatchObject({ ok: false, code: 'OWN_WORK' })
    await give('security2', 'dept3', [])
    expect(await decide('security1', row, 'keep')).toMatchObject({ ok: false, message: '该角色已不再持有，不用复核' })
  })

  it('the to-do is for officers who may decide, is overdue after its date, and is exported as a sheet', async () => {
    const todo = async (who: string) =>
      ((await t.as(who).get('/work/list')).body.data.list as { kind: string; count: number; overdue: number }[]).find(
        ({ kind }) => kind === 'access-review',
      )
    expect(await todo('admin1')).toBeUndefined()
    expect((await todo('security1'))!.count).toBe((await rows({ only: 2 })).total)
    expect((await todo('security2'))!.count).toBe((await rows({ only: 2 }, 'security2')).total)
    expect((await todo('security1'))!.overdue).toBe(0)
    clock.advance(15 * 86_400_000)
    expect((await todo('security1'))!.overdue).toBe((await todo('security1'))!.count)
    expect((await reviews())[0].overdueDays).toBe(1)
    const filters = { reviewId: (await reviews())[0].id }
    expect((await post('leader1', exports.start.path, { bizType: 'accessReview', filters })).code).toBe('FORBIDDEN')
    const { taskId } = (await post('security1', exports.start.path, { bizType: 'accessReview', filters })).data
    await eventually(async () =>
      expect((await t.as('security1').get(exports.progress.path, { taskId })).body.data).toMatchObject({ message: null, percent: 100 }),
    )
  })

  it('ends with its last row, and then the next one can start', async () => {
    for (const who of ['security1', 'security2'])
      for (;;) {
        const { list } = await rows({ only: 2 }, who)
        if (list.length === 0) break
        const items = list.map(({ id, version }) => ({ id, version }))
        expect((await post(who, accessReview.decide.path, { items, decision: 'keep' })).data.failCount).toBe(0)
      }
    expect((await reviews())[0]).toMatchObject({ waiting: 0, closeTime: expect.any(String) })
    expect((await post('security2', accessReview.open.path, { dueOn: day() })).success).toBe(true)
    // With the one of the demo.
    expect(await reviews()).toHaveLength(3)
    // Two of the same quarter are told apart by their names.
    const names = ((await reviews()) as { name: string }[]).map(({ name }) => name)
    expect(new Set(names).size, names.join()).toBe(3)
    expect(names[0]).toMatch(/^2026 年第四季度权限复核（\d）$/)
  })
})
