import { sql, type ExpressionBuilder, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { reviewStepKeys, reviewSteps, type ReviewStepConfig } from '../../contract/declaration.ts'
import type { Database } from '../../db/schema.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { amountWithin, oneOf, opensAll, ruled, type RowSql } from '../kernel/access/row-rules.ts'
import { delegatorOf, readerOf, reviewPermissions, type Delegated, type Reader } from './delegators.ts'
import { enteredStates, examiningStates, underReview } from './flow.ts'
import { reviewable } from './reviewable.ts'

type Tables = Database & { d: Database['declaration']; p: Database['project']; c: Database['company'] }
type Builder = ExpressionBuilder<Tables, 'd' | 'p' | 'c'>

const held = (actor: Actor) => reviewPermissions.filter((code) => actor.permissions.has(code))

/** Whether this person reviews, or only reads. */
export const reviewsFor = (actor: Actor): boolean => held(actor).length > 0

/**
 * The rows that staff may see and act on; list, detail, counts and every change use this condition: rows that the rules of their roles
 * open, rows whose review a colleague delegated to them and sees too, and rows on which their opinion is asked. Drafts, and what was sent back, are visible only to the enterprise and to the service window that entered them.
 */
export const visibleTo =
  ({ actor, delegated }: Reader) =>
  (eb: Builder): Expression<SqlBool> => {
    const submitted = eb.and([eb('d.deleted_at', 'is', null), eb('d.state', '<>', 'draft')])
    const entered =
      actor.officeId !== null && actor.permissions.has('declaration:accept')
        ? [eb.and([eb('d.deleted_at', 'is', null), eb('d.state', 'in', enteredStates), eb('d.entered_office', '=', actor.officeId)])]
        : []
    if (opensAll(actor, 'declaration')) return eb.or([submitted, ...entered])
    return eb.or([
      // These subqueries do not depend on the row, so they run once and not for each of ten thousand declarations.
      eb.and([submitted, eb.or([openTo(actor), ...delegated.map((one) => delegatedRows(eb, one)), askedFor(eb, actor)])]),
      ...entered,
    ])
  }

const rowsOf = (actor: Actor): RowSql<'declaration'> => ({
  // Reviewers: projects with a step of their permission at these offices or at no particular office. Readers: projects that these offices
  // examine.
  office: (offices) =>
    held(actor).length === 0
      ? sql<boolean>`d.project_id in (select op.id from project op where op.examine_dep = any(${offices}))`
      : sql<boolean>`d.project_id in (select os.project_id from project_step os where os.permission = any(${held(actor)}::text[])
          and (case when os.office_ids is null then os.office_id is null or os.office_id = any(${offices}) else os.office_ids && ${offices} end))`,
  own: sql<boolean>`(d.entered_by = ${actor.userId} or d.id in (select ol.declaration_id from declaration_log ol where ol.actor_id = ${actor.userId}))`,
  fields: {
    state: oneOf(sql.ref('d.state'), 'text'),
    examineDep: oneOf(sql.ref('p.examine_dep'), 'bigint'),
    street: oneOf(sql.ref('c.street_id'), 'text'),
    amount: amountWithin(sql.ref('d.amount')),
  },
})

/** Whether the rules of this person's roles open the row. */
export const openTo = (actor: Actor) => ruled(actor, 'declaration', rowsOf(actor))

/** Rows whose review was delegated: projects with the delegator's step, as far as the delegator's own rules open them. */
const delegatedRows = (eb: Builder, one: Delegated) =>
  eb.and([
    eb(
      'd.project_id',
      'in',
      eb
        .selectFrom('project_step as s')
        .where('s.permission', '=', one.permission)
        .where(atOffice(officeOf(one)))
        .select('s.project_id'),
    ),
    openTo(delegatorOf(one)),
  ])

/** Which of these rows each delegator sees, by the index of `delegated`: nobody signs in a colleague's name what the colleague may not see. */
export async function seenByDelegators(db: Db, { delegated }: Reader, ids: readonly number[]): Promise<Map<number, readonly number[]>> {
  if (delegated.length === 0 || ids.length === 0) return new Map()
  const opened = delegated.map((one, i) => sql`case when ${openTo(delegatorOf(one))} then ${sql.lit(i)} end`)
  const rows = await reviewable(db)
    .where('d.id', 'in', [...ids])
    .select(['d.id', sql<number[]>`array_remove(array[${sql.join(opened)}]::int[], null)`.as('open')])
    .execute()
  return new Map(rows.map(({ id, open }) => [id, open]))
}

/** Declarations on which this person or this person's office was asked for an opinion; with `open`, only those without an answer. */
const askedFor = (eb: Builder, actor: Actor, open = false) =>
  eb(
    'd.id',
    'in',
    eb
      .selectFrom('declaration_opinion as op')
      .where('op.state', 'in', open ? ['open'] : ['open', 'answered'])
      .where((e) =>
        e.or([e('op.user_id', '=', actor.userId), ...(actor.officeId === null ? [] : [e('op.office_id', '=', actor.officeId)])]),
      )
      .select('op.declaration_id'),
  )

const atOffice = (office: RawBuilder<unknown>) =>
  sql<boolean>`(case when s.office_ids is null then s.office_id is null or s.office_id = ${office} else ${office} = any(s.office_ids) end)`
/** Whether the office's signature is due: not given in this round and, where offices sign in order, it is the office's turn. */
const dueAt = (office: RawBuilder<unknown>) => sql<boolean>`(s.office_ids is null or (
  not exists (select 1 from declaration_log sl where sl.declaration_id = d.id and sl.round = d.round and sl.from_state = d.state
    and sl.move in ('pass', 'countersign') and sl.revoked_at is null and sl.office_id = ${office})
  and (s.mode <> 'ordered' or s.office_ids[1 + (select count(*) from declaration_log sl where sl.declaration_id = d.id and sl.round = d.round
    and sl.from_state = d.state and sl.move in ('pass', 'countersign') and sl.revoked_at is null)] = ${office})))`

const officeOf = ({ officeId }: Pick<Actor, 'officeId'>) => sql`${officeId}::bigint`

/** Steps of the row's project at which the actor's signature is due, in their own name or a delegator's. */
const dueSteps = (eb: Builder, { actor, delegated }: Reader) => {
  const own = officeOf(actor)
  const permissions = held(actor)
  return eb
    .selectFrom('project_step as s')
    .whereRef('s.project_id', '=', 'd.project_id')
    .where((e) =>
      e.or([
        ...(permissions.length === 0 ? [] : [e.and([e('s.permission', 'in', permissions), atOffice(own), dueAt(own)])]),
        ...delegated.map((one) =>
          e.and([e('s.permission', '=', one.permission), atOffice(officeOf(one)), dueAt(officeOf(one)), openTo(delegatorOf(one))]),
        ),
      ]),
    )
}

/**
 * For projects with 决定与审核不得同一人: whether the actor signed the review and so may not decide (barredFrom of separate.ts, as a list condition).
 */
const reviewedBy = (eb: Builder, { userId }: Actor) =>
  eb.exists(
    eb
      .selectFrom('declaration_log as rl')
      .innerJoin('project as rp', 'rp.id', 'd.project_id')
      .where('d.state', '=', 'deciding')
      .where('rp.separate_decision', '=', true)
      .whereRef('rl.declaration_id', '=', 'd.id')
      .whereRef('rl.round', '=', 'd.round')
      .where('rl.from_state', 'in', examiningStates)
      .where('rl.move', 'in', ['pass', 'countersign'])
      .where('rl.revoked_at', 'is', null)
      .where((e) => e.or([e('rl.actor_id', '=', userId), e('rl.behalf_of', '=', userId)]))
      .select(sql.lit(1).as('one')),
  )

const stepOfState = sql<ReviewStepConfig['step']>`case d.state ${sql.join(
  reviewStepKeys.map((step) => sql`when ${sql.lit(reviewSteps[step].state)} then ${sql.lit(step)}`),
  sql` `,
)} end`

/** Rows that wait for this person: at a step of theirs, not of their own company and not yet passed by them; or for their opinion. */
export const waitsFor =
  (reader: Reader) =>
  (eb: Builder): Expression<SqlBool> => {
    const { actor } = reader
    return eb.and([
      eb('d.state', 'in', [...underReview]),
      eb.or([eb('d.submitter_id', 'is', null), eb('d.submitter_id', '<>', actor.userId)]),
      eb.or([eb('d.entered_by', 'is', null), eb('d.entered_by', '<>', actor.userId)]),
      eb.or([
        askedFor(eb, actor, true),
        eb.and([
          eb.not(reviewedBy(eb, actor)),
          eb.exists(dueSteps(eb, reader).where('s.step', '=', stepOfState).select(sql.lit(1).as('one'))),
          eb.not(
            eb.exists(
              eb
                .selectFrom('declaration_log as l')
                .whereRef('l.declaration_id', '=', 'd.id')
                .whereRef('l.round', '=', 'd.round')
                .whereRef('l.from_state', '=', 'd.state')
                .where('l.actor_id', '=', actor.userId)
                .where('l.move', 'in', ['pass', 'countersign'])
                .where('l.revoked_at', 'is', null)
                .select(sql.lit(1).as('one')),
            ),
          ),
        ]),
      ]),
    ])
  }

/** Rows in review or in correction that wait for somebody else. */
export const waitsForOthers =
  (reader: Reader) =>
  (eb: Builder): Expression<SqlBool> =>
    eb.and([eb('d.state', 'in', [...underReview, 'returned']), eb.not(waitsFor(reader)(eb))])

/** Those of the declarations that this person may see. */
export const visibleOf = async (k: Pick<Kernel, 'db' | 'clock'>, actor: Actor, ids: readonly number[]) =>
  reviewable(k.db)
    .where('d.id', 'in', [...ids])
    .where(visibleTo(await readerOf(k.db, actor, k.clock.now())))

/** A declaration that this person may not see is reported as absent. */
export async function requireVisible(db: Db, actor: Actor, id: number, at: Date): Promise<void> {
  const seen = await reviewable(db)
    .where('d.id', '=', id)
    .where(visibleTo(await readerOf(db, actor, at)))
    .select('d.id')
    .executeTakeFirst()
  if (!seen) throw notFound('申报不存在或已删除')
}

/**
 * Whether this signer may review the present step: permission and office fit, and the declaration is not their own or their company's
 * (C-06).
 */
export function mayReview(
  signer: Pick<Actor, 'userId' | 'officeId' | 'companyId' | 'permissions'>,
  step: ReviewStepConfig | undefined,
  declaration: Declared,
): boolean {
  if (!step || !signer.permissions.has(step.permission)) return false
  if (
    step.officeIds
      ? signer.officeId === null || !step.officeIds.includes(signer.officeId)
      : step.officeId !== null && step.officeId !== signer.officeId
  )
    return false
  return !isOwn(signer, declaration)
}

/** The persons and company behind a declaration, for the own-work rule. */
export interface Declared {
  submitter_id: number | null
  entered_by: number | null
  company_id: number
}
/** Nobody reviews what they submitted, entered for a company, or their company declared (C-06). */
export const isOwn = (by: { userId: number; companyId: number | null }, d: Declared): boolean =>
  d.submitter_id === by.userId || d.entered_by === by.userId || d.company_id === by.companyId

/** Whoever may see a declaration may read its files, checked on every read (U-04): the company itself, and staff who see the row. */
export async function maySeeDeclaration(db: Db, actor: Actor, id: number, at: Date): Promise<boolean> {
  if (!Number.isSafeInteger(id)) return false
  const base = reviewable(db).where('d.id', '=', id).where('d.deleted_at', 'is', null).select('d.id')
  if (actor.type !== 'YYF')
    return actor.companyId !== null && (await base.where('d.company_id', '=', actor.companyId).executeTakeFirst()) !== undefined
  return (await base.where(visibleTo(await readerOf(db, actor, at))).executeTakeFirst()) !== undefined
}
