// Tests the row lock and the version in the UPDATE of `move`: of two decisions one counts.
import { expect, it } from 'vitest'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { testApp } from '../../kernel/testing/harness.ts'

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
    const said = await Promise.all([
      other.post(rightsChange.decide.path, { id, version, hash, decision: 'approve' }),
      one.post(rightsChange.withdraw.path, { id, version }),
    ])
    expect(said.filter(({ body }) => body.success)).toHaveLength(1)
    const row = await t.kernel.db.selectFrom('rights_change').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    const held = await t.kernel.db.selectFrom('user_role').select('role_id').where('user_id', '=', user.id).execute()
    expect(held).toHaveLength(row.state === 1 ? 2 : 1)
  }
})

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
    const said = await Promise.all([
      others[0]!.post(rightsChange.decide.path, { id, version, hash, decision: 'approve' }),
      others[1]!.post(rightsChange.decide.path, { id, version, hash, decision: 'reject', opinion: '没有依据' }),
    ])
    expect(said.filter(({ body }) => body.success)).toHaveLength(1)
    expect(said.find(({ body }) => !body.success)?.body.code).toMatch(/^(CONFLICT|STATE)$/)
    const agreed = said[0].body.success
    const held = await db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute()
    expect(held).toHaveLength(agreed ? 2 : 1)
  }
})
