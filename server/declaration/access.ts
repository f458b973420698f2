import { sql, type ExpressionBuilder, type Expression, type SqlBool } from 'kysely'
import type { ReviewStepConfig } from '../../contract/declaration.ts'
import type { Database } from '../../db/schema.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import { underReview } from './flow.ts'
import { reviewable } from './queries.ts'

type Tables = Database & { d: Database['declaration']; p: Database['project']; c: Database['company'] }
type Builder = ExpressionBuilder<Tables, 'd' | 'p' | 'c'>

const reviewPermissions = ['declaration:accept', 'declaration:review'] as const
const held = (actor: Actor) => reviewPermissions.filter((code) => actor.permissions.has(code))

/** Whether this person reviews at all, as against only reading. */
export const reviewsFor = (actor: Actor): boolean => held(actor).length > 0

/**
 * The rows staff may see and act on, for list, detail, counts and every change alike. Reviewers: projects with a step of their
 * permission at their office (or at no particular office); who only reads: everything. Drafts belong to the enterprise alone.
 */
export const visibleTo =
  (actor: Actor) =>
  (eb: Builder): Expression<SqlBool> => {
    const submitted = eb.and([eb('d.deleted_at', 'is', null), eb('d.state', '<>', 'draft')])
    const permissions = held(actor)
    if (permissions.length === 0) return actor.permissions.has('declaration:read') ? submitted : sql<boolean>`false`
    return eb.and([submitted, eb.exists(ownSteps(eb, actor).select(sql.lit(1).as('one')))])
  }

/** Steps of the row's project at which this actor may act. */
const ownSteps = (eb: Builder, actor: Actor) =>
  eb
    .selectFrom('project_step as s')
    .whereRef('s.project_id', '=', 'p.id')
    .where('s.permission', 'in', held(actor))
    .where((e) => e.or([e('s.office_id', 'is', null), e('s.office_id', '=', actor.officeId)]))

const stepOfState = sql<string>`case d.state when 'accepting' then 'accept' when 'reviewing' then 'review' when 'deciding' then 'decide' end`

/** Rows that wait for this very person: at a step of theirs, not of their own company, not passed by them already. */
export const waitsFor =
  (actor: Actor) =>
  (eb: Builder): Expression<SqlBool> => {
    if (held(actor).length === 0) return sql<boolean>`false`
    return eb.and([
      eb('d.state', 'in', [...underReview]),
      eb.exists(
        ownSteps(eb, actor)
          .where('s.step', '=', stepOfState as never)
          .select(sql.lit(1).as('one')),
      ),
      eb.or([eb('d.submitter_id', 'is', null), eb('d.submitter_id', '<>', actor.userId)]),
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
    ])
  }

/** A declaration out of this person's sight is absent. */
export async function requireVisible(db: Db, actor: Actor, id: number): Promise<void> {
  const seen = await reviewable(db).where('d.id', '=', id).where(visibleTo(actor)).select('d.id').executeTakeFirst()
  if (!seen) throw notFound('申报不存在或已删除')
}

/** Whether the present step is this actor's: permission, office, and nobody reviews what they or their company submitted (C-06). */
export function mayReview(
  actor: Actor,
  step: ReviewStepConfig | undefined,
  declaration: { submitter_id: number | null; company_id: number },
): boolean {
  if (!step || !actor.permissions.has(step.permission)) return false
  if (step.officeId !== null && step.officeId !== actor.officeId) return false
  return declaration.submitter_id !== actor.userId && declaration.company_id !== actor.companyId
}

/** Who may see a declaration may read its files, on every read (U-04): the company itself, and staff in whose sight it is. */
export async function maySeeDeclaration(db: Db, actor: Actor, id: number): Promise<boolean> {
  if (!Number.isSafeInteger(id)) return false
  const base = reviewable(db).where('d.id', '=', id).where('d.deleted_at', 'is', null).select('d.id')
  if (actor.type !== 'YYF')
    return actor.companyId !== null && (await base.where('d.company_id', '=', actor.companyId).executeTakeFirst()) !== undefined
  return (await base.where(visibleTo(actor)).executeTakeFirst()) !== undefined
}
