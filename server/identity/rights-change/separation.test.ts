import { expect, it } from 'vitest'
import { roles } from '../../../contract/identity/roles.ts'
import { rightsChange } from '../../../contract/identity/rights-change.ts'
import { users } from '../../../contract/identity/users.ts'
import { isReserved, type PermissionCode } from '../../../contract/permissions.ts'
import { testApp } from '../../kernel/testing/harness.ts'

/** A random generator: the same seed gives the same numbers. */
function dice(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}
const STEPS = 150

it('C-06: no calls give a user two administrator roles, an administrator and a business role, or a self-granted role', async () => {
  const t = await testApp()
  const { db } = t.kernel
  const roll = dice(20_261_127)
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!
  const people = await db.selectFrom('sys_user').select(['id', 'user_name', 'type']).orderBy('id').execute()
  const allRoles = await db.selectFrom('role').select(['id', 'code', 'exclusive_group']).orderBy('id').execute()
  const codes: PermissionCode[] = ['policy:read', 'policy:review', 'role:manage', 'user:manage', 'audit:read', 'allowance:review']
  const hands = ['security1', 'security2', 'admin1', 'audit1', 'leader1']
  const waiting: number[] = []
  const said = new Map<string, number>()
  const note = (what: string, { body }: { body: { success: boolean } }) => {
    const key = `${what} ${body.success ? 'done' : 'refused'}`
    said.set(key, (said.get(key) ?? 0) + 1)
  }

  for (let step = 0; step < STEPS; step++) {
    const [by, person] = [t.as(pick(hands)), pick(people)]
    const some = Array.from({ length: 1 + roll(2) }, () => pick(allRoles).id)
    const move = roll(6)
    if (move < 2) {
      const { version } = await db.selectFrom('sys_user').select('version').where('id', '=', person.id).executeTakeFirstOrThrow()
      note('grant', await by.post(users.saveRoles.path, { id: person.id, version, roleIds: [...new Set(some)], terms: [] }))
    } else if (move === 2) {
      const change =
        roll(2) === 0
          ? { userId: person.id, roleIds: [...new Set(some)], terms: [] }
          : { roleId: some[0], permissions: [pick(codes), pick(codes)], menuIds: [] }
      const answer = await by.post(rightsChange.submit.path, { change, reason: '试' })
      note('ask', answer)
      if (answer.body.success) waiting.push(answer.body.data.id)
    } else if (move < 5 && waiting.length > 0) {
      const id = pick(waiting)
      const { version, hash } = (await t.as('security1').get(rightsChange.findById.path, { id })).body.data
      const wish = { id, version, hash, decision: pick(['approve', 'approve', 'reject']), opinion: '试' }
      note('decide', await by.post(rightsChange.decide.path, wish))
      if (roll(3) === 0) {
        const back = await by.post(rightsChange.rollback.path, { id, reason: '退' })
        note('back', back)
        if (back.body.success) waiting.push(back.body.data.id)
      }
    } else {
      const role = pick(allRoles)
      const { version, name } = await db.selectFrom('role').select(['version', 'name']).where('id', '=', role.id).executeTakeFirstOrThrow()
      const saved = { id: role.id, version, code: role.code, name, description: '', permissions: [pick(codes), pick(codes)], menuIds: [] }
      note('role', await by.post(roles.save.path, saved))
    }

    const held = await db
      .selectFrom('user_role as ur')
      .innerJoin('role as r', 'r.id', 'ur.role_id')
      .select(['ur.user_id', 'ur.granted_by', 'r.exclusive_group'])
      .execute()
    const administrators = held.filter(({ exclusive_group }) => exclusive_group !== null).map(({ user_id }) => user_id)
    for (const id of administrators) expect(held.filter(({ user_id }) => user_id === id)).toHaveLength(1)
    expect(held.filter(({ user_id, granted_by }) => user_id === granted_by)).toEqual([])
    const given = await db
      .selectFrom('role_permission as p')
      .innerJoin('role as r', 'r.id', 'p.role_id')
      .where('r.exclusive_group', 'is', null)
      .select('p.permission')
      .execute()
    expect(given.filter(({ permission }) => isReserved(permission as PermissionCode))).toEqual([])
  }
  // Actions that were always refused would prove nothing.
  for (const what of ['grant', 'ask', 'decide', 'role']) {
    expect(said.get(`${what} done`), what).toBeGreaterThan(0)
    expect(said.get(`${what} refused`), what).toBeGreaterThan(0)
  }
}, 60_000)
