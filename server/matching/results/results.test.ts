import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, movableClock, today } from '../../kernel/clock.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { holdTasks } from '../../kernel/testing/held-tasks.ts'
import { rematch, resultsOf } from '../index.ts'
import { companyPlace, counts } from '../company-place.ts'
import { currentRules } from '../rule-book.ts'

let t: TestApp
const clock = movableClock(new Date())
const consent = (who: string, status: '01' | '02') => t.as(who).get(`/ent/company/info/setEntExpansionInfoAuth?authStatus=${status}`)
const companyOf = async (who: string): Promise<number> => (await t.as(who).get('/ent/company/info/queryCompanyIdByToken')).body.data

beforeAll(async () => {
  t = await testApp({ clock })
  await consent('qy1', '02')
  await consent('qy2', '02')
})

/** Verdict and amount of every policy, judged now from the archive: the stored row must be equal. */
async function judgedNow(companyId: number) {
  const facts = await t.database.db
    .selectFrom('company_facts')
    .select('facts')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { engine } = await import('../catalogue.ts')
  const day = today(clock)
  const here = companyPlace(facts.facts as never, '339999')
  return (await currentRules(t.kernel))
    .filter((rule) => counts(rule.place, here))
    .map((rule) => {
      const { verdict, amount } = engine.judge(rule.compiled, facts.facts as never, { applyDate: day, window: rule.window })
      const known = amount && { min: amount.min, max: amount.max }
      return { code: rule.code, verdict, min: known?.min ?? null, max: known?.max ?? null }
    })
}
const kept = async (companyId: number) =>
  (await resultsOf(t.kernel, companyId))!.list.map(({ code, verdict, min, max }) => ({ code, verdict, min, max }))
const rounded = (list: { code: string; verdict: string; min: number | null; max: number | null }[]) =>
  list.map((r) => ({ ...r, min: r.min?.toFixed(4) ?? null, max: r.max?.toFixed(4) ?? null }))

describe('stored results', () => {
  test('equal the result of judging now, policy by policy, and carry the date of today', async () => {
    const changed = await rematch(t.kernel)
    expect(changed).toBeGreaterThan(0)
    expect(await rematch(t.kernel)).toBe(0)
    for (const who of ['qy1', 'qy2']) {
      const id = await companyOf(who)
      expect(await resultsOf(t.kernel, id)).toMatchObject({ asOf: today(clock), fresh: true })
      expect(rounded(await kept(id))).toEqual(rounded(await judgedNow(id)))
    }
  })

  test('are outdated when the rule of a policy changes, and only that policy is written again', async () => {
    const id = await companyOf('qy1')
    const before = new Map((await kept(id)).map((r) => [r.code, r.verdict]))
    const code = [...before].find(([, verdict]) => verdict === 'match')![0]
    const { id: policy, version } = await t.database.db
      .selectFrom('policy')
      .select(['id', 'version'])
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    const never = { conditions: { all: [{ id: 'c1', field: 'employees', op: 'gte', value: 9_000_000, closable: false }] }, benefits: [] }
    await t.database.db
      .updateTable('policy_version')
      .set({ rule: JSON.stringify(never) })
      .where('policy_id', '=', policy)
      .execute()
    await t.database.db
      .updateTable('policy')
      .set({ version: version + 1 })
      .where('id', '=', policy)
      .execute()
    await eventually(async () => expect((await resultsOf(t.kernel, id))!.fresh).toBe(false))
    expect((await kept(id)).find((r) => r.code === code)!.verdict).toBe('match')
    await runRecurring(t.kernel, 'matching.refresh')
    const after = await kept(id)
    expect(after.find((r) => r.code === code)).toMatchObject({ verdict: 'nomatch', min: null, max: null })
    expect(after.filter((r) => r.code !== code)).toEqual((await kept(id)).filter((r) => r.code !== code))
    for (const { code: other, verdict } of after) if (other !== code) expect([other, verdict]).toEqual([other, before.get(other)])
    expect(rounded(after)).toEqual(rounded(await judgedNow(id)))
  })

  test('are outdated when the facts of a company or the day change', async () => {
    const id = await companyOf('qy2')
    const row = await t.database.db.selectFrom('company_facts').select('facts').where('company_id', '=', id).executeTakeFirstOrThrow()
    const facts = { ...(row.facts as object), employees: 3, countyRegistered: false }
    await t.database.db
      .updateTable('company_facts')
      .set({ facts: JSON.stringify(facts), updated_at: new Date().toISOString() })
      .where('company_id', '=', id)
      .execute()
    expect((await resultsOf(t.kernel, id))!.fresh).toBe(false)
    expect(await rematch(t.kernel)).toBeGreaterThan(0)
    expect(rounded(await kept(id))).toEqual(rounded(await judgedNow(id)))
    clock.advance(86_400_000)
    expect(await resultsOf(t.kernel, id)).toMatchObject({ asOf: addDays(today(clock), -1), fresh: false })
    await rematch(t.kernel)
    expect(await resultsOf(t.kernel, id)).toMatchObject({ asOf: today(clock), fresh: true })
    clock.advance(-86_400_000)
    await rematch(t.kernel)
  })

  test('are not read any more once the company withdraws its consent (P-01)', async () => {
    const id = await companyOf('qy2')
    await consent('qy2', '01')
    expect(await resultsOf(t.kernel, id)).toBeNull()
    await consent('qy2', '02')
    expect(await resultsOf(t.kernel, id)).not.toBeNull()
  })
})

describe('matching in the background', () => {
  const wait = async (who: string, path: string): Promise<any> => {
    let data: any
    await eventually(async () => {
      data = (await t.as(who).get(path)).body.data
      expect(['done', 'failed', 'cancelled']).toContain(data.state)
    }, 15_000)
    return data
  }

  test('entAsyncMatchPolicy: refuses other companies and those without consent, then reports its own run', async () => {
    expect((await t.as('gr1').get('/ent/company/info/entAsyncMatchPolicy')).body.code).toBe('FORBIDDEN')
    expect((await t.as('qy1').get(`/ent/company/info/entAsyncMatchPolicy?companyId=${await companyOf('qy2')}`)).body.code).toBe('NOT_FOUND')
    await consent('qy2', '01')
    expect((await t.as('qy2').get('/ent/company/info/entAsyncMatchPolicy')).body.code).toBe('NO_CONSENT')
    await consent('qy2', '02')
    const { taskId } = (await t.as('qy1').get('/ent/company/info/entAsyncMatchPolicy')).body.data
    expect((await t.as('qy2').get(`/ent/company/info/entAsyncMatchProgress?taskId=${taskId}`)).body.code).toBe('NOT_FOUND')
    const over = await wait('qy1', `/ent/company/info/entAsyncMatchProgress?taskId=${taskId}`)
    expect(over).toMatchObject({ state: 'done', done: 1, total: 1, result: { asOf: today(clock) } })
    const list = await judgedNow(await companyOf('qy1'))
    expect(over.result.match).toBeLessThanOrEqual(list.length)
  })

  test('a dry run is cancelled by who started it, and has no result', async () => {
    const rule = {
      conditions: { all: [{ id: 'c1', field: 'employees', op: 'gte', value: 0 }] },
      benefits: [{ kind: 'fixed', name: '奖励', amount: 10 }],
    }
    const cancel = async (who: string | null, taskId: string) => (await t.as(who).form('/admin/policy/dryRun/cancel', { taskId })).body
    const release = await holdTasks(t.kernel.db)
    const { taskId } = (await t.as('editor1').post('/admin/policy/dryRun/start', { rule })).body.data
    expect((await cancel(null, taskId)).code).toBe('UNAUTHENTICATED')
    for (const who of ['qy1', 'front1', 'admin1']) expect((await cancel(who, taskId)).code, who).toBe('FORBIDDEN')
    expect((await cancel('leader1', taskId)).code, 'of somebody else').toBe('NOT_FOUND')
    expect((await cancel('editor1', '00000000-0000-4000-8000-000000000000')).code).toBe('NOT_FOUND')
    expect((await cancel('editor1', '1')).fields).toEqual([{ path: 'taskId', message: '任务编号不正确' }])
    expect((await cancel('editor1', taskId)).data).toBe(true)
    await release()
    expect(await wait('editor1', `/admin/policy/dryRun/progress?taskId=${taskId}`)).toMatchObject({ state: 'cancelled', result: null })
    expect(await cancel('editor1', taskId)).toMatchObject({ code: 'STATE', msg: '任务已经结束' })
  })

  test('a dry run compares a draft with the rule in force over all consenting companies, and writes nothing', async () => {
    const policy = (await t.as(null).get('/policy/doc/policyDetail?code=kjxzx')).body.data
    const open = {
      conditions: { all: [{ id: 'c1', field: 'employees', op: 'gte', value: 0 }] },
      benefits: [{ kind: 'fixed', name: '奖励', amount: 10 }],
    }
    expect((await t.as('front1').post('/admin/policy/dryRun/start', { rule: open })).body.code).toBe('FORBIDDEN')
    const bad = await t
      .as('editor1')
      .post('/admin/policy/dryRun/start', { rule: { conditions: { all: [{ field: 'emploees', op: 'gte', value: 1 }] } } })
    expect(bad.body).toMatchObject({ code: 'INVALID' })
    expect(bad.body.fields![0]!.path).toContain('rule.conditions')
    const before = await t.database.db.selectFrom('company_match_result').selectAll().orderBy('company_id').execute()
    const { taskId } = (await t.as('editor1').post('/admin/policy/dryRun/start', { policyId: policy.id, rule: open })).body.data
    expect((await t.as('admin1').get(`/admin/policy/dryRun/progress?taskId=${taskId}`)).body.success).toBe(false)
    const { state, result } = await wait('editor1', `/admin/policy/dryRun/progress?taskId=${taskId}`)
    expect(state).toBe('done')
    const rows = await t.database.db.selectFrom('company_facts').select('facts').where('authorized', '=', true).execute()
    const known = rows.filter((r) => (r.facts as { employees?: number }).employees !== undefined).length
    expect(result).toMatchObject({
      companies: rows.length,
      compared: true,
      after: { match: known, unknown: rows.length - known, min: known * 10, max: known * 10 },
    })
    const { match, near, unknown, nomatch } = result.before
    expect(match + near + unknown + nomatch).toBe(rows.length)
    expect(result.winners.total).toBeGreaterThan(0)
    expect(result.winners.list[0]).toMatchObject({ after: 'match', afterMax: 10 })
    expect(await t.database.db.selectFrom('company_match_result').selectAll().orderBy('company_id').execute()).toEqual(before)
  })
})
