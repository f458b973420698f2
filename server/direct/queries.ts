import { authStatuses } from '../../contract/company.ts'
import { allowanceStates } from '../../contract/declaration/allowance-states.ts'
import { sql } from 'kysely'
import type { DirectListState, DirectRowState } from '../../contract/direct/states.ts'
import { likeText } from '../kernel/db/like.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { forReviewBy } from '../kernel/own-work.ts'
import { listsSeenBy } from './access.ts'
import { listFlow } from './flow.ts'
import { answeredBy } from './preparers.ts'

/** States in which a company counts as part of its list. */
export const counting: readonly DirectRowState[] = ['listed', 'consented', 'declined', 'lapsed', 'held', 'handed']

/** How many of these companies already have an allowance of this policy and year that was not refused. */
export async function duplicateAmong(db: Db, policyId: number, year: number, companies: readonly number[]): Promise<number> {
  if (companies.length === 0) return 0
  const { n } = await db
    .selectFrom('allowance')
    .select((e) => e.fn.count<number>('company_id').distinct().as('n'))
    .where('policy_id', '=', policyId)
    .where('year', '=', year)
    .where('state', '<>', allowanceStates.refused)
    .where('deleted', '=', false)
    .where('company_id', '=', (e) => e.fn.any(e.val([...companies])))
    .executeTakeFirstOrThrow()
  return n
}

export interface ListFilters {
  title?: string | undefined
  state?: DirectListState | undefined
  policyId?: number | undefined
  year?: number | undefined
  waiting?: '1' | undefined
  /** 1: those with an objection that the actor may answer */
  toAnswer?: '1' | undefined
  /** 1: those that wait for a review which the actor may make */
  forReview?: number | undefined
}

export function lists(db: Db, actor: Actor, q: ListFilters, day: string) {
  let found = listsSeenBy(db, actor)
  if (q.title) found = found.where('l.title', 'like', likeText(q.title))
  if (q.state) found = found.where('l.state', '=', q.state)
  if (q.policyId) found = found.where('l.policy_id', '=', q.policyId)
  if (q.year) found = found.where('l.year', '=', q.year)
  if (q.forReview === 1) found = found.where(forReviewBy(actor, listFlow, 'l'))
  if (q.toAnswer) found = found.where('l.open_objections', '>', 0).where(answeredBy(actor))
  if (q.waiting)
    found = found.where((e) =>
      e.or([
        e('l.state', '=', 'closed'),
        e.and([e('l.state', '=', 'announced'), e('l.open_objections', '=', 0), e('l.public_to', '<', day)]),
      ]),
    )
  return found
}

export const listColumns = [
  'l.id',
  'l.version',
  'l.title',
  'l.policy_id',
  'p.title as policy_title',
  'l.year',
  'l.as_of',
  'l.state',
  'l.budget',
  'l.open_objections',
  'l.public_from',
  'l.public_to',
  'l.created_by_name',
  'l.created_at',
] as const

/** Number and money of the rows of some lists, by state. */
export const sumsOf = (db: Db, listIds: readonly number[]) =>
  db
    .selectFrom('direct_row')
    .where('list_id', '=', (e) => e.fn.any(e.val([...listIds])))
    .select(['list_id', 'state', (e) => e.fn.countAll<number>().as('count'), sql<string>`sum(amount)`.as('amount')])
    .groupBy(['list_id', 'state'])
    .orderBy('list_id')
    .execute()

export interface RowFilters {
  listId: number
  state?: DirectRowState | undefined
  companyName?: string | undefined
}

export function rowsOf(db: Db, actor: Actor, q: RowFilters) {
  let found = listsSeenBy(db, actor).innerJoin('direct_row as r', 'r.list_id', 'l.id').where('l.id', '=', q.listId)
  if (q.state) found = found.where('r.state', '=', q.state)
  if (q.companyName) found = found.where('r.company_name', 'like', likeText(q.companyName))
  return found
}

/** Whether the company has another allowance of the same policy and year than that of the row. */
export const duplicate = sql<boolean>`exists (select 1 from allowance a where a.company_id = r.company_id and a.policy_id = l.policy_id
  and a.year = l.year and a.state <> ${allowanceStates.refused} and not a.deleted and a.id is distinct from r.allowance_id)`.as('duplicate')

export const rowColumns = [
  'r.id',
  'r.company_id',
  'r.company_name',
  'r.credit_code',
  'r.amount',
  'r.state',
  'r.origin',
  'r.reason',
  'r.answered_at',
  'r.allowance_id',
] as const

/** Rows of companies that have withdrawn the consent to their archive. */
export const withdrawnOf = async (db: Db, listId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('direct_row as r')
      .innerJoin('company as c', 'c.id', 'r.company_id')
      .select('r.id')
      .where('r.list_id', '=', listId)
      .where('r.state', '=', 'listed')
      .where('c.auth_status', '<>', authStatuses.granted)
      .execute()
  ).map((r) => r.id)
