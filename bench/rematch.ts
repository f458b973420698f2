import autocannon from 'autocannon'
import { addDays, today } from '../server/kernel/clock.ts'
import { siteArea } from '../server/kernel/config.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import type { Answers, PolicyRule } from '../server/matching/engine/index.ts'
import { rematch } from '../server/matching/index.ts'
import { runJob } from '../server/matching/results/run.ts'
import { stampedRules } from '../server/matching/rule-book.ts'
import { closure, plainFacts } from './closures.ts'
import { paying, randomFrom, randomPolicy } from './random-policies.ts'
import { median, type Row } from './report.ts'

const POLICIES = 500
const SAMPLE = 2000

/** requests per second while p95 is measured: a busy hour, not the server's maximum */
const RATE = 150
const SECONDS = 8

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

/** Publishes policies with random conditions, each paying a share of the equipment costs, until there are 500. */
async function publish(k: Kernel): Promise<{ id: number }[]> {
  const random = randomFrom(20_261_121)
  const { rows } = await k.pool.query<{ n: number }>('select count(*)::int as n from policy where state = 2 and not deleted')
  const made = Array.from({ length: POLICIES - rows[0]!.n }, (_, n) => paying(randomPolicy(random, `b${n}`), random))
  const { rows: ids } = await k.pool.query<{ id: number }>(
    `with base as (select * from policy where state = 2 and not deleted order by id limit 1),
      added as (insert into policy (code, title, dep_name, dep_ids, level, support_modes, industries, summary, content, origin, url_type, state, publish_time, search)
        select 'bench-' || n, '基准政策 ' || n, b.dep_name, b.dep_ids, b.level, b.support_modes, b.industries, b.summary, b.content, b.origin, b.url_type, 2, now(), b.search
        from base b cross join generate_series(0, $1::int - 1) n returning id, code)
      insert into policy_version (policy_id, number, rule, title, summary, content)
        select a.id, 1, r.rule, '基准', '', '' from added a join unnest($2::text[], $3::jsonb[]) r(code, rule) on r.code = a.code returning policy_id as id`,
    [made.length, made.map((_, n) => `bench-${n}`), made.map(({ conditions, benefits }) => JSON.stringify({ conditions, benefits }))],
  )
  return ids
}

/** The random rule that most companies meet, and the same rule with at least 300 employees, which many do not meet. */
async function tightened(k: Kernel, rules: readonly { id: number; rule: PolicyRule }[]) {
  const { rows } = await k.pool.query<{ id: number }>(
    `select m.id from company_match_result r cross join unnest(r.met) m(id) join policy p on p.id = m.id
      where p.code like 'bench-%' group by m.id order by count(*) desc limit 1`,
  )
  const before = rules.find(({ id }) => id === rows[0]!.id)!
  const { conditions } = before.rule
  if (!('all' in conditions)) throw new Error('rematch: a list of requirements is expected')
  return {
    before,
    after: {
      ...before.rule,
      conditions: { all: [...conditions.all, { id: 'bench', field: 'employees', op: 'gte', value: 300 }] },
    } as PolicyRule,
  }
}

/** Verdicts of all rules for some companies by plain closures with parsed facts; returns the seconds for all companies. */
async function closuresAlone(k: Kernel, companies: number): Promise<number> {
  const random = randomFrom(20_261_121)
  const rules = Array.from({ length: POLICIES }, (_, n) => closure(paying(randomPolicy(random, `b${n}`), random).conditions))
  const { rows } = await k.pool.query<{ facts: Answers }>('select facts from company_facts where authorized order by company_id limit $1', [
    SAMPLE,
  ])
  const all = rows.map(({ facts }) => plainFacts(facts, today(k.clock)))
  let met = 0
  const took = await seconds(async () => {
    for (const facts of all) for (const verdict of rules) if (verdict(facts) === true) met++
  })
  if (met === 0) throw new Error('rematch: the closures find nobody')
  return (took * companies) / all.length
}

/**
 * 97.5th percentile of list and detail at a steady rate, in ms. A single window is not reliable: on an idle site it varies by a factor of
 * two.
 */
async function p95(url: string, ids: readonly number[]): Promise<number> {
  let n = 0
  const result = await autocannon({
    url,
    connections: 16,
    duration: SECONDS,
    overallRate: RATE,
    setupClient: (client) =>
      client.setRequests(
        Array.from({ length: 200 }, () => {
          n++
          const path = n % 2 ? `/pol/my/list?page=${1 + (n % 20)}` : `/policy/doc/policyDetail?id=${ids[n % ids.length]}`
          return { method: 'GET' as const, path, headers: { 'x-forwarded-for': `10.9.${(n >> 8) & 255}.${n & 255}` } }
        }),
      ),
  })
  if (result.non2xx + result.errors > 0) throw new Error(`p95: ${result.non2xx + result.errors} answers were refused`)
  return result.latency.p97_5
}

/**
 * Stored results of all companies: recomputed for all rules, after a change of one rule, and for a trial of a draft; and the delay for
 * visitors.
 */
export async function rematching(k: Kernel, startApp: () => Promise<{ base: string }>): Promise<Row[]> {
  const ids = (await publish(k)).map(({ id }) => id)
  await k.pool.query('analyze policy, policy_version, company_facts')
  const companies = Number((await k.pool.query<{ n: number }>('select count(*)::int as n from company_facts where authorized')).rows[0]!.n)
  const floor = await closuresAlone(k, companies)
  const day = today(k.clock)
  const here = siteArea(k.config)
  // The real rules, with score tables and derived figures, are among them.
  const rules = (await stampedRules(k)).map(({ rule }) => ({ id: rule.id, rule: rule.compiled.rule, place: rule.place }))
  if (rules.length !== POLICIES) throw new Error(`rematch: ${rules.length} rules in force`)
  const processor = process.cpuUsage()
  const allByAll = await seconds(() => runJob(k, { kind: 'companies', day, here, rules, all: true }))
  const { user, system } = process.cpuUsage(processor)
  await k.pool.query('vacuum (analyze) company_match_result')
  // Stores the present state of the rules, as in production.
  await rematch(k)

  const { before, after } = await tightened(k, rules)
  let written = 0
  const oneRule = await seconds(async () => {
    written = (await runJob(k, { kind: 'rule', day, here, rule: { ...before, place: null, rule: after } })).changed
  })
  if (written === 0) throw new Error('rematch: the change of the rule changes nobody')
  const dry = await runJob(k, { kind: 'dryRun', day, here, place: null, before: before.rule, after })

  const { base } = await startApp()
  await p95(base, ids)
  const thrice = async () => median([await p95(base, ids), await p95(base, ids), await p95(base, ids)])
  const quiet = await thrice()
  // Every row is written, because the results are for the next day.
  let over = false
  const running = runJob(k, { kind: 'companies', day: addDays(day, 1), here, rules, all: true }).finally(() => (over = true))
  const busy = await thrice()
  if (over) throw new Error('rematch: it was over before the site was measured beside it')
  await running
  return [
    {
      name: `${companies} companies × ${POLICIES} policies, results kept`,
      figure: allByAll,
      unit: 's',
      atMost: 60,
      note: `${((user + system) / 1e6).toFixed(1)} s of processor; plain closures, verdicts only, nothing read or written: ${floor.toFixed(1)} s`,
    },
    {
      name: '… p95 of the site meanwhile',
      figure: busy,
      unit: 'ms',
      floor: Math.max(1, quiet),
      atMost: 2,
      note: `97.5 % at ${RATE} requests a second, medians of three windows`,
    },
    {
      name: `${companies} companies after one rule changed`,
      figure: oneRule,
      unit: 's',
      atMost: 5,
      note: `${written} rows written`,
    },
    {
      name: `dry run of a draft over ${companies} companies`,
      figure: dry.dryRun!.seconds,
      unit: 's',
      atMost: 10,
      note: `${dry.dryRun!.winners.total} winners, ${dry.dryRun!.losers.total} losers`,
    },
  ]
}
