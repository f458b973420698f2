import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/shanghai.ts'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { factsOf, holdings } from './facts.ts'

const UNUSED = '90 天没有用过这个角色的权限'
const clock = movableClock('2026-11-27T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
  const { db } = t.kernel
  const long = new Date(clock.now().getTime() - 200 * DAY_MS)
  await db.updateTable('user_role').set({ granted_at: long }).execute()
  await db.updateTable('sys_user').set({ created_at: long, last_login_at: clock.now() }).execute()
})
const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
const userId = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
const roleId = async (code: string) =>
  (await t.kernel.db.selectFrom('role').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
/** Codes of the person's roles that are marked as unused. */
async function unused(name: string): Promise<string[]> {
  const { db } = t.kernel
  const held = await holdings(db, clock.now())
  const facts = await factsOf(t.kernel, db, held, clock.now())
  const codes = new Map((await db.selectFrom('role').select(['id', 'code']).execute()).map(({ id, code }) => [id, code]))
  const id = await userId(name)
  return held.flatMap((one, i) => (one.user_id === id && facts[i]!.includes(UNUSED) ? [codes.get(one.role_id)!] : [])).toSorted()
}
async function visit(name: string, page: string, days: number): Promise<void> {
  await t.kernel.db
    .insertInto('visit_log')
    .values({
      at: ago(days),
      user_id: await userId(name),
      user_type: 'YYF',
      router_name: page,
      page_title: null,
      ip: '',
      request_id: 'test',
    })
    .execute()
}

describe('没有用过的角色', () => {
  it('is marked for each role: pages of another role, of everybody, and of more than 90 days ago do not count', async () => {
    await t.kernel.db
      .insertInto('user_role')
      .values({ user_id: await userId('fin1'), role_id: await roleId('market'), granted_at: ago(200) })
      .execute()
    expect(await unused('fin1')).toEqual(['finance', 'market'])
    await visit('fin1', '/work/notice', 1)
    await visit('fin1', '/work/subsidies', 91)
    expect(await unused('fin1')).toEqual(['finance', 'market'])
    await visit('fin1', '/work/subsidies', 89)
    expect(await unused('fin1')).toEqual(['market'])
    // Its pages ask several permissions, so the menu of the role decides.
    await visit('fin1', '/work/adminLand', 2)
    expect(await unused('fin1')).toEqual([])
  })

  it('a page that asks for a permission counts for each role that has it', async () => {
    await visit('market2', '/work/EnterprisesList', 3)
    expect(await unused('market2')).toEqual([])
  })

  it('a role of a few days, and one whose holder did not come, are not marked', async () => {
    const agent = await userId('agent1')
    expect(await unused('agent1')).toEqual(['agent'])
    await t.kernel.db
      .updateTable('user_role')
      .set({ granted_at: ago(20) })
      .where('user_id', '=', agent)
      .execute()
    expect(await unused('agent1')).toEqual([])
    await t.kernel.db
      .updateTable('sys_user')
      .set({ last_login_at: ago(100) })
      .where('user_name', '=', 'agent2')
      .execute()
    expect(await unused('agent2')).toEqual([])
  })
})
