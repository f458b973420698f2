import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessReview } from '../../contract/identity/access-review.ts'
import { dataRules } from '../../contract/identity/data-rules.ts'
import { rightsChange } from '../../contract/identity/rights-change.ts'
import { roles } from '../../contract/identity/roles.ts'
import { users } from '../../contract/identity/users.ts'
import { viewAs } from '../../contract/identity/view-as.ts'
import { rulesForNewRights } from '../../seed/row-rules.ts'
import { createApp, type App } from '../app.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { addDays, movableClock, today } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testConfig, testLog } from '../kernel/testing/config.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { logIn, type Tokens } from '../kernel/testing/people.ts'
import { giveRoles } from './users.ts'

// Two applications on one database, each with what it keeps, as two processes behind a load balancer (ADR 0973).
const clock = movableClock('2026-11-27T02:00:00Z')
const SECOND = 1000
let t: TestApp
let other: App
beforeAll(async () => {
  t = await testApp({ clock })
  other = await createApp(testConfig(t.database.target.dataDir), t.database, { clock, log: testLog, pages: false })
})
afterAll(() => other.close())

type Seen = number | string
const LIST = '/dec/declare/list'
/** Number of declarations that a call under this token sees, or why it is refused. */
async function seen(app: Pick<App, 'http'>, token: string): Promise<Seen> {
  const answer = await app.http.inject({ url: LIST, headers: { authorization: token } })
  const { success, code, data } = answer.json()
  return success ? data.total : code
}
const both = async (token: string): Promise<Seen[]> => [await seen(t, token), await seen(other, token)]
const ok = async (who: string, { path }: { path: string }, body: object) => {
  const answer = (await t.as(who).post(path, body)).body
  expect(answer.success, JSON.stringify(answer)).toBe(true)
  return answer.data
}
const session = async (who: string): Promise<Tokens> => (await logIn(t.http, who, 'Qifu@2026', t.kernel.config.DEMO_CAPTCHA!)).body.data
const versionOf = async (id: number): Promise<number> =>
  (await t.kernel.db.selectFrom('sys_user').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
const idOf = async (name: string): Promise<number> =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id

interface Held {
  userId: number
  roleId: number
  ruleId: number
  saved: { id: number; version: number; code: string; name: string; menuIds: number[] }
}
let made = 0
/** A role that shows every declaration, held by dept2 alone. */
async function held(): Promise<Held> {
  const named = { code: `kept-${(made += 1)}`, name: `保留 ${made}`, menuIds: [] }
  const { id: roleId } = await ok('security1', roles.save, { ...named, permissions: ['declaration:read'] })
  const { id: ruleId } = await ok('security1', dataRules.save, { roleId, resource: 'declaration', scope: 'all' })
  const userId = await idOf('dept2')
  await ok('security1', users.saveRoles, { id: userId, version: await versionOf(userId), roleIds: [roleId] })
  return { userId, roleId, ruleId, saved: { id: roleId, version: 1, ...named } }
}
const statement = (text: string) => sql.raw(text).execute(t.kernel.db)
const approvedOnly = [{ field: 'state', op: 'in', values: ['approved'] }]
const APPROVED = 'only the approved ones'
/** The declarations that the rule of `approvedOnly` shows. */
const approved = async (): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from declaration where deleted_at is null and state = 'approved'`.execute(
      t.kernel.db,
    )
  ).rows[0]!.n

const ways: [name: string, change: (at: Held) => Promise<unknown>, left: Seen][] = [
  [
    'a role saved without the permission',
    ({ saved }) => ok('security1', roles.save, { ...saved, permissions: ['policy:read'] }),
    'FORBIDDEN',
  ],
  [
    'a rule narrowed',
    ({ roleId, ruleId }) =>
      ok('security1', dataRules.save, { id: ruleId, version: 1, roleId, resource: 'declaration', scope: 'all', lines: approvedOnly }),
    APPROVED,
  ],
  ['a rule deleted', ({ ruleId }) => t.as('security1').form(dataRules.remove.path, { id: String(ruleId) }), 0],
  [
    'the role taken from the user',
    async ({ userId }) => ok('security1', users.saveRoles, { id: userId, version: await versionOf(userId), roleIds: [] }),
    'FORBIDDEN',
  ],
  [
    'the role taken by another part of the product',
    ({ userId }) => t.kernel.db.transaction().execute((db) => giveRoles(db, systemCall('test'), userId, [])),
    'FORBIDDEN',
  ],
  [
    'a requested change that another officer agrees to',
    async ({ roleId }) => {
      const { id } = await ok('security1', rightsChange.submit, { change: { roleId, permissions: [], menuIds: [] }, reason: '不再需要' })
      const { version, hash } = (await t.as('security2').get(rightsChange.findById.path, { id })).body.data
      await ok('security2', rightsChange.decide, { id, version, hash, decision: 'approve', opinion: '' })
    },
    'FORBIDDEN',
  ],
  [
    'a role revoked in a review',
    async ({ userId }) => {
      const { id: reviewId } = await ok('security2', accessReview.open, { dueOn: addDays(today(clock), 14) })
      const { data } = (await t.as('security2').get(accessReview.rows.path, { reviewId, keyword: 'dept2', pageSize: 100 })).body
      const [{ id, version }] = data.list
      await ok('security2', accessReview.decide, { items: [{ id, version }], decision: 'revoke', reason: '调岗' })
      expect(await t.kernel.db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute()).toEqual([])
    },
    'FORBIDDEN',
  ],
  [
    'an account disabled',
    ({ userId }) => t.as('admin1').form(users.setEnabled.path, { id: String(userId), enableFlag: '0' }),
    'UNAUTHENTICATED',
  ],
  // What no part of the product does today, or another process does without telling this one: any statement on the tables.
  ['a permission deleted by a statement', ({ roleId }) => statement(`delete from role_permission where role_id = ${roleId}`), 'FORBIDDEN'],
  [
    'a permission exchanged by a statement',
    ({ roleId }) => statement(`update role_permission set permission = 'policy:read' where role_id = ${roleId}`),
    'FORBIDDEN',
  ],
  ['a rule deleted by a statement', ({ ruleId }) => statement(`delete from row_rule where id = ${ruleId}`), 0],
  [
    'a rule narrowed by a statement',
    ({ ruleId }) => statement(`update row_rule set lines = '${JSON.stringify(approvedOnly)}' where id = ${ruleId}`),
    APPROVED,
  ],
  [
    'a rule moved to another role by a statement',
    ({ ruleId }) => statement(`update row_rule set role_id = (select id from role where code = 'sysadmin') where id = ${ruleId}`),
    0,
  ],
  [
    'a rule exchanged within one transaction',
    ({ roleId }) =>
      t.kernel.db.transaction().execute(async (db) => {
        await db.deleteFrom('row_rule').where('role_id', '=', roleId).execute()
        await rulesForNewRights(db, [roleId])
        await db
          .updateTable('row_rule')
          .set({ lines: JSON.stringify(approvedOnly) })
          .where('role_id', '=', roleId)
          .execute()
      }),
    APPROVED,
  ],
  ['the role taken by a statement', ({ userId }) => statement(`delete from user_role where user_id = ${userId}`), 'FORBIDDEN'],
  ['all rules removed by a truncate', () => statement('truncate row_rule'), 0],
]

describe('rights kept in a process', () => {
  it.each(ways)('are not used a second after %s, on any process', async (_, change, left) => {
    const all = await t.kernel.db
      .selectFrom('declaration')
      .select('id')
      .where('deleted_at', 'is', null)
      .where('state', '<>', 'draft')
      .execute()
    const at = await held()
    const { token, refreshToken } = await session('dept2')
    expect(await both(token)).toEqual([all.length, all.length])
    await change(at)
    clock.advance(SECOND)
    const expected = left === APPROVED ? await approved() : left
    expect(expected).not.toBe(all.length)
    for (const now of await both(token)) expect(['RIGHTS_CHANGED', expected]).toContain(now)
    const renewed = await t.http.inject({ url: '/sys/activeUser/refreshToken', headers: { authorization: refreshToken } })
    const fresh: string = renewed.json().data?.token ?? token
    expect(await both(fresh)).toEqual([expected, expected])
    if (left === 'UNAUTHENTICATED') await t.as('admin1').form(users.setEnabled.path, { id: String(at.userId), enableFlag: '1' })
  })

  it('end with a role that was given for some days', async () => {
    const { userId, roleId } = await held()
    const day = today(clock)
    await ok('security1', users.saveRoles, { id: userId, version: await versionOf(userId), roleIds: [], terms: [{ roleId, to: day }] })
    const { token } = await session('dept2')
    expect(await both(token)).toEqual([expect.any(Number), expect.any(Number)])
    // The day is over for the job, not for the session.
    await t.kernel.db
      .updateTable('role_term')
      .set({ starts_on: addDays(day, -2), ends_on: addDays(day, -1) })
      .where('user_id', '=', userId)
      .execute()
    await runRecurring(t.kernel, 'identity.terms')
    clock.advance(SECOND)
    expect(await both(token)).toEqual(['RIGHTS_CHANGED', 'RIGHTS_CHANGED'])
  })

  it('follow for an officer who views the platform as the holder, whose own token stays valid', async () => {
    const { userId, ruleId } = await held()
    const { token } = await session('security1')
    const begun = await t.http.inject({
      method: 'POST',
      url: viewAs.start.path,
      headers: { authorization: token, 'content-type': 'application/json' },
      payload: { userId, reason: '反映看不到申报' },
    })
    expect(begun.json().success).toBe(true)
    clock.advance(SECOND)
    const [before] = await both(token)
    expect(before).toBeGreaterThan(await approved())
    await statement(`update row_rule set lines = '${JSON.stringify(approvedOnly)}' where id = ${ruleId}`)
    clock.advance(SECOND)
    expect(await both(token)).toEqual([await approved(), await approved()])
    await statement(`delete from user_role where user_id = ${userId}`)
    clock.advance(SECOND)
    expect(await both(token)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
  })

  it('are shared by holders of the same roles and differ for others', async () => {
    const { userId, roleId } = await held()
    const third = await idOf('dept3')
    await ok('security1', users.saveRoles, { id: third, version: await versionOf(third), roleIds: [roleId] })
    const [{ token }, { token: thirds }] = [await session('dept2'), await session('dept3')]
    expect(await both(thirds)).toEqual(await both(token))
    await ok('security1', users.saveRoles, { id: userId, version: await versionOf(userId), roleIds: [] })
    clock.advance(SECOND)
    expect(await both(token)).toEqual(['RIGHTS_CHANGED', 'RIGHTS_CHANGED'])
    expect(await both(thirds)).toEqual([expect.any(Number), expect.any(Number)])
  })
})
