import { expect, it } from 'vitest'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { movableClock } from '../../kernel/clock.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp } from '../../kernel/testing/harness.ts'
import { meeting } from '../../kernel/testing/meeting.ts'

// Seen red without the row locks (rights_change, sys_user) and the version in the UPDATE of `move`: both succeeded.
it('of a parallel agreement and withdrawal one wins, and the roles match it', async () => {
  const t = await testApp()
  const [one, other] = [t.as('security1'), t.as('security2')]
  const roleId = async (code: string) =>
    (await t.kernel.db.selectFrom('role').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
  const asked = [await roleId('dept'), await roleId('leader')]
  await other.get('/sys/activeUser/info')
  for (const name of ['dept1', 'dept2', 'dept3', 'dept4']) {
    const user = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()
    const change = { userId: user.id, roleIds: asked, terms: [] }
    const { id } = (await one.post(rightsChange.submit.path, { change, reason: '兼管' })).body.data
    const { version, hash } = (await one.get(rightsChange.findById.path, { id })).body.data
    const said = await meeting(t, 2, () =>
      Promise.all([
        other.post(rightsChange.decide.path, { id, version, hash, decision: 'approve' }),
        one.post(rightsChange.withdraw.path, { id, version }),
      ]),
    )
    expect(said.filter(({ body }) => body.success)).toHaveLength(1)
    const row = await t.kernel.db.selectFrom('rights_change').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    const held = await t.kernel.db.selectFrom('user_role').select('role_id').where('user_id', '=', user.id).execute()
    expect(held).toHaveLength(row.state === 1 ? 2 : 1)
  }
})

// Seen red without the row locks (rights_change, sys_user) and the version in the UPDATE of `move`: both succeeded.
it('of two officers who decide in parallel, one agreeing and one refusing, one wins', async () => {
  const t = await testApp()
  const { db } = t.kernel
  const idOf = async (table: 'role' | 'sys_user', column: 'code' | 'user_name', name: string) =>
    (
      await db
        .selectFrom(table)
        .select('id')
        .where(column as 'id', '=', name as never)
        .executeTakeFirstOrThrow()
    ).id
  // A third officer, as appointed on the command line.
  await db
    .updateTable('user_role')
    .set({ role_id: await idOf('role', 'code', 'secadmin') })
    .where('user_id', '=', await idOf('sys_user', 'user_name', 'admin1'))
    .execute()
  const [one, ...others] = [t.as('security1'), t.as('security2'), t.as('admin1')]
  await Promise.all(others.map((who) => who.get('/sys/activeUser/info')))
  const roleIds = [await idOf('role', 'code', 'dept'), await idOf('role', 'code', 'leader')]
  for (const name of ['dept1', 'dept2', 'dept3', 'dept4']) {
    const userId = await idOf('sys_user', 'user_name', name)
    const { id } = (await one.post(rightsChange.submit.path, { change: { userId, roleIds, terms: [] }, reason: '兼管' })).body.data
    const { version, hash } = (await one.get(rightsChange.findById.path, { id })).body.data
    const said = await meeting(t, 2, () =>
      Promise.all([
        others[0]!.post(rightsChange.decide.path, { id, version, hash, decision: 'approve' }),
        others[1]!.post(rightsChange.decide.path, { id, version, hash, decision: 'reject', opinion: '没有依据' }),
      ]),
    )
    expect(said.filter(({ body }) => body.success)).toHaveLength(1)
    expect(said.find(({ body }) => !body.success)?.body.code).toMatch(/^(CONFLICT|STATE)$/)
    const agreed = said[0].body.success
    const held = await db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute()
    expect(held).toHaveLength(agreed ? 2 : 1)
  }
})

// Seen red without the row locks (rights_change, sys_user) and the version in the UPDATE of `move`: a change began twice, and only the
// version of the account refused the second.
it('changes that are due begin once, in whatever process, unless their author withdraws them first', async () => {
  const clock = movableClock('2026-12-01T02:00:00Z')
  const t = await testApp({ clock })
  const { db } = t.kernel
  const [one, other] = [t.as('security1'), t.as('security2')]
  const roles = await db.selectFrom('role').select('id').where('code', 'in', ['dept', 'leader']).execute()
  const changes: { id: number; version: number; userId: number }[] = []
  for (const name of ['dept1', 'dept2', 'dept3', 'dept4']) {
    const { id: userId } = await db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()
    const change = { userId, roleIds: roles.map(({ id }) => id), terms: [] }
    const { id } = (await one.post(rightsChange.submit.path, { change, reason: '轮岗', startTime: '2026-12-02 08:00:00' })).body.data
    const { version, hash } = (await one.get(rightsChange.findById.path, { id })).body.data
    expect((await other.post(rightsChange.decide.path, { id, version, hash, decision: 'approve' })).body.success).toBe(true)
    changes.push({ id, version: version + 1, userId })
  }
  clock.set('2026-12-02T00:01:00Z')
  const said = changes.slice(2).map(({ id, version }) => one.post(rightsChange.withdraw.path, { id, version }))
  await Promise.all([runRecurring(t.kernel, 'identity.terms'), runRecurring(t.kernel, 'identity.terms'), ...said])
  const begun: string[] = []
  for (const { id, userId } of changes) {
    const { state } = await db.selectFrom('rights_change').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    expect([1, 3]).toContain(state)
    if (state === 1) begun.push(String(id))
    expect(await db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute()).toHaveLength(state === 1 ? 2 : 1)
  }
  expect((await auditTrail(t.kernel, 'rightsChange.begin')).map(({ object_id }) => object_id).toSorted()).toEqual(begun.toSorted())
  expect(begun.length).toBeGreaterThanOrEqual(2)
})

// Seen red without the lock on the roles that are given: the person got the permission that the officer had not seen.
it('a role that grows while it is being given is given only after the officer has seen it again', async () => {
  const t = await testApp({ env: { RIGHTS_REVIEW: '1' } })
  const { db } = t.kernel
  const [one, other] = [t.as('security1'), t.as('security2')]
  await other.get('/sys/activeUser/info')
  const role = { code: 'helper', name: '临时帮办', permissions: ['feedback:read'], menuIds: [] }
  const { id: roleId } = (await one.post('/sys/role/saveOrUpdate', role)).body.data
  const user = await db.selectFrom('sys_user').select('id').where('user_name', '=', 'dept1').executeTakeFirstOrThrow()
  const held = (await db.selectFrom('user_role').select('role_id').where('user_id', '=', user.id).execute()).map((row) => row.role_id)
  const change = { userId: user.id, roleIds: [...held, roleId], terms: [] }
  const { id } = (await one.post(rightsChange.submit.path, { change, reason: '兼管' })).body.data
  const { version, hash } = (await other.get(rightsChange.findById.path, { id })).body.data
  const decide = () => other.post(rightsChange.decide.path, { id, version, hash, decision: 'approve' })

  // As saving the role does: it is locked, and nobody holds it yet.
  const saving = await t.database.pool.connect()
  await saving.query('begin')
  await saving.query('select from role where id = $1 for update', [roleId])
  await saving.query(`insert into role_permission (role_id, permission) values ($1, 'policy:publish')`, [roleId])
  const [answer] = await Promise.all([decide(), new Promise((then) => setTimeout(then, 700)).then(() => saving.query('commit'))])
  saving.release()
  expect(answer.body).toMatchObject({ success: false, code: 'CONFLICT' })
  expect((await db.selectFrom('user_role').select('role_id').where('user_id', '=', user.id).execute()).length).toBe(held.length)
})
