import { CompiledQuery } from 'kysely'
import type { z } from 'zod'
import { POLICY_STATE, type PolicyState } from '../../../contract/policy/codes.ts'
import { PROPOSAL_STATE } from '../../../contract/policy/proposal-codes.ts'
import type { ManagedExport, ManagedFilter, managedSorts } from '../../../contract/policy/managed-policies.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forReviewBy } from '../../kernel/own-work.ts'
import { policyFlow } from '../flow.ts'
import { proposalFlow } from '../proposal/flow.ts'
import { Statement } from '../search/list-sql.ts'
import { policiesOf } from './managed-access.ts'
import { run } from '../queries.ts'
import { PROPOSALS_COLUMN, type ProposalRow } from '../proposal/proposal-row.ts'
import { HEAD_COLUMNS, type HeadRow } from '../list-item.ts'
import { likeText } from '../../kernel/db/like.ts'
import { WIDE } from '../../kernel/answers/wide-pages.ts'
import { pageOf, sortOf } from '../../kernel/lists/page-of.ts'
import { dayAfter, dayStart } from '../../kernel/lists/day-range.ts'

export interface ManagedRow extends HeadRow {
  state: PolicyState
  version: number
  version_number: number
  updated_at: string
  publish_at: string | null
  take_down_at: string | null
  submitted_by: number | null
  submitted_by_name: string | null
  submitted_at: string | null
  reviewed_by_name: string | null
  review_opinion: string | null
  broken_links: number
  proposals: ProposalRow[]
}

/** The columns of each order; all have the same direction. */
const managedOrders: Record<(typeof managedSorts)[number], readonly string[]> = {
  policyCreateTime: ['p.publish_time'],
  updateTime: ['p.updated_at'],
  policyTitle: ['p.title'],
  applyTo: ['p.apply_to'],
  viewNum: ['p.view_num'],
  state: ['p.state'],
  submitTime: [
    `coalesce((select min(r.submitted_at) from policy_proposal r where r.policy_id = p.id and r.state = ${PROPOSAL_STATE.pending}), p.submitted_at)`,
  ],
  // the order of the public list; meant for `desc`
  shelf: ['p.top', 'p.sort', 'p.publish_time'],
}

/** Every policy that is not deleted and that this person manages. */
function managedWhere(db: Db, s: Statement, f: z.output<typeof ManagedExport>, actor: Actor): string {
  const parts = ['not p.deleted', s.take(policiesOf(actor), db)]
  if (f.keyword) {
    const like = s.bind(likeText(f.keyword))
    parts.push(`(p.title ilike ${like} or p.doc_no ilike ${like} or p.code ilike ${like})`)
  }
  if (f.state !== undefined) parts.push(`p.state = ${s.bind(f.state, 'smallint')}`)
  if (f.forReview) {
    const mine = f.forReview === 1
    const policy = mine ? s.take(forReviewBy(actor, policyFlow, 'p'), db) : `p.state = ${POLICY_STATE.pending}`
    const proposal = mine ? s.take(forReviewBy(actor, proposalFlow, 'r'), db) : `r.state = ${PROPOSAL_STATE.pending}`
    parts.push(`(${policy} or p.id in (select r.policy_id from policy_proposal r where ${proposal}))`)
  }
  if (f.labelId?.length)
    parts.push(`exists (select 1 from policy_label_of c where c.policy_id = p.id and c.label_id = any(${s.bind(f.labelId, 'bigint[]')}))`)
  if (f.level?.length) parts.push(`p.level = any(${s.bind(f.level, 'text[]')})`)
  if (f.supportMode?.length) parts.push(`p.support_modes && ${s.bind(f.supportMode, 'text[]')}`)
  if (f.policyDepId !== undefined) parts.push(`p.dep_ids && ${s.bind([f.policyDepId], 'int[]')}`)
  if (f.startTime) parts.push(`p.publish_time >= ${s.bind(dayStart(f.startTime), 'timestamptz')}`)
  if (f.endTime) parts.push(`p.publish_time < ${s.bind(dayAfter(f.endTime), 'timestamptz')}`)
  if (f.ids) parts.push(`p.id = any(${s.bind(f.ids, 'bigint[]')})`)
  return parts.join(' and ')
}

export async function managedCount(db: Db, f: z.output<typeof ManagedExport>, actor: Actor): Promise<number> {
  const s = new Statement()
  const text = `select count(*) as n from policy p where ${managedWhere(db, s, f, actor)}`
  return Number((await db.executeQuery<{ n: number }>(CompiledQuery.raw(text, s.values))).rows[0]!.n)
}

/** How many policies wait for review, and since when the oldest does; a policy also waits when one of its proposals does. */
export async function managedWaiting(
  db: Db,
  f: z.output<typeof ManagedExport>,
  actor: Actor,
): Promise<{ count: number; oldest: string | null }> {
  const s = new Statement()
  const proposed = `select min(r.submitted_at) from policy_proposal r where r.policy_id = p.id and r.state = ${PROPOSAL_STATE.pending}`
  const text = `select count(*)::int as count, min(coalesce((${proposed}), p.submitted_at)) as oldest from policy p where ${managedWhere(db, s, f, actor)}`
  return (await db.executeQuery<{ count: number; oldest: string | null }>(CompiledQuery.raw(text, s.values))).rows[0]!
}

const MANAGED_COLUMNS = `${HEAD_COLUMNS}, p.state, p.version, p.updated_at, (select max(v.number) from policy_version v where v.policy_id = p.id) as version_number,
  p.publish_at, p.take_down_at, p.submitted_by, p.submitted_by_name, p.submitted_at, p.reviewed_by_name, p.review_opinion,
  (select count(*)::int from policy_link_check l where l.policy_id = p.id and not l.ok) as broken_links,
  ${PROPOSALS_COLUMN}`

/** The next rows by id, for an export. */
export async function managedAfter(
  db: Db,
  f: z.output<typeof ManagedExport>,
  actor: Actor,
  after: number,
  limit: number,
): Promise<ManagedRow[]> {
  const s = new Statement()
  const text = `select ${MANAGED_COLUMNS} from policy p where ${managedWhere(db, s, f, actor)} and p.id > ${s.bind(after, 'bigint')} order by p.id limit ${s.bind(limit, 'int')}`
  return (await db.executeQuery<ManagedRow>(CompiledQuery.raw(text, s.values))).rows
}

/**
 * Looks up the rows for the ids `i` one by one, in their order. `offset 0` keeps the planner from merging the queries: sorting 9000 whole
 * rows would use the disk.
 */
const managedRows = (source: string, order: string) => `select row.* from ${source}
  cross join lateral (select ${MANAGED_COLUMNS} from policy p where p.id = i.id offset 0) row order by ${order}`

/** For a wide page only the ids, which `managedOf` reads. */
export async function managedPage(
  k: Kernel,
  f: z.output<typeof ManagedFilter>,
  actor: Actor,
): Promise<{ total: number; rows: ManagedRow[] } | { total: number; ids: number[] }> {
  const total = await managedCount(k.db, f, actor)
  const s = new Statement()
  const { key, direction } = sortOf(f)
  const keys = managedOrders[key]
  const order = (columns: readonly string[]) => columns.map((column) => `${column} ${direction} nulls last`).join(', ')
  const chosen = `select p.id, ${keys.map((column, n) => `${column} as key${n}`).join(', ')} from policy p where ${managedWhere(k.db, s, f, actor)}
    order by ${order([...keys, 'p.id'])} limit ${s.bind(f.pageSize, 'int')} offset ${s.bind((f.page - 1) * f.pageSize, 'int')}`
  if (f.pageSize > WIDE) return { total, ids: (await run<{ id: number }>(k, { text: chosen, values: s.values })).map(({ id }) => id) }
  const text = managedRows(`(${chosen}) i`, order([...keys.map((_, n) => `i.key${n}`), 'i.id']))
  return { total, rows: await run<ManagedRow>(k, { text, values: s.values }) }
}

export const managedOf = (k: Kernel, ids: readonly number[]): Promise<ManagedRow[]> =>
  run<ManagedRow>(k, { text: managedRows('unnest($1::bigint[]) with ordinality i (id, place)', 'i.place'), values: [ids] }, 'managed-of')

/** Policies to choose from: those that this person manages, and all published ones, which anybody may read. */
export const titleRows = (k: Kernel, actor: Actor, title: string, page: { page: number; pageSize: number }) =>
  pageOf(
    k.db
      .selectFrom('policy as p')
      .where('p.deleted', '=', false)
      .where((e) => e.or([e('p.state', '=', POLICY_STATE.published), policiesOf(actor)]))
      .$if(title !== '', (q) => q.where('p.title', 'ilike', likeText(title))),
    page,
    (q) => q.orderBy('p.title').orderBy('p.id'),
    (q) => q.select(['p.id', 'p.code', 'p.title']),
  )

const versionsOf = (k: Kernel, id: number) =>
  k.db
    .selectFrom('policy_version as v')
    .innerJoin('policy as p', 'p.id', 'v.policy_id')
    .where('v.policy_id', '=', id)
    .where('p.deleted', '=', false)
const versionHead = ['v.policy_id', 'v.number', 'v.effective_from', 'v.effective_to', 'v.note', 'v.author_name', 'v.created_at'] as const
export const versionRows = (k: Kernel, id: number) => versionsOf(k, id).select(versionHead).orderBy('v.number', 'desc').execute()
export const versionRow = (k: Kernel, id: number, number: number) =>
  versionsOf(k, id)
    .where('v.number', '=', number)
    .select([...versionHead, 'v.rule', 'v.title', 'v.summary', 'v.content', 'v.period'])
    .executeTakeFirst()
