import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventsOf, publish, subscribe } from './events.ts'
import { jobsOf, recurringJobs, runRecurring } from './jobs.ts'
import { delivers, send } from './outbox.ts'
import { readTask, requestCancel } from './task.ts'
import { runsTask, startTask } from './task-runner.ts'
import { eventually } from '../testing/eventually.ts'
import { testApp, type TestApp } from '../testing/harness.ts'

let t: TestApp
const delivered: string[] = []
let failures = 2
beforeAll(async () => {
  t = await testApp()
  delivers(t.kernel, 'test.note', async ({ key }) => {
    delivered.push(key)
  })
  delivers(t.kernel, 'test.flaky', async ({ key }) => {
    if (failures-- > 0) throw new Error('gateway down')
    delivered.push(key)
  })
  runsTask(t.kernel, 'test.count', async ({ progress, task, signal }) => {
    const steps = Number(task.params!.steps)
    for (let done = 0; done < steps; done++) {
      await progress({ done, total: steps })
      if (steps > 10) await new Promise((go) => setTimeout(go, 50))
      if (signal.aborted) await progress({})
    }
    return { counted: steps }
  })
  runsTask(t.kernel, 'test.broken', async () => {
    throw new Error('no disk')
  })
})

const inTransaction = <T>(work: (trx: TestApp['kernel']['db']) => Promise<T>) => t.kernel.db.transaction().execute(work)
const outboxState = async (key: string) => await t.kernel.db.selectFrom('outbox').selectAll().where('key', '=', key).executeTakeFirst()

it('recurring jobs run at their times only in an application that listens', async () => {
  const planned = async () => (await sql<{ name: string }>`select key as name from pgboss.schedule`.execute(t.kernel.db)).rows
  await jobsOf(t.kernel).start()
  expect(await planned()).toEqual([])
  jobsOf(t.kernel).begin()
  const names = recurringJobs(t.kernel).map(({ name }) => name)
  await eventually(async () => expect((await planned()).map(({ name }) => name).toSorted()).toEqual(names.toSorted()))
})

describe('outbox', () => {
  it('refuses a kind without a receiver, and drops what was rolled back', async () => {
    await expect(send(t.kernel.db, 'unknown', 'k', {})).rejects.toThrow('nothing delivers')
    await expect(
      inTransaction(async (trx) => {
        await send(trx, 'test.note', 'rolled-back', {})
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await outboxState('rolled-back')).toBeUndefined()
  })
  it('delivers after the commit, once per key', async () => {
    expect(await inTransaction((trx) => send(trx, 'test.note', 'n1', { to: 1 }))).toBe(true)
    expect(await inTransaction((trx) => send(trx, 'test.note', 'n1', { to: 1 }))).toBe(false)
    await eventually(async () => expect(await outboxState('n1')).toMatchObject({ state: 'done', attempts: 1 }))
    expect(delivered.filter((key) => key === 'n1')).toHaveLength(1)
    expect(delivered).not.toContain('rolled-back')
  })
  it('retries a failed delivery', async () => {
    await send(t.kernel.db, 'test.flaky', 'f1', {})
    await eventually(
      async () => expect(await outboxState('f1')).toMatchObject({ state: 'done', attempts: 3, last_error: 'Error: gateway down' }),
      18_000,
    )
    expect(delivered.filter((key) => key === 'f1')).toHaveLength(1)
  })
  it('waits until its time', async () => {
    await send(t.kernel.db, 'test.note', 'later', {}, new Date(Date.now() + 3600_000))
    await new Promise((go) => setTimeout(go, 1500))
    expect(await outboxState('later')).toMatchObject({ state: 'pending' })
  })
})

describe('tasks', () => {
  it('run after the commit with progress and result; a repeated key is the same task', async () => {
    const id = await inTransaction((trx) => startTask(trx, { kind: 'test.count', key: 'one', params: { steps: 5 } }))
    expect(await startTask(t.kernel.db, { kind: 'test.count', key: 'one', params: { steps: 5 } })).toBe(id)
    await eventually(async () => expect(await readTask(t.kernel.db, id)).toMatchObject({ state: 'done', total: 5, result: { counted: 5 } }))
  })
  it('stop within two seconds on request, and never complete afterwards', async () => {
    const id = await startTask(t.kernel.db, { kind: 'test.count', params: { steps: 1000 } })
    await eventually(async () => expect(await readTask(t.kernel.db, id)).toMatchObject({ state: 'running' }))
    const asked = Date.now()
    expect(await requestCancel(t.kernel.db, id)).toBe(true)
    await eventually(async () => expect(await readTask(t.kernel.db, id)).toMatchObject({ state: 'cancelled', result: null }))
    expect(Date.now() - asked).toBeLessThan(2000)
    expect(await requestCancel(t.kernel.db, id)).toBe(false)
  })
  it('fail with a readable message after the second try', async () => {
    const id = await startTask(t.kernel.db, { kind: 'test.broken' })
    await eventually(
      async () => expect(await readTask(t.kernel.db, id)).toMatchObject({ state: 'failed', message: '处理过程中出现异常，请稍后重试' }),
      18_000,
    )
  })
})

describe('events', () => {
  it('are received after the commit, and on PostgreSQL not after a rollback', async () => {
    await eventsOf(t.kernel).listen()
    const heard: unknown[] = []
    subscribe(t.kernel, 'policy', (data) => heard.push(data))
    await inTransaction(async (trx) => {
      await publish(trx, 'policy', { id: 1 })
      await new Promise((go) => setTimeout(go, 50))
      expect(heard).toEqual([])
    })
    await eventually(async () => expect(heard).toEqual([{ id: 1 }]))
    if (t.kernel.engine === 'postgres') {
      await inTransaction(async (trx) => {
        await publish(trx, 'policy', { id: 2 })
        throw new Error('undone')
      }).catch(() => {})
      await publish(t.kernel.db, 'policy', { id: 3 })
      await eventually(async () => expect(heard).toEqual([{ id: 1 }, { id: 3 }]))
    }
  })
})

it('deletes expired limits and keys every hour', async () => {
  await t.kernel.db
    .insertInto('rate_limit')
    .values([
      { key: 'old', points: 1, expire: Date.now() - 1 },
      { key: 'new', points: 1, expire: Date.now() + 60_000 },
    ])
    .execute()
  await runRecurring(t.kernel, 'kernel.forget')
  expect((await t.kernel.db.selectFrom('rate_limit').select('key').where('key', 'in', ['old', 'new']).execute()).map((r) => r.key)).toEqual(
    ['new'],
  )
})
