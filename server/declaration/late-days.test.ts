import { beforeAll, describe, expect, it } from 'vitest'
import { declarationStates, type DeclarationRow } from '../../contract/declaration.ts'
import type { TodoKind } from '../../contract/work.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

// By how many days something is late or due is one number on the workbench, in the list and on the record, across National Day 2026
// (1 to 7 October; Saturday 10 October is a working day).
const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
let id: number
beforeAll(async () => {
  t = await testApp({ clock })
  id = (await listed())[0]!.id
  await t.database.pool.query('update declaration set due_at = null, step_due = null where id <> $1', [id])
  await t.database.pool.query('update project set examine_end = $1', ['2027-06-30T15:59:59Z'])
})
const listed = async () =>
  (await t.as('dept1').get('/dec/declare/list', { todo: 'true', sort: 'deadline', order: 'asc', pageSize: 100 })).body.data
    .list as DeclarationRow[]
const todo = async (of: string, kind: string) =>
  ((await t.as(of).get('/work/list')).body.data.list as TodoKind[]).find((one) => one.kind === kind)!
const dueOn = async (day: string, at: string) => {
  await t.database.pool.query('update declaration set step_due = $2, due_at = $2 where id = $1', [id, `${day}T23:59:59+08:00`])
  clock.set(`${at}T02:00:00Z`)
}

/** The days left as the workbench, the list, the record and the counts of the desk say. */
const everywhere = async () => {
  const { count, overdue, first, note } = await todo('dept1', 'declaration')
  const rows = await listed()
  const now = clock.now().getTime()
  expect(count).toBe(rows.length)
  expect(overdue).toBe(rows.filter(({ deadline }) => deadline !== null && Date.parse(deadline) < now).length)
  const desk = (await t.as('dept1').get('/dec/declare/statistics')).body.data
  expect(desk).toMatchObject({ todo: count, overdue })
  expect(desk.dueSoon).toBe(rows.filter(({ workdaysLeft, deadline }) => Date.parse(deadline!) >= now && workdaysLeft! <= 3).length)
  const shown = [
    first!.list.find((row) => row.id === id)!,
    rows.find((row) => row.id === id)!,
    (await t.as('dept1').get('/dec/declare/findById', { id })).body.data,
  ]
  expect(new Set(shown.map(({ workdaysLeft }) => workdaysLeft)).size).toBe(1)
  return [shown[0]!.workdaysLeft, overdue, desk.dueSoon, note]
}

describe('the days of a declaration', () => {
  it('are refused to whoever may not see it', async () => {
    expect((await t.as(null).get('/work/list')).status).toBe(401)
    expect((await t.as('qy1').get('/dec/declare/findById', { id })).body.code).toBe('FORBIDDEN')
  })
  it('that is late do not count the holiday', async () => {
    await dueOn('2026-09-30', '2026-10-05')
    expect(await everywhere()).toEqual([0, 1, 0, '超期 1'])
    await dueOn('2026-09-30', '2026-10-12')
    expect(await everywhere()).toEqual([-4, 1, 0, '超期 1'])
  })
  it('that are left do not count it either: three working days are soon, although the holiday lies between', async () => {
    await dueOn('2026-10-10', '2026-09-30')
    expect(await everywhere()).toEqual([3, 0, 1, '三个工作日内到期 1'])
    await dueOn('2026-10-12', '2026-09-30')
    expect(await everywhere()).toEqual([4, 0, 0, null])
  })
  it('are the same for the company that corrects; the end of the application period is no term of working days', async () => {
    const mine = async () => (await t.as('qy2').get('/dec/my/list', { pageSize: 100 })).body.data.list as DeclarationRow[]
    const own = (await mine()).find(({ state }) => state === declarationStates.returned.code)!.id
    await t.database.pool.query('update declaration set correction_due = $2 where id = $1', [own, '2026-10-10T23:59:59+08:00'])
    clock.set('2026-09-30T02:00:00Z')
    const shown = [
      (await todo('qy2', 'own-returned')).first!.list.find((row) => row.id === own),
      (await mine()).find((row) => row.id === own),
      (await t.as('qy2').get('/dec/my/findById', { id: own })).body.data,
    ]
    expect(shown.map((one) => one.workdaysLeft)).toEqual([3, 3, 3])
    await t.database.pool.query(`update declaration set state = 'draft' where id = $1`, [own])
    expect((await t.as('qy2').get('/dec/my/findById', { id: own })).body.data.workdaysLeft).toBeNull()
  })
})

describe('the days of an appeal', () => {
  it('are one number on the workbench and on the appeal', async () => {
    clock.set('2026-09-28T02:00:00Z')
    const body = { typeId: 1601, title: '停电影响排产', content: '每周停电两天', contact: '林小满', phone: '13812345678', submit: true }
    const filed = (await t.as('qy1').post('/appeal/info/save', body)).body.data as { id: number }
    const { id: jxj } = await t.kernel.db.selectFrom('office').select('id').where('code', '=', 'jxj').executeTakeFirstOrThrow()
    await t.as('front1').post('/appeal/info/transfer', { id: filed.id, officeId: jxj })
    await t.database.pool.query(`update appeal set deadline = '2026-09-30T23:59:59+08:00' where id = $1`, [filed.id])
    await t.database.pool.query(`update appeal set deadline = '2027-06-30T23:59:59+08:00' where id <> $1 and deadline is not null`, [
      filed.id,
    ])
    clock.set('2026-10-12T02:00:00Z')
    const { overdue, first } = await todo('dept1', 'appeal')
    const { total, list } = (await t.as('dept1').get('/appeal/info/list', { forMe: 1, overdue: 1 })).body.data
    const read = (await t.as('dept1').get('/appeal/info/findById', { id: filed.id })).body.data
    const days = [first!.list.find((one) => one.id === filed.id), list[0], read].map((one) => one.workdaysLeft)
    expect([overdue, total, ...days]).toEqual([1, 1, -4, -4, -4])
  })
})
