import { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileTest } from './condition.ts'
import { companies, engine, policies } from './fixtures.ts'
import { jsonbPorts } from './index.ts'
import { randomCondition, randomFacts } from './random-rules.ts'
import type { Answers, Condition } from './types.ts'

const DAY = '2026-06-30'
let db: PGlite

beforeAll(async () => {
  db = await PGlite.create()
  await db.exec('create table company_fact_row (company_id int primary key, facts jsonb not null)')
}, 60_000)
afterAll(() => db.close())

async function store(list: readonly Answers[]): Promise<void> {
  await db.exec('delete from company_fact_row')
  const rows = list.map((answers, id) => ({ id, facts: engine.factRow(answers, DAY) }))
  await db.query(`insert into company_fact_row select (r->>'id')::int, r->'facts' from jsonb_array_elements($1::jsonb) r`, [
    JSON.stringify(rows),
  ])
}

async function ask(node: Condition): Promise<(boolean | null)[]> {
  const params: unknown[] = []
  const sql = engine.toSql(node, jsonbPorts('f.facts', params), DAY)
  const { rows } = await db.query<{ truth: boolean | null }>(`select ${sql} as truth from company_fact_row f order by company_id`, params)
  return rows.map((row) => row.truth)
}

const inProcess = (node: Condition, list: readonly Answers[]): (boolean | null)[] => {
  const test = compileTest(engine.catalog, node)
  return list.map((answers) => ((truth) => (truth < 0 ? null : truth === 1))(test(engine.facts(answers, DAY))))
}

describe('条件树与 SQL', { timeout: 60_000 }, () => {
  it('随机规则 × 随机企业：SQL 与进程内结论一致，未知即 NULL', async () => {
    const list = fc.sample(randomFacts, { numRuns: 120, seed: 7 })
    await store(list)
    const seen = new Set<boolean | null>()
    for (const node of fc.sample(randomCondition, { numRuns: 250, seed: 11 })) {
      const answers = await ask(node)
      for (const each of answers) seen.add(each)
      expect(answers, JSON.stringify(node)).toEqual(inProcess(node, list))
    }
    expect(seen).toEqual(new Set([true, false, null]))
  })

  it('47 条政策 × 30 家企业（含缺项）一致', async () => {
    const list = companies.flatMap(({ answers }, index) => [
      answers,
      Object.fromEntries(Object.entries(answers).filter((_, at) => (at + index) % 4)),
    ])
    await store(list)
    for (const policy of policies) expect(await ask(policy.conditions), policy.id).toEqual(inProcess(policy.conditions, list))
  })

  it('whole years and months against a whole number: month ends, leap days, days to come and unknown days', async () => {
    const days = [
      '2024-02-29',
      '2023-02-28',
      '2024-06-30',
      '2024-07-01',
      '2025-08-31',
      '2025-06-30',
      '2026-03-31',
      '2026-06-30',
      '2027-01-01',
    ]
    const list: Answers[] = [...days.map((registeredDate) => ({ registeredDate })), {}]
    await store(list)
    const seen = new Set<boolean | null>()
    for (const call of [
      'years(registeredDate, applyDate)',
      'months(registeredDate, applyDate)',
      'years(registeredDate, addMonths(applyDate, 8))',
    ])
      for (const op of ['gte', 'gt', 'lte', 'lt', 'eq', 'ne'] as const)
        for (const value of [0, 1, 2, 10, 12, 24, 2.5, -1]) {
          const node = { field: `=${call}`, op, value } as Condition
          const answers = await ask(node)
          for (const each of answers) seen.add(each)
          expect(answers, JSON.stringify(node)).toEqual(inProcess(node, list))
          const inside = {
            field: `=(${call} ${{ gte: '>=', gt: '>', lte: '<=', lt: '<', eq: '==', ne: '!=' }[op]} ${value}) ? 1 : 0`,
            op: 'eq',
            value: 1,
          } as Condition
          if (value >= 0) expect(await ask(inside), JSON.stringify(inside)).toEqual(inProcess(inside, list))
        }
    expect(seen).toEqual(new Set([true, false, null]))
  })
})
