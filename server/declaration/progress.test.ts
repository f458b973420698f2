import { beforeAll, expect, it } from 'vitest'
import type { declarationProgress } from '../../contract/declaration/progress.ts'
import type { Data } from '../../contract/endpoint.ts'
import { dateOf, movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { declarationTests } from './test-project.ts'

let t: TestApp
const clock = movableClock(new Date())
const { as, one, officeId, staff, project, sent } = declarationTests(() => t)
let jxj: number
beforeAll(async () => {
  t = await testApp({ clock })
  jxj = await officeId('jxj')
  await staff('ztx1', 'dept', 'jxj')
  await staff('other1', 'dept', 'rsj')
})
const progress = async (name: string) =>
  (await as(name).get('/dec/declare/progress')).body.data as Data<typeof declarationProgress.progress>

it('is refused to companies and visitors', async () => {
  expect((await t.as(null).get('/dec/declare/progress')).status).toBe(401)
})

it('shows what is due today, what is overdue, who must act, and the user’s own decisions', async () => {
  const before = await progress('ztx1')
  const p = await project({ steps: [{ step: 'decide', permission: 'declaration:review', officeId: jxj, mode: 'one', workdays: 3 }] })
  const [first, second] = [await sent(p.id), await sent(p.id)]
  const due = (id: number, at: Date) => t.database.pool.query('update declaration set step_due = $2 where id = $1', [id, at])
  await due(first.id, new Date(`${dateOf(clock.now())}T23:59:59+08:00`))
  await due(second.id, new Date(clock.now().getTime() - 86_400_000))

  const waiting = await progress('ztx1')
  expect(waiting.dueToday).toBe(before.dueToday + 1)
  expect(waiting.overdue).toBe(before.overdue + 1)
  expect(waiting.days).toHaveLength(7)
  expect(waiting.days.at(-1)!.submitted).toBe(before.days.at(-1)!.submitted + 2)
  expect(waiting.projects.find((x) => x.projectId === p.id)).toMatchObject({ asked: { count: 2 }, approved: { count: 0 }, slowest: null })
  // A colleague of another office does not see the project at all.
  expect((await progress('other1')).projects.some((x) => x.projectId === p.id)).toBe(false)

  const { version } = await one<{ version: number }>('select version from declaration where id = $1', [first.id])
  const refused = await as('ztx1').post('/dec/declare/updateReviewState', {
    id: first.id,
    version,
    reviewState: 'refuse',
    reviewOpinion: '不符合政策规定的条件',
  })
  expect(refused.body.success).toBe(true)
  const after = await progress('ztx1')
  // What waits for others is the list that the figure opens.
  expect(after.othersTurn).toBe((await as('ztx1').get('/dec/declare/list', { todo: 'others', pageSize: 1 })).body.data.total)
  const others = (await as('other1').get('/dec/declare/list', { todo: 'others', pageSize: 1 })).body.data.total
  expect((await progress('other1')).othersTurn).toBe(others)
  for (const name of ['front1', 'dept1', 'leader1']) {
    const { total, list } = (await as(name).get('/dec/declare/list', { todo: 'others', pageSize: 100 })).body.data
    expect((await progress(name)).othersTurn, name).toBe(total)
    const own = (await as(name).get('/dec/declare/list', { todo: true, pageSize: 100 })).body.data.list
    expect(list.filter((d: { id: number }) => own.some((o: { id: number }) => o.id === d.id))).toEqual([])
  }
  expect(after.handledToday).toBe(before.handledToday + 1)
  expect(after.dueToday).toBe(before.dueToday)
  expect(after.projects.find((x) => x.projectId === p.id)?.slowest).toMatchObject({ days: 0 })

  await as('ztx1').post('/dec/declare/revoke', { id: first.id, version: version + 1 })
  expect((await progress('ztx1')).handledToday).toBe(before.handledToday)
})
