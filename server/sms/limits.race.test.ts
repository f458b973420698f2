import { beforeAll, expect, it } from 'vitest'
import { smsLimit, type SmsLimitsFound } from '../../contract/sms/limits.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

// Seen red without the condition on the version in the UPDATE, and without onConflict in the INSERT (an error of the index).
it('of two officers who save at once one wins, for the first row and for a later one', async () => {
  const {
    version: _,
    updateTime,
    updatedBy,
    usedToday,
    usedThisMonth,
    providers,
    ...limits
  } = (await t.as('security1').get<SmsLimitsFound>(smsLimit.find.path)).body.data
  for (const version of [0, 1]) {
    const answers = await Promise.all(
      ['security1', 'security2'].map((who, n) => t.as(who).post(smsLimit.save.path, { ...limits, daily: 100 + n, version })),
    )
    expect(answers.map(({ body }) => body.code ?? 'OK').toSorted()).toEqual(['CONFLICT', 'OK'])
  }
  expect(await auditTrail(t.kernel, 'smsLimit.save')).toHaveLength(2)
})
