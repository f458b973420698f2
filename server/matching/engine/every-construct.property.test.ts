import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Expression, parseExpression } from '../../../contract/rule/expression.ts'
import { choiceRules, rules } from './random-paying-rules.ts'
import { conditions, someFacts, wholeFacts } from './random-conditions.ts'
import { engine } from './random-engine.ts'
import { DAY } from './random-formulas.ts'
import { type Frac } from './slow-fractions.ts'
import { EngineRefusal, jsonbPorts } from './index.ts'
import type { Answer, Answers, PolicyRule } from './types.ts'

// Compares engine, SQL and a slow evaluator on random rules with every construct, and intervals with completions of open facts.
let db: PGlite
beforeAll(async () => {
  db = await PGlite.create()
  await db.exec('create table company_fact_row (company_id int primary key, facts jsonb not null)')
}, 60_000)
afterAll(() => db.close())

const COUNTY = { countyRegistered: true }
/** Facts of one company for all rules; without the explaining words where only amounts are compared. */
const told = (answers: Answers, words: boolean) =>
  words ? engine.facts({ ...COUNTY, ...answers }, DAY) : engine.wordless({ ...COUNTY, ...answers }, DAY)
const amountOf = (rule: ReturnType<typeof engine.compilePolicy>, facts: ReturnType<typeof told>) =>
  engine.judge(rule, facts, { applyDate: DAY }).amount
const wan = ([n, d]: Frac): number => Number((n * 1_000_000_000n) / d) / 1e9
/** Rules with mutually exclusive conditions are refused before anything is judged. */
function compiled(rule: PolicyRule) {
  try {
    return engine.compilePolicy(rule)
  } catch (error) {
    if (error instanceof EngineRefusal && error.issues.every(({ message }) => message.includes('矛盾'))) return undefined
    throw error
  }
}
/** Builds the failure message only on a failure, because there are very many checks. */
const must = (holds: boolean, told: () => object): void => {
  if (!holds) expect.fail(JSON.stringify(told()))
}

/** The constructs used in a rule: operators, functions and signs of formulas, kinds and parts of benefits. */
function constructsOf(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const each of value) constructsOf(each, found)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      found.add(typeof inner === 'string' && /^(op|kind|mode|pays|combine|way|benefitCombine)$/.test(key) ? `${key} ${inner}` : key)
      const formula = key === 'expr' || (typeof inner === 'string' && inner.startsWith('=')) ? String(inner).replace(/^=/, '') : undefined
      if (formula !== undefined) signsOf(parseExpression(formula), found)
      constructsOf(inner, found)
    }
  return found
}
function signsOf(node: Expression, found: Set<string>): void {
  found.add(node.type === 'binary' ? node.op : node.type === 'call' ? node.name : node.type)
  if (node.type === 'number' && node.percent) found.add('%')
  for (const value of Object.values(node).flat())
    if (typeof value === 'object' && value !== null && 'type' in value) signsOf(value as Expression, found)
}
const CONSTRUCTS = {
  conditions: ['all', 'any', 'not', 'atLeast', ...['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'passes'].map((op) => `op ${op}`)],
  formulas:
    '+ - * / < <= > >= == != && || not negate choose % string min max floor pow isIn count days months monthsBegun years addMonths within asOf yearOf yearsSum level levelOver slices compound rowsCount rowsSum rowsTop rowsMax rowsMin rowsDistinct'.split(
      ' ',
    ),
  kinds: 'fixed rate tierRate lookup lookupRange perUnit reach perStep group expr honor ref negotiated'
    .split(' ')
    .map((kind) => `kind ${kind}`),
  benefits: [
    'when',
    'factors',
    'times',
    'map',
    'floor',
    'cap',
    'limits',
    'less',
    'rounding',
    'way down',
    'way nearest',
    'exclusiveGroup',
    'upperBound',
    'optional',
    'payout',
    'defaults',
    'rateAdd',
    'mode whole',
    'mode marginal',
    'before',
    'pays difference',
    'pays full',
    'above',
    'combine sum',
    'combine max',
    'best',
    'benefitCombine sum',
    'benefitCombine max',
    'maxPerYear',
    'competitive',
    'allocation',
    'awards',
    'topShare',
    'perGroup',
    'funding',
  ],
}

describe('随机规则，每一种构造', { timeout: 240_000 }, () => {
  const asked = fc.sample(conditions, { numRuns: 500, seed: 41 })
  const paying = fc.sample(rules, { numRuns: 700, seed: 43 })

  it('the samples use every construct of the language', () => {
    const found = constructsOf([asked.map(({ node }) => node), paying.map(({ rule }) => rule)])
    expect(
      Object.values(CONSTRUCTS)
        .flat()
        .filter((each) => !found.has(each)),
    ).toEqual([])
  })

  it('docs/rules.md describes each of them', () => {
    const page = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8')
    const written: Readonly<Record<string, string>> = { negate: '-', not: '!', choose: '? 甲 : 乙', string: '引号' }
    const stands = (name: string): boolean => {
      const [key, value] = name.split(' ')
      return value === undefined ? page.includes(written[key!] ?? key!) : page.includes(`"${value}"`) || page.includes(`\`${value}\``)
    }
    expect(
      Object.values(CONSTRUCTS)
        .flat()
        .filter((name) => !stands(name)),
    ).toEqual([])
  })

  it('conditions: engine, SQL and the slow evaluator agree, also on unknown', async () => {
    const companies = fc.sample(someFacts, { numRuns: 60, seed: 3 })
    const stored = companies.map((answers, id) => ({ id, facts: engine.factRow(answers, DAY) }))
    await db.query(`insert into company_fact_row select (r->>'id')::int, r->'facts' from jsonb_array_elements($1::jsonb) r`, [
      JSON.stringify(stored),
    ])
    const seen = new Set<boolean | null>()
    for (const { node, of } of asked) {
      const told = JSON.stringify(node)
      const wanted = companies.map((facts) => of(facts) ?? null)
      for (const truth of wanted) seen.add(truth)
      if (engine.validateCondition(node).some(({ message }) => !/永远不能满足|的值应为小数/.test(message))) expect(told).toBe('')
      const contradicts = engine.validateCondition(node).some(({ message }) => message.includes('同组'))
      if (!contradicts) {
        const test = engine.compileCondition(node)
        const judged = companies.map((answers) => ((truth) => (truth < 0 ? null : truth === 1))(test(engine.facts(answers, DAY))))
        expect(judged, told).toEqual(wanted)
      }
      const params: unknown[] = []
      const sql = engine.toSql(node, jsonbPorts('f.facts', params), DAY)
      const { rows } = await db.query<{ truth: boolean | null }>(
        `select ${sql} as truth from company_fact_row f order by company_id`,
        params,
      )
      expect(
        rows.map(({ truth }) => truth),
        told,
      ).toEqual(wanted)
    }
    expect(seen).toEqual(new Set([true, false, null]))
  })

  it('amounts: for a company that answered everything the engine pays what the slow calculation pays, each year too', () => {
    const companies = fc.sample(wholeFacts, { numRuns: 15, seed: 5 }).map((facts) => ({ facts, company: told(facts, true) }))
    let looked = 0
    for (const { rule, pays } of paying) {
      const one = compiled(rule)
      if (!one) continue
      for (const { facts, company } of companies) {
        const wanted = pays({ ...COUNTY, ...facts })
        const amount = amountOf(one, company)
        if (!wanted || !amount) continue
        looked++
        const years = amount.payout?.reduce((sum, year) => sum + year, 0) ?? amount.value
        must(Math.abs(amount.value - wan(wanted)) <= 0.000051 && Math.abs(years - amount.value) < 0.00005, () => ({
          rule,
          facts,
          wanted: wan(wanted),
          amount,
        }))
      }
    }
    expect(looked).toBeGreaterThan(5000)
  })

  it('intervals hold the amount of every completion of what is unknown', () => {
    const fillings = fc.sample(wholeFacts, { numRuns: 10, seed: 9 })
    const known = fc.sample(someFacts, { numRuns: 8, seed: 7 }).map((facts) => ({
      facts,
      company: told(facts, false),
      completions: fillings
        .map((filling) => ({ filling, whole: completed(facts, filling) }))
        .map((each) => ({ ...each, company: told(each.whole, false) })),
    }))
    let looked = 0
    for (const { rule, pays } of paying.slice(0, 300)) {
      const one = compiled(rule)
      if (!one) continue
      for (const { facts, company, completions } of known) {
        const open = amountOf(one, company)
        if (!open) continue
        must(open.min <= open.value && open.value <= open.max, () => ({ rule, facts, open }))
        for (const { filling, whole, company: complete } of completions) {
          const paid = amountOf(one, complete)
          // With a divisor of 0 there is no sum to compare.
          if (!paid || !pays(whole)) continue
          looked++
          must(open.min <= paid.value && (open.openEnded === true || paid.value <= open.max), () => ({ rule, facts, filling, open, paid }))
        }
      }
    }
    expect(looked).toBeGreaterThan(7000)
  })

  it('when only choices are unknown, some completion pays the lower end and some the upper end', () => {
    const choices: Record<string, readonly Answer[]> = {
      isHNTE: [true, false],
      isScaleAbove: [true, false],
      rdOrgLevel: ['national', 'provincial', 'municipal', 'below', 'none'],
    }
    const completions = Object.entries(choices).reduce<Answers[]>(
      (list, [key, values]) => list.flatMap((facts) => values.map((value) => ({ ...facts, [key]: value }))),
      [{}],
    )
    const whole = fc.sample(wholeFacts, { numRuns: 4, seed: 11 }).map((facts) => ({
      facts,
      open: told(Object.fromEntries(Object.entries(facts).filter(([key]) => !(key in choices))), false),
      all: completions.map((completion) => told({ ...facts, ...completion }, false)),
    }))
    let looked = 0
    for (const each of fc.sample(choiceRules, { numRuns: 400, seed: 47 })) {
      // Optional parts may be left out, and a range pays any sum between its bounds.
      const rule = JSON.parse(JSON.stringify(each.rule), (key, value) => (key === 'optional' ? undefined : value)) as PolicyRule
      const one = JSON.stringify(rule).includes('lookupRange') ? undefined : compiled(rule)
      if (!one) continue
      for (const { facts, open: asked, all } of whole) {
        const open = amountOf(one, asked)
        if (!open || open.openEnded) continue
        const paid = all.flatMap((company) => amountOf(one, company)?.value ?? [])
        if (paid.length < completions.length) continue
        looked++
        must(open.min === Math.min(...paid) && open.max === Math.max(...paid), () => ({ rule, facts, open, paid }))
      }
    }
    expect(looked).toBeGreaterThan(500)
  })
})

/** Keeps known values and fills in unknown ones, also empty cells of a known row. */
function completed(facts: Answers, filling: Answers): Answers {
  const rows = facts['table3'] as unknown as readonly object[] | undefined
  const cells = { f1: 60, f2: '2026-01-15', f3: true, f4: 'a' }
  return { ...filling, ...facts, ...(rows ? { table3: rows.map((row) => ({ ...cells, ...row })) as unknown as Answer } : {}) }
}
