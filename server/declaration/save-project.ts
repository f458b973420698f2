import type { z } from 'zod'
import type { project as endpoints, ProjectTemplate, ReviewStepConfig } from '../../contract/declaration.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { messages } from '../../contract/messages.ts'
import { archiveFieldOf } from '../company/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { replaceFiles, setFilesPublic } from '../kernel/files/access.ts'
import { conflict, invalid, invalidField, notFound, refused, type FieldIssue } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { policyById } from '../policy/index.ts'
import { addFormVersion } from './form-versions.ts'
import { hasSubmissions } from './projects.ts'
import { managedProjects } from './queries.ts'
import { missingDecider } from './separate.ts'

/** Owner of the blank forms of a project. */
const PROJECT_FILES = 'project'
type ProjectInput = Parsed<typeof endpoints.save>['body']

/** Creates or changes a project. After the first submission its steps cannot change; times can, and the form can get a next version. */
export async function saveProject(k: Kernel, call: Call, actor: Actor, input: ProjectInput): Promise<{ id: number; version: number }> {
  const faults = [...timeFaults(input), ...templateFaults(input.template)]
  if (faults.length) throw invalid(faults)
  return k.db.transaction().execute(async (db) => {
    input = { ...input, template: await withDictionaries(db, input.template) }
    if (!(await policyById(db, input.policyId))) throw invalidField('policyId', '政策不存在')
    const offices = [
      input.examineDep,
      ...input.template.steps.flatMap((s) => [...(s.officeId === null ? [] : [s.officeId]), ...(s.officeIds ?? [])]),
    ]
    const known = (await db.selectFrom('office').select('id').where('id', 'in', offices).execute()).map((o) => o.id)
    if (!known.includes(input.examineDep)) throw invalidField('examineDep', '部门不存在')
    if (offices.some((id) => !known.includes(id))) throw invalidField('template.steps', '审核环节的部门不存在')
    const missing = input.separateDecision === false ? null : await missingDecider(db, input.template.steps)
    if (input.separateDecision && missing) throw invalidField('separateDecision', missing)
    if (input.id === undefined) input.separateDecision ??= missing === null
    const saved = input.id === undefined ? await insertProject(k, db, actor, input) : await updateProject(k, db, actor, input.id, input)
    if ('repeated' in saved) return saved.repeated
    await keepBlanks(db, actor, saved.id, input.template)
    await audit(db, call, {
      action: input.id === undefined ? 'project.create' : 'project.update',
      objectType: 'project',
      objectId: saved.id,
      detail: { policyId: input.policyId, name: input.template.name },
    })
    return saved
  })
}

const columnsOf = (input: ProjectInput) => ({
  policy_id: input.policyId,
  name: input.template.name,
  apply_start: input.applyStartTime,
  apply_end: input.applyEndTime,
  examine_start: input.examineStartTime,
  examine_end: input.examineEndTime,
  examine_dep: input.examineDep,
  template: JSON.stringify(input.template),
  limit_workdays: input.template.limitDays ?? null,
  ...(input.separateDecision === undefined ? {} : { separate_decision: input.separateDecision }),
})

/** A project is identified by policy and name: the same payload sent again by the same person returns the first one (K-02). */
async function insertProject(
  k: Kernel,
  db: Db,
  actor: Pick<Actor, 'userId'>,
  input: ProjectInput,
): Promise<{ id: number; version: number } | { repeated: { id: number; version: number } }> {
  const made = await db
    .insertInto('project')
    .values({ ...columnsOf(input), created_by: actor.userId, updated_by: actor.userId })
    .onConflict((c) => c.columns(['policy_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return { repeated: await sameProject(db, actor, input) }
  await addFormVersion(db, made.id, input.template, actor.userId, k.clock.now())
  await putSteps(db, made.id, input.template.steps)
  return { id: made.id, version: 1 }
}

async function sameProject(db: Db, actor: Pick<Actor, 'userId'>, input: ProjectInput): Promise<{ id: number; version: number }> {
  const found = await db
    .selectFrom('project')
    .selectAll()
    .where('policy_id', '=', input.policyId)
    .where('name', '=', input.template.name)
    .executeTakeFirstOrThrow()
  const times = [found.apply_start, found.apply_end, found.examine_start, found.examine_end].map((at) => Date.parse(at))
  const sent = [input.applyStartTime, input.applyEndTime, input.examineStartTime, input.examineEndTime].map((at) => Date.parse(at))
  const isSame =
    found.created_by === actor.userId && found.version === 1 && found.examine_dep === input.examineDep && String(times) === String(sent)
  if (!isSame || sortedJson(found.template) !== sortedJson(input.template)) throw invalidField('template.name', '该政策下已有同名项目')
  return { id: found.id, version: found.version }
}

async function updateProject(k: Kernel, db: Db, actor: Actor, id: number, input: ProjectInput): Promise<{ id: number; version: number }> {
  const before = await managedProjects(db, actor)
    .select(['p.version', 'p.template', 'p.policy_id', 'p.form_version'])
    .where('p.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw notFound('申报项目不存在')
  if (input.version === undefined || before.version !== input.version) throw conflict()
  const stepsStand = await hasSubmissions(db, id)
  const fixed = (t: ProjectTemplate) => sortedJson([t.name, t.steps, t.limitDays ?? null])
  if (stepsStand && (before.policy_id !== input.policyId || fixed(before.template) !== fixed(input.template)))
    throw refused('已有企业提交申报，项目名称、审核环节、办理时限和所属政策不能再修改')
  // Open drafts move to the new version when they are next opened; submitted ones keep theirs.
  const formVersion =
    sortedJson(before.template) === sortedJson(input.template)
      ? before.form_version
      : await addFormVersion(db, id, input.template, actor.userId, k.clock.now())
  await db
    .updateTable('project')
    .set({
      ...columnsOf(input),
      form_version: formVersion,
      version: before.version + 1,
      updated_by: actor.userId,
      updated_at: k.clock.now(),
    })
    .where('id', '=', id)
    .execute()
  if (!stepsStand) await putSteps(db, id, input.template.steps)
  return { id, version: before.version + 1 }
}

/**
 * Attaches the blank forms to the project and makes them public, because companies read them before they declare. Files that the form no
 * longer names are detached.
 */
async function keepBlanks(db: Db, actor: Pick<Actor, 'userId'>, projectId: number, { materials }: ProjectTemplate): Promise<void> {
  const wanted = materials.flatMap(({ blank }) => blank?.filePath ?? [])
  await replaceFiles(db, actor, wanted, PROJECT_FILES, projectId)
  await setFilesPublic(db, PROJECT_FILES, projectId, true)
}

async function putSteps(db: Db, projectId: number, steps: readonly ReviewStepConfig[]): Promise<void> {
  await db.deleteFrom('project_step').where('project_id', '=', projectId).execute()
  await db
    .insertInto('project_step')
    .values(
      steps.map((s, i) => ({
        project_id: projectId,
        seq: i + 1,
        step: s.step,
        name: s.name || null,
        permission: s.permission,
        office_id: s.officeId,
        office_ids: s.officeIds ?? null,
        mode: s.mode,
        workdays: s.workdays ?? null,
      })),
    )
    .execute()
}

/** jsonb does not keep the order of keys. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, v: unknown) =>
    typeof v === 'object' && v !== null && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  )

function timeFaults(t: z.output<typeof endpoints.save.body & object>): FieldIssue[] {
  const pair = (start: string, end: string, path: string): FieldIssue[] =>
    start === end ? [{ path, message: messages.dateRangeEqual }] : start > end ? [{ path, message: '结束时间不能早于开始时间' }] : []
  const faults = [
    ...pair(t.applyStartTime, t.applyEndTime, 'applyEndTime'),
    ...pair(t.examineStartTime, t.examineEndTime, 'examineEndTime'),
  ]
  if (t.examineStartTime < t.applyStartTime) faults.push({ path: 'examineStartTime', message: '审核开始时间不能早于申报开始时间' })
  if (t.examineEndTime < t.applyEndTime) faults.push({ path: 'examineEndTime', message: '审核结束时间不能早于申报结束时间' })
  return faults
}

/** Copies the current options of a dictionary into the form, so that submissions stay readable when the dictionary changes. */
async function withDictionaries(db: Db, t: ProjectTemplate): Promise<ProjectTemplate> {
  const types = [...new Set(t.sections.flatMap((s) => s.fields.flatMap((f) => (f.type === 'dict' && f.dictType ? [f.dictType] : []))))]
  if (types.length === 0) return t
  const rows = await db
    .selectFrom('dict_value as v')
    .innerJoin('dict_type as t', 't.code', 'v.dict_type')
    .select(['v.dict_type', 'v.value', 'v.label'])
    .where('v.dict_type', 'in', types)
    .where('v.enabled', '=', true)
    .where('t.enabled', '=', true)
    .orderBy('v.sort')
    .orderBy('v.value')
    .limit(2000)
    .execute()
  const byType = Map.groupBy(rows, (r) => r.dict_type)
  const faults: FieldIssue[] = []
  const sections = t.sections.map((s, i) => ({
    ...s,
    fields: s.fields.map((f, j) => {
      if (f.type !== 'dict') return f
      const list = byType.get(f.dictType!) ?? []
      const path = `template.sections.${i}.fields.${j}.dictType`
      if (list.length === 0) faults.push({ path, message: '字典不存在或没有启用的值' })
      if (list.length > 500) faults.push({ path, message: '字典的值超过 500 个，不能作为选项' })
      return { ...f, options: list.slice(0, 500).map(({ label, value }) => ({ label, value })) }
    }),
  }))
  if (faults.length) throw invalid(faults)
  return { ...t, sections }
}

/** A fact that prefills a field must exist in the archive. */
function templateFaults(t: ProjectTemplate): FieldIssue[] {
  return t.sections.flatMap((section, i) =>
    section.fields.flatMap((f, j) =>
      f.factKey && !archiveFieldOf(f.factKey)
        ? [{ path: `template.sections.${i}.fields.${j}.factKey`, message: `档案中没有字段：${f.factKey}` }]
        : [],
    ),
  )
}
