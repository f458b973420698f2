import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { POLICY_STATE, ALL_INDUSTRIES, CLOSING_DAYS, type PolicySort, type PolicyStatus } from '../../../contract/policy/codes.ts'
import type { FacetFilter } from '../../../contract/policy/market.ts'
import type { Db } from '../../kernel/db/index.ts'
import { LIST_COLUMNS } from '../list-item.ts'
import type { Part } from '../../search/index.ts'
import { likeText } from '../../kernel/db/like.ts'
import { dayAfter, dayStart } from '../../kernel/lists/day-range.ts'

export type Filter = z.output<typeof FacetFilter> & {
  /** the site's own county, for `outside` */
  here?: string | undefined
}
/** The result for the words of a filter (found.ts), best first; the last `maybe` of them are uncertain and come last in every order. */
export interface Found {
  ids: readonly number[]
  maybe: readonly number[]
  /** whether there is a certain answer; a question that states only facts is answered by verdicts */
  answered?: boolean
  /** a corrected typing error: the original words and the searched words */
  asked?: string
  searched?: string
  /** document numbers in the question that no document has, as typed */
  missing?: string[]
  /** a place in the question for which there are no policies */
  nowhere?: string
  /** the parts of the question, for highlighting */
  parts?: readonly Part[]
}
/** A filter; its words only take effect through `found`. */
export type Asked = Filter & { found?: Found | undefined }
export type Dimension = 'status' | 'policyDepId' | 'supportMode' | 'industry' | 'level' | 'labelId'

/** A statement under construction: `bind` assigns $1, $2 … in order. */
export class Statement {
  readonly values: unknown[] = []
  bind(value: unknown, type = ''): string {
    this.values.push(value)
    return `$${this.values.length}${type && `::${type}`}`
  }
  /** Adds a condition built elsewhere; its values follow those bound so far. */
  take(part: RawBuilder<boolean>, db: Db): string {
    const { sql, parameters } = part.compile(db)
    const before = this.values.length
    this.values.push(...parameters)
    return sql.replace(/\$(\d+)/g, (_, place: string) => `$${before + Number(place)}`)
  }
}

export const PUBLIC = `p.state = ${POLICY_STATE.published} and not p.deleted`
/** Not repealed on the day that `today` is bound to (ADR 0059). */
export const inForce = (today: string) => `(p.repealed_on is null or p.repealed_on > ${today})`

/** Whether a policy applies at a place (contract/place.ts): everywhere, or in an area that contains it. */
const holdsAt = (s: Statement, at: string) => `(p.area_code is null or starts_with(${s.bind(at, 'text')}, p.area_code))`

function statusSql(s: Statement, statuses: readonly PolicyStatus[], day: string): string {
  const today = s.bind(day, 'date')
  const started = `(p.apply_from is null or p.apply_from <= ${today})`
  const sql: Record<PolicyStatus, string> = {
    closed: `(p.apply_to < ${today} and ${inForce(today)})`,
    notYet: `(p.apply_from > ${today} and (p.apply_to is null or p.apply_to >= ${today}) and ${inForce(today)})`,
    closing: `(${started} and p.apply_to between ${today} and ${today} + ${CLOSING_DAYS} and ${inForce(today)})`,
    // 申报中 includes policies that close soon; 即将截止 narrows it.
    open: `(${started} and (p.apply_to is null or p.apply_to >= ${today}) and ${inForce(today)})`,
    repealed: `p.repealed_on <= ${today}`,
  }
  return `(${statuses.map((one) => sql[one]).join(' or ')})`
}

/** The conditions of the facets, without `except` (for that facet's own counts). */
export function facetWhere(s: Statement, f: Asked, day: string, except?: Dimension): string {
  const has = <K extends Dimension>(key: K) => key !== except && f[key] !== undefined && f[key].length > 0
  const parts: string[] = []
  if (has('policyDepId')) parts.push(`p.dep_ids && ${s.bind(f.policyDepId, 'int[]')}`)
  if (has('supportMode')) parts.push(`p.support_modes && ${s.bind(f.supportMode, 'text[]')}`)
  if (has('industry')) parts.push(`p.industries && ${s.bind([...f.industry!, ALL_INDUSTRIES], 'text[]')}`)
  if (has('level')) parts.push(f.level!.length === 1 ? `p.level = ${s.bind(f.level![0])}` : `p.level = any(${s.bind(f.level, 'text[]')})`)
  if (has('labelId'))
    parts.push(`exists (select 1 from policy_label_of c where c.policy_id = p.id and c.label_id = any(${s.bind(f.labelId, 'bigint[]')}))`)
  if (has('status')) parts.push(statusSql(s, f.status!, day))
  return parts.join(' and ') || 'true'
}

/** The conditions of a filter on published policies. */
export function whereOf(s: Statement, f: Asked, day: string): string {
  const parts: string[] = [PUBLIC]
  if (f.found) parts.push(f.found.ids.length > 0 ? `p.id = any(${s.bind([...f.found.ids], 'bigint[]')})` : 'false')
  if (f.policyTitle) parts.push(`p.title ilike ${s.bind(likeText(f.policyTitle))}`)
  const facets = facetWhere(s, f, day)
  if (facets !== 'true') parts.push(facets)
  if (f.outside !== undefined && f.here !== undefined) parts.push(`${f.outside ? 'not ' : ''}${holdsAt(s, f.here)}`)
  if (f.startTime) parts.push(`p.publish_time >= ${s.bind(dayStart(f.startTime), 'timestamptz')}`)
  if (f.endTime) parts.push(`p.publish_time < ${s.bind(dayAfter(f.endTime), 'timestamptz')}`)
  if (f.deadlineStart) parts.push(`p.apply_to >= ${s.bind(f.deadlineStart, 'date')}`)
  if (f.deadlineEnd) parts.push(`p.apply_to <= ${s.bind(f.deadlineEnd, 'date')}`)
  return parts.join(' and ')
}

interface Page {
  offset: number
  limit: number
}
export interface Query {
  text: string
  values: unknown[]
}

/** Beyond this offset, only an index is scanned up to the page, and only the page's rows are fetched. */
export const NEAR = 200

/** Columns of a page for the ids that `ids` selects; `order` sorts these few rows again. */
const rowsOf = (ids: string, order: string) => `select ${LIST_COLUMNS} from (${ids}) i join policy p on p.id = i.id order by ${order}`

const orders = {
  publish: 'p.top desc, p.sort desc, p.publish_time desc, p.id desc',
  amount: 'p.max_amount desc nulls last, p.publish_time desc, p.id desc',
}

/** The rows of one page. */
export function pageSql(f: Asked, sort: PolicySort, page: Page, day: string): Query {
  const s = new Statement()
  if (sort === 'relevance' && f.found) return { text: byRelevance(s, f.found, page), values: s.values }
  const where = whereOf(s, f, day)
  const text =
    sort === 'deadline' ? byDeadline(s, where, f, day, page) : simply(s, where, orders[sort === 'amount' ? 'amount' : 'publish'], page)
  return { text, values: s.values }
}

function simply(s: Statement, where: string, order: string, page: Page): string {
  const found = (columns: string) => `select ${columns} from policy p where ${where} order by ${order} limit ${limit} offset ${offset}`
  const limit = s.bind(page.limit, 'int'),
    offset = s.bind(page.offset, 'int')
  return page.offset < NEAR ? found(LIST_COLUMNS) : rowsOf(found('p.id'), order)
}

/** The ids of the page are known; the rows are read in this order. */
function byRelevance(s: Statement, { ids }: Found, page: Page): string {
  const wanted = s.bind(ids.slice(page.offset, page.offset + page.limit), 'bigint[]')
  return `select ${LIST_COLUMNS} from policy p where p.id = any(${wanted}) and ${PUBLIC} order by array_position(${wanted}, p.id)`
}

/**
 * Policies that are open first, the nearest deadline on top; then those without a deadline; then closed ones, the latest first; repealed
 * last. Each part scans one index. A part that contains none of the wanted statuses is skipped, because it would be scanned to its end in
 * vain.
 */
function byDeadline(s: Statement, where: string, { status }: Asked, day: string, page: Page): string {
  const today = s.bind(day, 'date'),
    limit = s.bind(page.limit, 'int'),
    offset = s.bind(page.offset, 'int')
  const order = (t: string) =>
    `${t}.part, ${t}.soonest, ${t}.latest desc nulls last, case when ${t}.part = 3 then ${t}.publish_time end, ${t}.publish_time desc, case when ${t}.part = 3 then ${t}.id else -${t}.id end`
  const part = (statuses: readonly PolicyStatus[], n: number, condition: string, first: string, soonest: string, latest: string) =>
    status?.length && !status.some((one) => statuses.includes(one))
      ? []
      : `(select p.id, ${n} as part, ${soonest} as soonest, ${latest} as latest, p.publish_time from policy p where ${where} and ${condition} order by ${first} limit ${offset} + ${limit})`
  const parts = [
    part(
      ['open', 'closing', 'notYet'],
      1,
      `p.apply_to >= ${today} and ${inForce(today)}`,
      'p.apply_to, p.publish_time desc, p.id desc',
      'p.apply_to',
      'null::date',
    ),
    part(['open', 'notYet'], 2, `p.apply_to is null and ${inForce(today)}`, 'p.publish_time desc, p.id desc', 'null::date', 'null::date'),
    // Scanned backwards, so among equal deadlines the older comes first.
    part(['closed'], 3, `p.apply_to < ${today} and ${inForce(today)}`, 'p.apply_to desc, p.publish_time, p.id', 'null::date', 'p.apply_to'),
    part(['repealed'], 4, `p.repealed_on <= ${today}`, 'p.repealed_on desc, p.publish_time desc, p.id desc', 'null::date', 'p.repealed_on'),
  ].flat()
  return rowsOf(
    `select * from (${parts.join('\n      union all ')}) parts order by ${order('parts')} limit ${limit} offset ${offset}`,
    order('i'),
  )
}

export function countSql(f: Asked, day: string): Query {
  const s = new Statement()
  return { text: `select count(*) as n from policy p where ${whereOf(s, f, day)}`, values: s.values }
}
