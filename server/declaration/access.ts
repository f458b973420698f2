import { sql, type ExpressionBuilder, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ReviewStepConfig } from '../../contract/declaration.ts'
import type { Database } from '../../db/schema.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { amountWithin, oneOf, opensAll, ruled, type RowSql } from '../kernel/access/row-rules.ts'
import { delegatorOf, withDelegated, reviewPermissions, type Delegated, type Reader } from './delegators.ts'
import { enteredStates } from './flow.ts'
import { reviewable } from './reviewable.ts'

type Tables = Database & { d: Database['declaration']; p: Database['project']; c: Database['company'] }
export type Builder = ExpressionBuilder<Tables, 'd' | 'p' | 'c'>

/** The reviews that this person gives in their own right. */
export const reviewsOf = (actor: Actor) => reviewPermissions.filter((code) => actor.permissions.has(code))

/** Whether this person reviews, or only reads. */
export const reviewsFor = (actor: Actor): boolean => reviewsOf(actor).length > 0

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
    reviewsOf(actor).length === 0
      ? sql<boolean>`d.project_id in (select op.id from project op where op.examine_dep = any(${offices}))`
      : sql<boolean>`d.project_id in (select os.project_id from project_step os where os.permission = any(${reviewsOf(actor)}::text[])
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

/** What this person sees without what colleagues delegated to them: in their own name nobody signs more. */
export const inOwnRight = ({ actor, at }: Pick<Reader, 'actor' | 'at'>) => visibleTo({ actor, delegated: [], at })

/**
 * In whose name a reader may sign which of these rows, as far as they are seen: 0 is the reader in their own right, from 1 on the delegators by
 * their place in `delegated`. Nobody signs in a colleague's name what the colleague may not see.
 */
export async function seenBySigners(db: Db, reader: Reader, ids: readonly number[]): Promise<Map<number, readonly number[]>> {
  // Without a delegation only visible rows are asked for.
  if (reader.delegated.length === 0 || ids.length === 0) return new Map(ids.map((id) => [id, [0]]))
  const rows = await reviewable(db)
    .where('d.id', 'in', [...ids])
    .select((eb) => {
      const sights = [inOwnRight(reader)(eb), ...reader.delegated.map((one) => openTo(delegatorOf(one)))]
      const opened = sights.map((sees, i) => sql`case when ${sees} then ${sql.lit(i)} end`)
      return ['d.id' as const, sql<number[]>`array_remove(array[${sql.join(opened)}]::int[], null)`.as('open')]
    })
    .execute()
  return new Map(rows.map(({ id, open }) => [id, open]))
}

/** Declarations on which this person or this person's office was asked for an opinion; with `open`, only those without an answer. */
export const askedFor = (eb: Builder, actor: Actor, open = false) =>
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

export const officeOf = ({ officeId }: Pick<Actor, 'officeId'>) => sql`${officeId}::bigint`
/** Whether the step `s` of a query waits for this office, or for no particular one. */
export const atOffice = (office: RawBuilder<unknown>) =>
  sql<boolean>`(case when s.office_ids is null then s.office_id is null or s.office_id = ${office} else ${office} = any(s.office_ids) end)`

/** Those of the declarations that this person may see. */
export const visibleOf = async (k: Pick<Kernel, 'db' | 'clock'>, actor: Actor, ids: readonly number[]) =>
  reviewable(k.db)
    .where('d.id', 'in', [...ids])
    .where(visibleTo(await withDelegated(k.db, actor, k.clock.now())))

/** A declaration that this person may not see is reported as absent. */
export async function requireVisible(db: Db, actor: Actor, id: number, at: Date): Promise<void> {
  const seen = await reviewable(db)
    .where('d.id', '=', id)
    .where(visibleTo(await withDelegated(db, actor, at)))
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
  return (await base.where(visibleTo(await withDelegated(db, actor, at))).executeTakeFirst()) !== undefined
}
