import { beforeAll, expect, it } from 'vitest'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { multipart, pdf } from '../../kernel/testing/samples.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})

// Seen red while only granted and open requests alike were kept with the account: the request stayed and could be approved.
it('a request that waits ends with the account of the person who made it, with an audit row and without its evidence', async () => {
  const { payload, headers } = multipart({ name: '授权书.pdf', content: pdf(2000) })
  const proof = (await t.as('gr1').send({ method: 'POST', url: '/files/upload', payload, headers })).body.data
  const ask = { code: '91339999MAEF12007U', position: '财务负责人', proofFiles: [proof] }
  const { id } = (await t.as('gr1').post('/personal/company/save', ask)).body.data
  expect((await t.as('gr1').form('/sys/account/close', { word: '注销' })).body.success).toBe(true)
  clock.advance(8 * 86_400_000)
  await runRecurring(t.kernel, 'account.close')

  expect((await t.as('front1').get('/personal/company/list')).body.data.total).toBe(0)
  expect((await t.as('front1').post('/personal/company/examine', { id, version: 1, examineState: 1 })).body.code).toBe('NOT_FOUND')
  expect((await auditTrail(t.kernel, 'binding.remove')).at(-1)).toMatchObject({ object_id: String(id) })
  expect(await t.kernel.db.selectFrom('file').select('key').where('key', '=', proof.filePath).execute()).toEqual([])
})
