import { beforeAll, expect, it } from 'vitest'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

it('six parallel requests for a refresh leave one waiting', async () => {
  const tag = await t.kernel.db.selectFrom('tag').select('id').where('name', '=', '规上企业').executeTakeFirstOrThrow()
  const ask = () => t.as('editor1').post('/tag/info/refresh', { id: tag.id })
  const answers = await Promise.all(Array.from({ length: 6 }, ask))
  expect(answers.every((a) => a.body.success)).toBe(true)
  // One may have started before the last request.
  const tasks = new Set(answers.map((a) => a.body.data.taskId)).size
  expect(tasks).toBeLessThanOrEqual(2)
  expect(await auditTrail(t.kernel, 'tag.refresh')).toHaveLength(tasks)
})
