import { companiesOf, noteListed } from '../company/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { opensAll } from '../kernel/access/row-rules.ts'
import { siteArea } from '../kernel/config.ts'
import { today } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { engine } from './catalogue.ts'
import { jsonbPorts } from './engine/index.ts'
import { authorizedPage, countByTruth, oldestRow, staleCompanies, writeMatchRows, type Counts } from './queries.ts'
import { rematch, rematchSoon } from './results/refresh.ts'
import { placeSql } from './place.ts'
import { currentRules } from './rule-book.ts'

const BATCH = 200

/**
 * The number of consenting companies that meet a condition or might meet it. A few outdated rows (changed facts, new consents) are updated
 * first: a request waits for at most `BATCH` of them (about 0.2 s). The many rows of a new day are updated in the background
 * (results/refresh.ts); until then the answer is that of the day before.
 */
export async function freshCounts(k: Kernel, condition: string, params: unknown[], sight: string | null): Promise<Counts> {
  const day = today(k.clock)
  const { stale, ...counts } = await countByTruth(k.pool, condition, params, sight, day)
  if (stale === 0) return counts
  const companies = await staleCompanies(k.db, day, BATCH + 1)
  if (companies.length > BATCH) {
    rematchSoon(k)
    return counts
  }
  await writeRows(k, companies, day)
  const { stale: _, ...now } = await countByTruth(k.pool, condition, params, sight, day)
  return now
}

/**
 * Updates every row before it returns, for tasks whose result is stored (members of smart tags). Many outdated rows are updated in the
 * background thread; when another process is doing that, they are updated here in batches.
 */
export async function settleMatchRows(k: Kernel): Promise<void> {
  const day = today(k.clock)
  for (let asked = false; ;) {
    const companies = await staleCompanies(k.db, day, BATCH + 1)
    if (companies.length === 0) return
    if (companies.length > BATCH && !asked) {
      asked = true
      await rematch(k)
    } else await writeRows(k, companies, day)
  }
}

async function writeRows(k: Kernel, companies: Awaited<ReturnType<typeof staleCompanies>>, day: string): Promise<void> {
  if (companies.length === 0) return
  const rows = []
  for (const { id, facts, updated_at } of companies) {
    rows.push({ company_id: id, facts: JSON.stringify(engine.factRow(facts, day)), as_of: day, facts_at: updated_at })
    if (rows.length % 50 === 0)
      await new Promise((next) => {
        setImmediate(next)
      })
  }
  await writeMatchRows(k.db, rows)
}

/** The companies that this person may see, as SQL over `company c` with values pushed to `params`; null for a person who sees all. */
export function sightSql(k: Kernel, actor: Actor, params: unknown[]): string | null {
  if (opensAll(actor, 'company')) return null
  const { sql: text, parameters } = companiesOf(actor).compile(k.db)
  const before = params.length
  params.push(...parameters)
  return text.replace(/\$(\d+)/g, (_, n) => `$${before + Number(n)}`)
}

/** Visible companies of the archive that meet a policy or might meet it; only consenting ones are read (P-01). */
export async function matchedCompanies(
  k: Kernel,
  actor: Actor,
  query: { policyId: number; state: 'match' | 'unknown'; page: number; pageSize: number },
) {
  const rule = (await currentRules(k)).find((r) => r.id === query.policyId)
  if (!rule) throw notFound()
  const params: unknown[] = []
  const held = placeSql(rule.place, siteArea(k.config), params)
  const condition = `(${engine.toSql(rule.compiled.rule.conditions, jsonbPorts('m.facts', params))} and ${held})`
  const sight = sightSql(k, actor, params)
  const counts = await freshCounts(k, condition, params, sight)
  const rows = await authorizedPage(k.pool, condition, params, sight, query)
  await noteListed(
    k,
    k.db,
    actor,
    `按政策“${rule.title}”反查企业`,
    rows.map((row) => row.id),
  )
  return {
    ...counts,
    asOf: await oldestRow(k.db),
    total: query.state === 'match' ? counts.matched : counts.unknown,
    list: rows.map((row) => {
      const judged = engine.judge(rule.compiled, row.facts, { applyDate: today(k.clock) })
      return {
        id: row.id,
        companyName: row.name,
        street: row.street_name,
        industry: row.industry,
        min: judged.amount?.min ?? null,
        max: judged.amount?.max ?? null,
        missing: [...judged.missing],
      }
    }),
  }
}
