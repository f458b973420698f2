import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkAudit } from '../server/kernel/audit/audit-check.ts'
import { testApp, type TestApp } from '../server/kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

describe('the demo’s audit log', () => {
  it('tells of 90 days of log-ins, before everything else, in an unbroken chain', async () => {
    const { rows } = await sql<{ days: number; past: number; first: number; last_past: number; first_today: number | null }>`
      select count(distinct (at at time zone 'Asia/Shanghai')::date) filter (where day_old) as days, count(*) filter (where day_old) as past,
        max(now() - at) >= interval '89 days' as first, max(seal_no) filter (where day_old) as last_past, min(seal_no) filter (where not day_old) as first_today
      from (select *, request_id like 'demo-2%' as day_old from audit_log) a`.execute(t.kernel.db)
    const { days, past, first, last_past, first_today } = rows[0]!
    expect(days).toBe(90)
    expect([first, last_past]).toEqual([true, past])
    if (first_today !== null) expect(first_today).toBeGreaterThan(last_past)
    expect(await checkAudit(t.kernel)).toMatchObject({ ok: true })
  })

  it('shows a month to the auditor, and nothing to others', async () => {
    for (const who of ['admin1', 'security1', 'qy1'])
      expect((await t.as(who).get('/sys/log/list', { kind: 'audit' })).body.success, who).toBe(false)
    const [from, to] = [40, 10].map((days) => new Date(t.kernel.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10))
    const { body } = await t.as('audit1').get('/sys/log/list', { kind: 'audit', action: 'login', startTime: from, endTime: to })
    expect(body.data.total).toBeGreaterThan(30)
  })
})
