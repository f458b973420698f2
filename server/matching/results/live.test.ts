import { beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  for (const who of ['qy1', 'qy2']) await t.as(who).get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
})

const live = (who: string | null, conditions: object, benefits: object[] = [{ kind: 'fixed', name: '奖励', amount: 10 }]) =>
  t.as(who).post('/admin/policy/dryRun/live', { rule: { conditions, benefits } })
const employees = (op: string, value: number) => ({ field: 'employees', op, value })
const registered = { field: 'countyRegistered', op: 'eq', value: true }
const many = (count: number) => (count < 5 ? null : count)
const factsOfAll = async (): Promise<Record<string, unknown>[]> =>
  (await t.database.db.selectFrom('company_facts').select('facts').where('authorized', '=', true).execute()).map((row) => row.facts)

describe('an editor sees whom a rule would reach while it is written', () => {
  test('is for staff who write policies', async () => {
    expect((await live(null, { all: [employees('gte', 1)] })).status).toBe(401)
    for (const who of ['qy1', 'front1', 'leader1', 'admin1'])
      expect((await live(who, { all: [employees('gte', 1)] })).body.code, who).toBe('FORBIDDEN')
  })

  test('an unfinished rule names the incomplete condition and counts nothing', async () => {
    const { data } = (await live('editor1', { all: [registered, { field: '', op: 'gte' }] })).body
    expect(data.result).toBeNull()
    expect(data.issues[0].path).toContain('conditions.all[1]')
  })

  test('counts companies and money, and for each condition how many companies are left', async () => {
    const facts = await factsOfAll()
    const staff = facts.map(({ employees: n }) => n as number | undefined)
    const known = staff.filter((n) => n !== undefined)
    const middle = known.toSorted((a, b) => a - b)[Math.floor(known.length / 2)]!
    const fits = facts.filter((one) => one.countyRegistered === true && (one.employees as number) >= middle).length
    expect(fits).toBeGreaterThan(0)
    const { result } = (await live('editor1', { all: [registered, employees('gte', middle)] })).body.data
    expect(result).toMatchObject({ companies: facts.length, total: facts.length, match: fits, min: fits * 10, max: fits * 10 })
    const [first, second] = result.conditions
    expect(first.path).toBe('conditions.all[0]')
    expect(first.met).toBe(facts.filter((one) => one.countyRegistered === true).length)
    expect(second).toMatchObject({
      path: 'conditions.all[1]',
      met: known.filter((n) => n >= middle).length,
      open: many(facts.length - known.length),
      nobody: false,
      left: facts.filter((one) => one.countyRegistered !== false && (one.employees === undefined || (one.employees as number) >= middle))
        .length,
      only: many(facts.filter((one) => one.countyRegistered !== false && (one.employees as number) < middle).length),
    })
  })

  test('parts of a group have counts of their own, and a condition that nobody meets is marked', async () => {
    const impossible = employees('gte', 9_000_000)
    const { result } = (await live('editor1', { all: [{ any: [registered, impossible] }, impossible] })).body.data
    expect(result.conditions.map((one: { path: string }) => one.path)).toEqual([
      'conditions.all[0]',
      'conditions.all[0].any[0]',
      'conditions.all[0].any[1]',
      'conditions.all[1]',
    ])
    const [group, inside, dead, last] = result.conditions
    expect(inside).toMatchObject({ met: group.met, top: false, left: null, only: null })
    expect([group.nobody, inside.nobody, dead.nobody, last.nobody]).toEqual([false, false, true, true])
  })

  test('a rule about fewer than five companies shows no number and no money', async () => {
    const { name } = await t.database.db.selectFrom('company').select('name').orderBy('id').executeTakeFirstOrThrow()
    const named = { field: 'companyName', op: 'eq', value: name }
    const { result } = (await live('editor1', { all: [named, { all: [named, employees('gte', 1)] }] })).body.data
    expect(result).toMatchObject({ match: null, min: null, max: null })
    const [alone, group, inGroup] = result.conditions
    for (const one of [alone, group, inGroup]) expect(one).toMatchObject({ met: null, nobody: false })
    // A count of zero is hidden too when a formula or a group could single out a company.
    const out = (await live('editor1', { all: [{ all: [named, employees('gte', 9_000_000)] }] })).body.data.result
    expect(out.conditions[0]).toMatchObject({ met: null, left: null, nobody: false })
  })

  test('answers counts only, names no company and reads no company without consent', async () => {
    const before = (await factsOfAll()).length
    await t.as('qy2').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=01')
    const answer = await live('editor1', { all: [registered] })
    expect(answer.body.data.result.companies).toBe(before - 1)
    const names = await t.database.db.selectFrom('company').select(['name', 'credit_code']).execute()
    for (const { name, credit_code } of names) {
      expect(JSON.stringify(answer.body)).not.toContain(name)
      expect(JSON.stringify(answer.body)).not.toContain(credit_code)
    }
    const tasks = await t.database.db.selectFrom('task').select('kind').where('kind', '=', 'matching.dryRun').execute()
    expect(tasks).toEqual([])
  })
})

test('the fields of the editor come with their source, how many companies have a value, and their pinyin', async () => {
  const { companies, fields, derived } = (await t.as('editor1').get('/admin/policyCalculator/fields')).body.data
  const facts = await factsOfAll()
  expect(companies).toBe(facts.length)
  const field = (key: string) => fields.find((one: { key: string }) => one.key === key)
  expect(field('employees')).toMatchObject({
    source: '企业填报',
    known: facts.filter((one) => one.employees !== undefined).length,
  })
  expect(field('registeredDate').source).toBe('市场监管')
  expect(field('registeredDate').pinyin).toContain('zcclrq')
  expect(field('registeredDate').pinyin).toContain('zhucechengliriqi')
  expect(derived[0]).toMatchObject({ source: '平台计算', known: null })
})
