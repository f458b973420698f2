import { sql, type RawBuilder } from 'kysely'
import type { MarketKind } from '../../contract/market/states.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { facetCondition, facetsOf, plainConditions, type Facet, type Filters } from './filter.ts'
import type { Counted } from './listing.ts'
import { items } from './queries.ts'
import { isListed, staleBefore } from './visible.ts'

/** Listed items that match the filters, except the filter of one facet. */
export function listedRows(k: Kernel, kind: MarketKind, f: Filters, without?: Facet['key']) {
  let rows = items(k.db, kind).where(isListed(k))
  for (const condition of plainConditions(kind, f, staleBefore(k))) rows = rows.where(condition)
  for (const facet of facetsOf(kind)) {
    const condition = facet.key === without ? null : facetCondition(facet, f)
    if (condition) rows = rows.where(condition)
  }
  return rows
}

/** One row for each value of an attribute, none for an item without it; for streets one row with null for the whole county. */
const valuesOf = ({ attribute }: Facet): RawBuilder<{ value: string | null }> =>
  attribute === null
    ? sql`lateral unnest(case when p.street_ids = '{}' then array[null]::text[] else p.street_ids end)`
    : // In this mode a path reads a single value like a list of one.
      sql`lateral (select v #>> '{}' from jsonb_path_query(p.facts, ${sql.lit(`lax $.${attribute}[*]`)}) v)`

async function choicesOf(k: Kernel, kind: MarketKind, f: Filters, facet: Facet): Promise<ReadonlyMap<string, number>> {
  const rows = await listedRows(k, kind, f, facet.key)
    .innerJoin(valuesOf(facet).as<'v'>(sql`v(value)`), (j) => j.onTrue())
    .select([sql<string | null>`v.value`.as('value'), sql<number>`count(*)::int`.as('many')])
    .groupBy(sql`v.value`)
    .execute()
  const anywhere = rows.find(({ value }) => value === null)?.many ?? 0
  return new Map(rows.flatMap(({ value, many }) => (value === null ? [] : [[value, many + anywhere]])))
}

/**
 * The counts of `counting`, from the database: for the time until the shelf is filled. Nothing is sorted here. The choices of more than
 * `most` items are not counted.
 */
export async function countStored(k: Kernel, kind: MarketKind, f: Filters, most: number): Promise<Counted> {
  const totals = await listedRows(k, kind, f)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where p.fresh_at > ${staleBefore(k)}::timestamptz))::int`.as('fresh'),
      // Everything else of an unfiltered list is in the index of what was confirmed.
      f.near ? sql<number>`count(p.lng)::int`.as('placed') : sql<number>`0`.as('placed'),
    ])
    .executeTakeFirstOrThrow()
  if (totals.total > most) return { ...totals, choices: null, left: null }
  const choices = new Map<Facet['key'], ReadonlyMap<string, number>>()
  // One after another, so that one list does not take every connection.
  for (const facet of facetsOf(kind)) choices.set(facet.key, await choicesOf(k, kind, f, facet))
  return { ...totals, choices, left: null }
}
