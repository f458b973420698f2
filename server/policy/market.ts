import type { z } from 'zod'
import {
  ALL_INDUSTRIES,
  industryLabel,
  industryOptions,
  levelLabel,
  levelOptions,
  policySortLabels,
  policySorts,
  policyStatuses,
  policyStatusLabels,
  stateOptions,
  statusOptions,
  supportModeLabel,
  supportModeOptions,
  type PolicySort,
} from '../../contract/policy/codes.ts'
import type { PolicyFacets, PolicyFilter, PolicyListItem } from '../../contract/policy/market.ts'
import { today } from '../kernel/clock.ts'
import { siteArea } from '../kernel/config.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { viewCounter } from '../kernel/public/views.ts'
import { RANKED } from '../search/index.ts'
import { labelFacet } from './label/label-facet.ts'
import { findPolicies } from './search/found.ts'
import { cachesOf, keptFigure, policyDetailChanged } from './kept.ts'
import { withPassages, wordsShown } from './search/passages.ts'
import { PUBLIC, type Filter, type Found } from './search/list-sql.ts'
import { countRows, departments, facetRows, hotRows, pageRows, relatedRows } from './queries.ts'
import { listItem, type ListRow } from './list-item.ts'

const offsetOf = (q: { page: number; pageSize: number }) => ({ offset: (q.page - 1) * q.pageSize, limit: q.pageSize })
const keyOf = (kind: string, day: string, f: Filter) =>
  `${kind} ${day} ${JSON.stringify(
    Object.entries(f)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )}`

export interface PolicyList {
  total: number
  list: PolicyListItem[]
  /** a corrected typing error: the original words and the searched words */
  asked?: string
  searched?: string
  /** words of the question that occur in the rows */
  words?: string[]
  /** document numbers in the question that no document has */
  missing?: string[]
  /** a place in the question for which there are no policies */
  nowhere?: string
}

export const listPolicies = (k: Kernel, { page, pageSize, sort, ...filter }: z.output<typeof PolicyFilter>): Promise<PolicyList> =>
  policiesAt(k, filter, sort ?? (filter.q ? 'relevance' : 'publish'), offsetOf({ page, pageSize }))

/** `outside` needs the site's own county; an installation that hides policies of other places always asks for its own only. */
function placed<F extends Filter>(k: Kernel, filter: F): F {
  const outside = k.config.OUTSIDE_POLICIES ? filter.outside : false
  const here = siteArea(k.config)
  return outside === undefined || here === undefined ? filter : { ...filter, outside, here }
}

/** Hits for the words of a filter, kept for the following pages. */
const foundBy = (k: Kernel, filter: Filter, day: string): Promise<Found> =>
  cachesOf(k).totals.get(keyOf('found', day, filter), () => cachesOf(k).inTurn(() => findPolicies(k, filter, day)))

export async function policiesAt(k: Kernel, asked: Filter, order: PolicySort, at: { offset: number; limit: number }): Promise<PolicyList> {
  const day = today(k.clock)
  const filter = placed(k, asked)
  if (!filter.q) {
    const total = await cachesOf(k).totals.get(keyOf('total', day, filter), () => countRows(k, filter, day))
    const rows = total > at.offset && at.limit > 0 ? await pageRows(k, filter, order, at, day) : []
    return { total, list: rows.map((row) => listItem(row, day, siteArea(k.config))) }
  }
  if (order === 'relevance' && at.offset >= RANKED)
    throw invalidField('page', `按相关度排序只显示前 ${RANKED} 条，请缩小范围或改用其他排序`)
  const { ids, maybe, parts = [], answered: _, ...told } = await foundBy(k, filter, day)
  const guessed = new Set(maybe)
  const found = await withPassages(k, parts, await foundRows(k, { ids, maybe }, order, at, day))
  const list = found.map(({ row, passage }) => ({
    ...listItem(row, day, siteArea(k.config)),
    ...(guessed.has(row.id) ? { maybe: true } : {}),
    ...(passage ? { passage } : {}),
  }))
  return { total: ids.length, list, words: wordsShown(parts, list), ...told }
}

/** Whether a policy answers the question; otherwise it goes to the editors. Read from the list that was just computed. */
export const isAnswered = async (k: Kernel, filter: Filter): Promise<boolean> =>
  (await foundBy(k, placed(k, filter), today(k.clock))).answered === true

/** Number of uncertain hits that are shown when there is no certain one. */
const GUESSES = 5
/** The certain hits for the words, best first; without any, the first uncertain ones, marked as such. */
export async function surePolicies(
  k: Kernel,
  { q, without }: Pick<Filter, 'q' | 'without'>,
  at: { offset: number; limit: number },
): Promise<PolicyList & { maybe: PolicyListItem[] }> {
  const day = today(k.clock)
  const { ids, maybe, parts = [], missing, nowhere } = await foundBy(k, { q, without }, day)
  const sure = ids.slice(0, ids.length - maybe.length)
  const items = async (among: readonly number[], from: typeof at) => {
    const found = await withPassages(k, parts, await foundRows(k, { ids: [...among], maybe: [] }, 'relevance', from, day))
    return found.map(({ row, passage }) => ({ ...listItem(row, day, siteArea(k.config)), ...(passage ? { passage } : {}) }))
  }
  return {
    total: sure.length,
    list: await items(sure, at),
    maybe: sure.length === 0 && at.limit > 0 ? await items(maybe, { offset: 0, limit: GUESSES }) : [],
    ...(missing ? { missing } : {}),
    ...(nowhere ? { nowhere } : {}),
  }
}

/** One page of the hits. In every order the uncertain ones come last. */
async function foundRows(
  k: Kernel,
  found: Found,
  order: PolicySort,
  at: { offset: number; limit: number },
  day: string,
): Promise<ListRow[]> {
  if (at.limit <= 0 || at.offset >= found.ids.length) return []
  if (order === 'relevance') return pageRows(k, { found }, order, at, day)
  const guessed = new Set(found.maybe)
  const rows = await pageRows(k, { found }, order, { offset: 0, limit: found.ids.length }, day)
  return [...rows.filter(({ id }) => !guessed.has(id)), ...rows.filter(({ id }) => guessed.has(id))].slice(at.offset, at.offset + at.limit)
}

export async function policyFacets(k: Kernel, asked: Filter): Promise<PolicyFacets> {
  const day = today(k.clock)
  const filter = placed(k, asked)
  return cachesOf(k).totals.get(keyOf('facets', day, filter), async () => {
    // Each facet counts under all filters except its own, so the words are searched without filters.
    const { policyTitle, startTime, endTime, deadlineStart, deadlineEnd, outside, here, q, exact, without } = filter
    const found = q
      ? await foundBy(k, { q, exact, without, outside, here, policyTitle, startTime, endTime, deadlineStart, deadlineEnd }, day)
      : undefined
    const [rows, offices] = [await facetRows(k, { ...filter, found }, day), await departments(k)]
    const office = new Map(offices.map((o, place) => [String(o.id), { name: o.name, place }]))
    const of = (facet: string) => rows.filter((r) => r.facet === facet)
    const byCount = (facet: string, label: (value: string) => string) =>
      of(facet)
        .map((r) => ({ value: r.value, label: label(r.value), count: r.n }))
        .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    const everyIndustry = of('industry').find((r) => r.value === ALL_INDUSTRIES)?.n ?? 0
    return {
      total: of('total')[0]?.n ?? 0,
      status: policyStatuses.map((value) => ({
        value,
        label: policyStatusLabels[value],
        count: of('status').find((r) => r.value === value)?.n ?? 0,
      })),
      department: byCount('department', (value) => office.get(value)?.name ?? value),
      supportMode: byCount('supportMode', supportModeLabel),
      // A policy for all industries counts in each industry.
      industry: industryOptions
        .map(({ value }) => ({
          value,
          label: industryLabel(value),
          count: (of('industry').find((r) => r.value === value)?.n ?? 0) + everyIndustry,
        }))
        .filter((o) => o.count > 0),
      level: of('level')
        .map((r) => ({ value: r.value, label: levelLabel(r.value), count: r.n }))
        .sort((a, b) => (a.value < b.value ? -1 : 1)),
      label: await labelFacet(k, of('label'), filter.labelId),
      publishYear: of('publishYear')
        .map((r) => ({ value: r.value, label: `${r.value}年`, count: r.n }))
        .sort((a, b) => (a.value > b.value ? -1 : 1)),
    }
  })
}

export const departmentOptions = async (k: Kernel) => (await departments(k)).map((d) => ({ label: d.name, value: String(d.id) }))

export function relatedPolicies(k: Kernel, { id, limit }: { id: number; limit: number }): Promise<PolicyListItem[]> {
  const day = today(k.clock)
  return keptFigure(k, `related ${id} ${limit}`, async () =>
    (await relatedRows(k, id, limit)).map((row) => listItem(row, day, siteArea(k.config))),
  )
}

/** Policies that are open for application today, nearest deadline first. */
export const expressList = (
  k: Kernel,
  { keyword, depId, ...page }: { keyword?: string | undefined; depId?: number | undefined; page: number; pageSize: number },
) =>
  listPolicies(k, {
    ...(keyword ? { q: keyword } : {}),
    ...(depId ? { policyDepId: [depId] } : {}),
    status: ['open'],
    sort: 'deadline',
    ...page,
  })

export async function hotPolicies(k: Kernel, page: { page: number; pageSize: number }): Promise<{ total: number; list: PolicyListItem[] }> {
  const day = today(k.clock)
  const total = await cachesOf(k).totals.get(keyOf('total', day, {}), () => countRows(k, {}, day))
  return { total, list: (await hotRows(k, offsetOf(page))).map((row) => listItem(row, day, siteArea(k.config))) }
}

const countView = viewCounter({
  table: 'policy',
  visible: PUBLIC,
  counter: 'policy_counter',
  marks: 'policy_view',
  key: 'policy_id',
  gone: '该政策不存在或已下架',
})
export async function countPolicyView(k: Kernel, call: Call, { id }: { id: number }): Promise<{ viewNum: number }> {
  const counted = await countView(k, call, id)
  policyDetailChanged(k, id)
  return counted
}

export const policyEnums = () => ({
  status: statusOptions,
  level: levelOptions,
  supportMode: supportModeOptions,
  industry: industryOptions,
  sort: policySorts.map((value) => ({ value, label: policySortLabels[value] })),
  state: stateOptions,
})
