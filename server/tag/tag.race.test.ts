import { beforeAll, expect, it } from 'vitest'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { meeting } from '../kernel/testing/meeting.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

// Seen red without the row lock of askRefresh: six refreshes waited.
it('six parallel requests for a refresh leave one waiting', async () => {
  const tag = await t.kernel.db.selectFrom('tag').select('id').where('name', '=', '规上企业').executeTakeFirstOrThrow()
  // The sample data asks for a refresh too.
  await eventually(async () =>
    expect(await t.kernel.db.selectFrom('task').select('id').where('state', 'in', ['queued', 'running']).execute()).toEqual([]),
  )
  const ask = () => t.as('editor1').post('/tag/info/refresh', { id: tag.id })
  const answers = await meeting(t, 6, () => Promise.all(Array.from({ length: 6 }, ask)))
  expect(answers.every((a) => a.body.success)).toBe(true)
  // One may have started before the last request.
  const tasks = new Set(answers.map((a) => a.body.data.taskId)).size
  expect(tasks).toBeLessThanOrEqual(2)
  expect(await auditTrail(t.kernel, 'tag.refresh')).toHaveLength(tasks)
})
