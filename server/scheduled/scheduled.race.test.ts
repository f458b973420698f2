import { expect, it } from 'vitest'
import { scheduledFigures, scheduledLinks } from '../../contract/scheduled/scheduled.ts'
import { createApp } from '../app.ts'
import { openDatabase } from '../kernel/db/index.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testConfig, testLog } from '../kernel/testing/config.ts'
import { testApp, testEngine } from '../kernel/testing/harness.ts'
import { meeting } from '../kernel/testing/meeting.ts'

const START = Date.parse('2026-11-20T02:00:00Z')
const entry = { position: 'quick', url: '/page/techService' }
const effectiveTime = new Date(START + 60_000).toISOString()

// Seen red without the lock in due.ts and with its refused end ignored: four entries were added.
it.runIf(testEngine === 'postgres')('of two processes that find a due change at once one applies it, once', async () => {
  let now = START
  const clock = { now: () => new Date(now) }
  const one = await testApp({ clock })
  const database = await openDatabase({ ...one.database.target, url: one.database.target.url, poolMax: 5, log: testLog })
  const two = await createApp(testConfig(one.database.target.dataDir), database, { clock, log: testLog, pages: false })
  const admin = one.as('admin1')
  expect((await admin.post(scheduledLinks.save.path, { ...entry, name: '只加一次', effectiveTime })).body.success).toBe(true)
  now += 120_000
  await meeting(one, 2, () => Promise.all([one, two, one, two].map(({ kernel }) => runRecurring(kernel, 'later.due'))))
  const { db } = one.kernel
  expect(await db.selectFrom('link').select('id').where('name', '=', '只加一次').execute()).toHaveLength(1)
  expect(await db.selectFrom('row_change').select('id').where('name', '=', '只加一次').execute()).toHaveLength(1)
  const rows = (await admin.get(scheduledLinks.list.path, {})).body.data.list
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ state: 1 })
  await two.close()
  await database.close()
})

// Seen red without the unique index later_change_waiting: all five waited.
it('of several people who plan a change of one entry at once one does', async () => {
  const t = await testApp({ clock: { now: () => new Date(START) } })
  const admin = t.as('admin1')
  const { id, version } = (await admin.post('/sys/link/saveOrUpdate', { ...entry, name: '同时定时' })).body.data
  const said = await meeting(t, 5, () =>
    Promise.all(
      Array.from({ length: 5 }, (_, i) => admin.post(scheduledLinks.save.path, { ...entry, id, version, name: `改名${i}`, effectiveTime })),
    ),
  )
  expect(said.map(({ body }) => (body.success ? 'done' : body.code)).toSorted()).toEqual(['STATE', 'STATE', 'STATE', 'STATE', 'done'])
})

// For the lock in plan.ts: without it several would wait.
it('of several people who plan an addition with one code at once one does', async () => {
  const t = await testApp({ clock: { now: () => new Date(START) } })
  const figure = { block: 'home', code: 'sameCode', name: '同时新增', value: '1', effectiveTime }
  const said = await meeting(t, 5, () => Promise.all(Array.from({ length: 5 }, () => t.as('op1').post(scheduledFigures.save.path, figure))))
  expect(said.filter(({ body }) => body.success)).toHaveLength(1)
  expect(said.flatMap(({ body }) => body.fields?.[0]?.path ?? [])).toEqual(['code', 'code', 'code', 'code'])
})
