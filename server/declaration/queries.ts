import { sql } from 'kysely'
import { POLICY_STATE } from '../../contract/policy/codes.ts'
import { reviewStepKeys, type DeclarationState, type ReviewStepConfig } from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { signsByOffice, stepAt, underReview } from './flow.ts'
import { likeText } from '../kernel/db/like.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { oneOf, ruled } from '../kernel/access/row-rules.ts'
import type { Sort } from '../../contract/fields.ts'

/** Orders rows as their ids; rows deleted meanwhile are left out. */
export function inOrder<T extends { id: number }>(ids: readonly number[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((r) => [r.id, r]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const projectRows = (db: Db) =>
  db
    .selectFrom('project as p')
    .innerJoin('policy as po', 'po.id', 'p.policy_id')
    .innerJoin('office as o', 'o.id', 'p.examine_dep')
    .select([
      'p.id',
      'p.policy_id',
      'po.code as policy_code',
      'po.title as policy_title',
      'p.name',
      'p.apply_start',
      'p.apply_end',
      'p.examine_start',
      'p.examine_end',
      'p.examine_dep',
      'o.name as dep_name',
      'p.template',
      'p.form_version',
      'p.limit_workdays',
      'p.separate_decision',
      'p.version',
    ])
export type ProjectRecord = Awaited<ReturnType<ReturnType<typeof projectRows>['executeTakeFirstOrThrow']>>

export interface ProjectQuery {
  /** staff: limits the rows to those that the roles of this person open */
  seenBy?: Actor
  page: number
  pageSize: number
  name?: string | undefined
  policyId?: number | undefined
  examineDep?: number | undefined
  state?: number | undefined
  /** only projects whose policy the public may read */
  published?: boolean
  sort?: Sort<'applyEndTime' | 'applyStartTime' | 'name' | 'id'>
  order?: 'asc' | 'desc' | undefined
}

/** Projects that a member of staff manages, for list and change. */
export const managedProjects = (db: Db, actor: Actor) =>
  db.selectFrom('project as p').where(
    ruled(actor, 'project', {
      office: (offices) => sql<boolean>`p.examine_dep = any(${offices})`,
      own: sql<boolean>`p.created_by = ${actor.userId}`,
      fields: { examineDep: oneOf(sql.ref('p.examine_dep'), 'bigint') },
    }),
  )

export async function selectProjects(db: Db, q: ProjectQuery, now: Date): Promise<{ total: number; rows: ProjectRecord[] }> {
  let ids = q.seenBy ? managedProjects(db, q.seenBy) : db.selectFrom('project as p')
  if (q.published)
    ids = ids.where(({ exists, selectFrom, lit }) =>
      exists(
        selectFrom('policy as po')
          .whereRef('po.id', '=', 'p.policy_id')
          .where('po.state', '=', POLICY_STATE.published)
          .where('po.deleted', '=', false)
          .select(lit(1).as('one')),
      ),
    )
  if (q.name) ids = ids.where('p.name', 'like', likeText(q.name))
  if (q.policyId) ids = ids.where('p.policy_id', '=', q.policyId)
  if (q.examineDep) ids = ids.where('p.examine_dep', '=', q.examineDep)
  if (q.state === 0) ids = ids.where('p.apply_start', '>', now.toISOString())
  if (q.state === 1) ids = ids.where('p.apply_start', '<=', now.toISOString()).where('p.apply_end', '>=', now.toISOString())
  if (q.state === 2) ids = ids.where('p.apply_end', '<', now.toISOString()).where('p.examine_end', '>=', now.toISOString())
  if (q.state === 3) ids = ids.where('p.examine_end', '<', now.toISOString())
  const page = await pageOf(
    ids,
    { ...q, sort: q.sort ?? 'applyEndTime' },
    { by: { applyEndTime: 'p.apply_end', applyStartTime: 'p.apply_start', name: 'p.name', id: 'p.id' }, tie: 'p.id' },
    (found) => found.select('p.id'),
  )
  const pageIds = page.rows.map((r) => r.id)
  const rows = pageIds.length ? await projectRows(db).where('p.id', 'in', pageIds).execute() : []
  return { total: page.total, rows: inOrder(pageIds, rows) }
}

export const currentProjectOf = (db: Db, policyId: number, now: Date): Promise<ProjectRecord | undefined> =>
  projectRows(db)
    .where('p.policy_id', '=', policyId)
    .where('po.state', '=', POLICY_STATE.published)
    .where('po.deleted', '=', false)
    .where('p.apply_end', '>=', now.toISOString())
    .orderBy('p.apply_start')
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirst()

export async function countByProject(db: Db, ids: readonly number[]): Promise<Map<number, { submitted: number; pending: number }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('declaration')
    .select([
      'project_id',
      (e) => e.fn.countAll<number>().as('submitted'),
      (e) =>
        e.fn
          .countAll<number>()
          .filterWhere('state', 'in', [...underReview])
          .as('pending'),
    ])
    .where('project_id', 'in', [...ids])
    .where('round', '>', 0)
    .where('deleted_at', 'is', null)
    .groupBy('project_id')
    .execute()
  return new Map(rows.map((r) => [r.project_id, r]))
}

/** Declarations with the names of related records; `where` conditions use d, p, c. */
export const declarationRows = (db: Db) =>
  db
    .selectFrom('declaration as d')
    .innerJoin('project as p', 'p.id', 'd.project_id')
    .innerJoin('policy as po', 'po.id', 'p.policy_id')
    .innerJoin('office as o', 'o.id', 'p.examine_dep')
    .innerJoin('company as c', 'c.id', 'd.company_id')
    .innerJoin('project_form as f', (j) => j.onRef('f.project_id', '=', 'd.project_id').onRef('f.version', '=', 'd.form_version'))
    .leftJoin('declaration_holder as h', (j) =>
      j.onRef('h.declaration_id', '=', 'd.id').onRef('h.round', '=', 'd.round').onRef('h.state', '=', 'd.state'),
    )
    .select([
      'h.user_id as holder_id',
      'h.user_name as holder_name',
      'd.id',
      'd.declare_no',
      'd.project_id',
      'd.company_id',
      'd.state',
      'd.version',
      'd.round',
      'd.form_data',
      'd.files',
      'd.amount',
      'd.approved_amount',
      'd.risk_type',
      'd.verdict',
      'd.measured',
      'd.unlocked',
      'd.correction_due',
      'd.submit_time',
      'd.submit_version',
      'd.submitter_id',
      'd.updated_at',
      'd.form_version',
      'd.carried',
      'd.entered_by',
      'd.entered_office',
      'd.entrust',
      'd.due_at',
      'd.days_left',
      'd.step_due',
      'p.name as project_name',
      'p.policy_id',
      'p.apply_end',
      'p.examine_end',
      'f.template',
      'p.template as current_template',
      'p.form_version as current_form',
      'p.limit_workdays',
      'po.code as policy_code',
      'po.title as policy_title',
      'o.name as dep_name',
      'c.name as company_name',
      'c.credit_code',
      'c.auth_status',
      'p.separate_decision',
    ])
export type DeclarationRecord = Awaited<ReturnType<ReturnType<typeof declarationRows>['executeTakeFirstOrThrow']>>

/** The parties that passed the present step in this round, in order, by declaration: people and their delegates, or offices. */
export async function passesOf(
  db: Db,
  rows: readonly { id: number; project_id: number; round: number; state: DeclarationState }[],
  steps: ReadonlyMap<number, readonly ReviewStepConfig[]>,
): Promise<Map<number, number[]>> {
  const passes = new Map<number, number[]>()
  if (rows.length === 0) return passes
  const logged = await db
    .selectFrom('declaration_log')
    .select(['declaration_id', 'round', 'from_state', 'actor_id', 'behalf_of', 'office_id'])
    .where(
      'declaration_id',
      'in',
      rows.map((r) => r.id),
    )
    .where('move', 'in', ['pass', 'countersign'])
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  const byDeclaration = Map.groupBy(logged, (l) => l.declaration_id)
  for (const row of rows) {
    const step = stepAt(steps.get(row.project_id) ?? [], row.state)
    const byOffice = step !== undefined && signsByOffice(step)
    const mine = (byDeclaration.get(row.id) ?? [])
      .filter((l) => l.round === row.round && l.from_state === row.state)
      .flatMap((l) => (byOffice ? [l.office_id ?? 0] : l.behalf_of === null ? [l.actor_id] : [l.behalf_of, l.actor_id]))
    passes.set(row.id, [...new Set(mine)])
  }
  return passes
}

export async function stepsOf(db: Db, projectIds: readonly number[]): Promise<Map<number, ReviewStepConfig[]>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('project_step')
    .selectAll()
    .where('project_id', 'in', [...new Set(projectIds)])
    .orderBy('project_id')
    .orderBy('seq')
    .execute()
  const steps = rows.toSorted((a, b) => reviewStepKeys.indexOf(a.step) - reviewStepKeys.indexOf(b.step))
  return new Map(
    [...Map.groupBy(steps, (r) => r.project_id)].map(([id, list]) => [
      id,
      list.map((s) => ({
        step: s.step,
        permission: s.permission,
        officeId: s.office_id,
        mode: s.mode,
        ...(s.name ? { name: s.name } : {}),
        ...(s.office_ids ? { officeIds: s.office_ids } : {}),
        ...(s.workdays ? { workdays: s.workdays } : {}),
      })),
    ]),
  )
}
