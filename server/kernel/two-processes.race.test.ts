import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { openDatabase } from './db/index.ts'
import { eventsOf, publish, subscribe } from './jobs/events.ts'
import { take } from './http/limits.ts'
import { jobsOf } from './jobs/jobs.ts'
import { delivers, send } from './jobs/outbox.ts'
import { testConfig, testLog } from './testing/config.ts'
import { eventually } from './testing/eventually.ts'
import { testApp, testEngine } from './testing/harness.ts'

// Several application processes on one PostgreSQL; the embedded database refuses a second process.
// Seen red with a count that is read in one statement and written in the next (take), without the unique key of the outbox, and without
// `for update skip locked` in the pump: two things were delivered twice.
it.runIf(testEngine === 'postgres')('two applications share events, limits and the outbox', async () => {
  const one = await testApp()
  const database = await openDatabase({ ...one.database.target, url: one.database.target.url, poolMax: 5, log: testLog })
  const two = await createApp(testConfig(one.database.target.dataDir), database, { log: testLog, pages: false })
  const delivered: string[] = []
  for (const { kernel } of [one, two])
    delivers(kernel, 'shared.note', async ({ key }) => {
      delivered.push(key)
    })
  await eventsOf(two.kernel).listen()

  const heard: unknown[] = []
  subscribe(two.kernel, 'policy', (data) => heard.push(data))
  await publish(one.kernel.db, 'policy', { id: 7 })
  await eventually(async () => expect(heard).toEqual([{ id: 7 }]))

  const limit = { name: 'shared', points: 5, seconds: 60 }
  const tries = await Promise.all(Array.from({ length: 40 }, (_, i) => take((i % 2 ? one : two).kernel, limit, 'a')))
  expect(tries.filter(({ allowed }) => allowed)).toHaveLength(5)

  for (const { kernel } of [one, two]) await jobsOf(kernel).start()
  // Queuing a job takes a while, so that the other process looks for work before the rows are marked.
  await sql`create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.02); return new; end $$`.execute(
    one.kernel.db,
  )
  await sql`create trigger slowly before insert on pgboss.job for each row execute function slowly()`.execute(one.kernel.db)
  await Promise.all(Array.from({ length: 60 }, (_, i) => send((i % 2 ? one : two).kernel.db, 'shared.note', `n${i % 30}`, {})))
  await eventually(
    async () =>
      expect(
        await one.kernel.db.selectFrom('outbox').select('id').where('kind', '=', 'shared.note').where('state', '=', 'done').execute(),
      ).toHaveLength(30),
    15_000,
  )
  expect([...delivered].sort()).toEqual([...new Set(delivered)].sort())
  await two.close()
  await database.close()
})
