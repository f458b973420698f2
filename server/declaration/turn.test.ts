import { beforeAll, describe, expect, it } from 'vitest'
import { dateOf, movableClock } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { contextOf } from './contexts.ts'
import { declarationRows } from './queries.ts'
import { signersOf } from './signing.ts'
import { declarationTests } from './test-project.ts'
import { leadersOf, whoseTurn } from './whose-turn.ts'

let t: TestApp
const clock = movableClock(new Date())
const { as, one, officeId, staff, project, sent } = declarationTests(() => t)
let jxj: number
beforeAll(async () => {
  t = await testApp({ clock })
  jxj = await officeId('jxj')
  await staff('jxj2', 'dept', 'jxj')
  await staff('rsj1', 'dept', 'rsj')
  await t.database.pool.query(`insert into holiday (day, kind) values ($1, 'work') on conflict (day) do update set kind = 'work'`, [
    dateOf(clock.now()),
  ])
})
const idOf = async (name: string) => (await one<{ id: number }>('select id from sys_user where user_name = $1', [name])).id
const enable = (name: string, enabled: boolean) =>
  t.database.pool.query('update sys_user set enabled = $2 where user_name = $1', [name, enabled])
const notices = async (userName: string, title: string) =>
  (
    await one<{ n: number }>(
      `select count(*)::int n from notice x join sys_user u on u.id = x.user_id where u.user_name = $1 and x.title like $2`,
      [userName, `%${title}%`],
    )
  ).n
/** A declaration whose step deadline was yesterday, after the morning's reminders. */
const late = async (): Promise<string> => {
  const p = await project({ steps: [{ step: 'decide', permission: 'declaration:review', officeId: jxj, mode: 'one', workdays: 1 }] })
  const { id, who } = await sent(p.id)
  await t.database.pool.query('update declaration set step_due = $2 where id = $1', [id, new Date(clock.now().getTime() - 86_400_000)])
  await runRecurring(t.kernel, 'declaration-clocks')
  return `超期督办：${who.replace('flow', '流程企业')}`
}

describe('代审按平台时钟起止', () => {
  it('applies from its hour to its end', async () => {
    const delegate = await idOf('rsj1')
    const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString()
    const { body } = await as('jxj2').post('/dec/delegation/save', {
      delegateId: delegate,
      startTime: at(2),
      endTime: at(9),
      reason: '出差',
    })
    expect(body.success).toBe(true)
    const p = await project({ steps: [{ step: 'decide', permission: 'declaration:review', officeId: jxj, mode: 'one' }] })
    const { id } = await sent(p.id)
    const context = await contextOf(t.kernel.db, await declarationRows(t.kernel.db).where('d.id', '=', id).executeTakeFirstOrThrow())
    const actor = { userId: delegate, type: 'YYF', officeId: null, companyId: null, permissions: new Set<string>() } as never
    const stands = async () => {
      const now = clock.now()
      const inTurn = (await whoseTurn(t.kernel.db, context, now)).includes(delegate)
      const signs = (await signersOf(t.kernel.db, actor, now, [])).some((s) => s.behalf !== null)
      expect(signs).toBe(inTurn)
      return inTurn
    }
    const began = clock.now()
    const seen: boolean[] = []
    for (const hours of [0, 1, 3, 8, 10]) {
      clock.set(new Date(began.getTime() + hours * 3_600_000))
      seen.push(await stands())
    }
    clock.set(began)
    expect(seen).toEqual([false, false, true, true, false])
  })
})

describe('overdue declarations are reported', () => {
  it('to the leaders of the office; where it has none, to all leaders; where there are none, to users who assign staff', async () => {
    const [leader, admin, boss] = [await idOf('leader1'), await idOf('admin1'), await idOf('jxj2')]
    await t.database.pool.query('update sys_user set office_id = $2 where id = $1', [leader, await officeId('czj')])
    expect(await leadersOf(t.kernel.db, jxj)).toEqual([leader])
    await t.database.pool.query(
      `insert into user_role (user_id, role_id) select $1, id from role where code = 'leader' on conflict do nothing`,
      [boss],
    )
    expect(await leadersOf(t.kernel.db, jxj)).toEqual([boss])
    const own = await late()
    expect([await notices('jxj2', own), await notices('leader1', own), await notices('admin1', own)]).toEqual([1, 0, 0])

    await enable('jxj2', false)
    expect(await leadersOf(t.kernel.db, jxj)).toEqual([leader])
    const general = await late()
    expect([await notices('jxj2', general), await notices('leader1', general), await notices('admin1', general)]).toEqual([0, 1, 0])

    await enable('leader1', false)
    expect(await leadersOf(t.kernel.db, jxj)).toEqual([admin])
    const nobody = await late()
    expect([await notices('leader1', nobody), await notices('admin1', nobody)]).toEqual([0, 1])

    await enable('admin1', false)
    expect(await leadersOf(t.kernel.db, jxj)).toEqual([])
  })
})
