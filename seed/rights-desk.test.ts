import { beforeAll, expect, it } from 'vitest'
import { accessReview } from '../contract/identity/access-review.ts'
import { rightsChange, type RightsChangeRow } from '../contract/identity/rights-change.ts'
import { users, type UserRow } from '../contract/identity/users.ts'
import { viewAs } from '../contract/identity/view-as.ts'
import { addDays, movableClock, today } from '../server/kernel/clock.ts'
import { runRecurring } from '../server/kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../server/kernel/testing/harness.ts'
import { seed } from './index.ts'

const clock = movableClock(new Date())
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const get = async <T>(who: string, path: string, query: object = {}): Promise<T> => (await t.as(who).get(path, { ...query })).body.data
const waiting = async (who: string) =>
  (await get<{ list: RightsChangeRow[] }>(who, rightsChange.list.path, { state: 0, pageSize: 50 })).list
const userOf = async (name: string) =>
  (await get<{ list: UserRow[] }>('security1', users.list.path, { name, pageSize: 50 })).list.find((one) => one.userName === name)!

it('the finished review has a decision by another officer on every role', async () => {
  const [review] = await get<{ id: number; waiting: number; closeTime: string | null }[]>('security1', accessReview.list.path)
  expect(review).toMatchObject({ waiting: 0, closeTime: expect.any(String) })
  const { list } = await get<{ list: { state: number; userName: string; decidedBy: string }[] }>('security1', accessReview.rows.path, {
    reviewId: review!.id,
    pageSize: 100,
  })
  expect(list.length).toBeGreaterThan(20)
  expect(list.every(({ state }) => state === 1)).toBe(true)
  const deciders = new Map(list.map((row) => [row.userName, row.decidedBy]))
  expect(deciders.get('security1')).toBe((await userOf('security2')).name)
  expect(deciders.get('security2')).toBe((await userOf('security1')).name)
})

it('each officer has one request of the other, looks at it, and approves it as seen', async () => {
  expect(await waiting('security1')).toHaveLength(2)
  for (const who of ['security1', 'security2']) {
    const mine = (await waiting(who)).filter(({ allowed }) => allowed.includes('approve'))
    expect(mine, who).toHaveLength(1)
    const found = await get<any>(who, rightsChange.findById.path, { id: mine[0]!.id })
    expect(found, who).toMatchObject({ staleWhy: null, seenAs: { name: expect.any(String) } })
    expect(found.effect.holders, who).toBe(1)
    const view = await t.as(who).post(viewAs.startChange.path, { changeId: found.id, reason: '先看' })
    expect(view.body.success, JSON.stringify(view.body)).toBe(true)
    expect((await t.as(who).post(viewAs.end.path, {})).body.data).toBe(true)
    const { id, version, hash } = found
    const decided = await t.as(who).post(rightsChange.decide.path, { id, version, hash, decision: 'approve' })
    expect(decided.body.data, JSON.stringify(decided.body)).toBe(true)
  }
  expect(await waiting('security1')).toEqual([])
  expect((await userOf('market2')).roles.map(({ code }) => code)).toContain('town-shitang')
})

it('a second start adds nothing', async () => {
  const count = async () => ({
    changes: (await get<{ total: number }>('security1', rightsChange.list.path)).total,
    reviews: (await get<unknown[]>('security1', accessReview.list.path)).length,
  })
  const before = await count()
  await seed(t.kernel)
  await t.kernel.db.deleteFrom('seed_run').where('name', '=', 'rights desk').execute()
  // As in an older data folder whose people have done the same: nothing stops the start.
  await seed(t.kernel)
  expect(await count()).toEqual({ ...before, changes: before.changes })
})

it('the temporary grant ends by itself within days', async () => {
  const term = (await userOf('agent2')).roles.find(({ to }) => to !== null)
  expect(term).toMatchObject({ code: 'town-songling', planned: false })
  expect(term!.to! <= addDays(today(clock), 3)).toBe(true)
  clock.advance(4 * 86_400_000)
  await runRecurring(t.kernel, 'identity.terms')
  expect((await userOf('agent2')).roles.map(({ code }) => code)).toEqual(['agent'])
})
