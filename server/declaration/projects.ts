import { projectStates, type ProjectDetail, type ProjectRow, type ProjectState, type ProjectSummary } from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { countByProject, currentProjectOf, projectRows, selectProjects, type ProjectQuery, type ProjectRecord } from './queries.ts'

/** spec §3: the four times decide the state; each end time belongs to the period that it ends. */
export function projectStateAt(p: Pick<ProjectRecord, 'apply_start' | 'apply_end' | 'examine_end'>, now: Date): ProjectState {
  const at = now.getTime()
  if (at < Date.parse(p.apply_start)) return 'upcoming'
  if (at <= Date.parse(p.apply_end)) return 'open'
  return at <= Date.parse(p.examine_end) ? 'examining' : 'ended'
}

export function summaryOf(p: ProjectRecord, now: Date): ProjectSummary {
  const state = projectStates[projectStateAt(p, now)]
  return {
    id: p.id,
    policyId: p.policy_id,
    policyCode: p.policy_code,
    policyTitle: p.policy_title,
    name: p.name,
    applyStartTime: p.apply_start,
    applyEndTime: p.apply_end,
    examineStartTime: p.examine_start,
    examineEndTime: p.examine_end,
    examineDep: p.examine_dep,
    depName: p.dep_name,
    materials: p.template.materials.length,
    blanks: p.template.materials.flatMap(({ name, blank }) => (blank ? [{ name, ...blank }] : [])),
    state: state.code,
    stateName: state.label,
  }
}

export async function listProjects(k: Kernel, q: ProjectQuery) {
  const now = k.clock.now()
  const { total, rows } = await selectProjects(k.db, { ...q, published: true }, now)
  return { total, list: rows.map((p) => summaryOf(p, now)) }
}

export async function manageProjects(k: Kernel, actor: Actor, q: ProjectQuery): Promise<{ total: number; list: ProjectRow[] }> {
  const now = k.clock.now()
  const { total, rows } = await selectProjects(k.db, { ...q, seenBy: actor }, now)
  const counts = await countByProject(
    k.db,
    rows.map((p) => p.id),
  )
  return {
    total,
    list: rows.map((p) => ({
      ...summaryOf(p, now),
      version: p.version,
      declarationCount: counts.get(p.id)?.submitted ?? 0,
      pendingCount: counts.get(p.id)?.pending ?? 0,
    })),
  }
}

export async function findProject(db: Db, id: number, now: Date): Promise<ProjectDetail> {
  const p = await projectRows(db).where('p.id', '=', id).executeTakeFirst()
  if (!p) throw notFound('申报项目不存在')
  return {
    ...summaryOf(p, now),
    template: p.template,
    version: p.version,
    formVersion: p.form_version,
    separateDecision: p.separate_decision,
    templateEditable: !(await hasSubmissions(db, id)),
  }
}

/** The project of a policy that is open now, else the next one to open, else null. */
export async function projectOfPolicy(k: Kernel, policyId: number): Promise<ProjectSummary | null> {
  const now = k.clock.now()
  const p = await currentProjectOf(k.db, policyId, now)
  return p ? summaryOf(p, now) : null
}

/** Whether something was ever submitted to the project; from then on its steps cannot change. */
export const hasSubmissions = async (db: Db, projectId: number) =>
  (await db.selectFrom('declaration').select('id').where('project_id', '=', projectId).where('round', '>', 0).limit(1).executeTakeFirst())
  !== undefined
