import { authStatuses } from '../../contract/company.ts'
import type { myDeclaration as endpoints, FormValue } from '../../contract/declaration.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { draftFaults, enteredOnly, fieldsOf, tidyForm } from '../../contract/form/rules.ts'
import { withCalculated } from '../../contract/form/values.ts'
import { authStatusOf, ownFactsOf } from '../company/index.ts'
import { lockedChanges, openForm, sealForm } from '../form/index.ts'
import { companyOf, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalid, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { clockAfter } from './clocks.ts'
import { lockDeclaration, logMove, moveDeclaration } from './context.ts'
import type { Context } from './contexts.ts'
import { decide, editableStates } from './flow.ts'
import { amountOf } from './asked-money.ts'
import { carried, formOf } from './form-versions.ts'
import { attachMaterials, releaseMaterials } from './materials.ts'
import { findProject, projectStateAt } from './projects.ts'
import type { DeclarationRecord } from './queries.ts'

type DraftInput = Parsed<typeof endpoints.save>['body']
interface SavedDraft {
  id: number
  version: number
  savedAt: string
  reused: boolean
}

/** Autosaves a draft, a withdrawn declaration or a correction. Foreign drafts are absent; a stale version throws CONFLICT. */
export async function saveDraft(k: Kernel, actor: Actor, input: DraftInput): Promise<SavedDraft> {
  const companyId = companyOf(actor)
  return k.db.transaction().execute((db) => saveDraftOf(k, db, actor, companyId, input, (row) => row.company_id === companyId))
}

/** The same inside a transaction, for a company that the actor may act for; `owned` tells whose drafts the actor may change. */
export const saveDraftOf = (
  k: Kernel,
  db: Db,
  actor: Actor,
  companyId: number,
  input: DraftInput,
  owned: (row: DeclarationRecord) => boolean,
): Promise<SavedDraft> =>
  input.id === undefined
    ? openDraft(k, db, actor, companyId, input)
    : rewriteDraft(k, db, actor, input.id, input, (row) => row.company_id === companyId && owned(row))

/** One draft per company and project: a second tab, a colleague or a double click gets the existing one, unchanged. */
async function openDraft(k: Kernel, db: Db, actor: Actor, companyId: number, input: DraftInput): Promise<SavedDraft> {
  const now = k.clock.now()
  const project = await findProject(db, input.projectId, now)
  const made = await db
    .insertInto('declaration')
    .values({
      project_id: input.projectId,
      company_id: companyId,
      form_version: project.formVersion,
      form_data: '{}',
      files: '{}',
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.columns(['company_id', 'project_id']).where('deleted_at', 'is', null).where('state', '<>', 'refused').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    const kept = await db
      .selectFrom('declaration')
      .select(['id', 'version', 'updated_at'])
      .where('company_id', '=', companyId)
      .where('project_id', '=', input.projectId)
      .where('deleted_at', 'is', null)
      .where('state', '<>', 'refused')
      .executeTakeFirst()
    if (!kept) throw conflict()
    return { id: kept.id, version: kept.version, savedAt: kept.updated_at, reused: true }
  }
  const state = projectStateAt(
    { apply_start: project.applyStartTime, apply_end: project.applyEndTime, examine_end: project.examineEndTime },
    now,
  )
  if (state !== 'open' && state !== 'upcoming') throw refused('该项目申报已截止', 'CLOSED')
  const context = await lockDeclaration(db, made.id, () => true)
  return { ...(await write(k, db, actor, context, input)), reused: false }
}

async function rewriteDraft(
  k: Kernel,
  db: Db,
  actor: Actor,
  id: number,
  input: DraftInput,
  owned: (row: DeclarationRecord) => boolean,
): Promise<SavedDraft> {
  const context = await lockDeclaration(db, id, (row) => owned(row) && row.project_id === input.projectId)
  if (!editableStates.includes(context.row.state)) throw refused('当前状态不能修改申报内容', 'LOCKED')
  if (input.version !== context.row.version) throw conflict('该草稿已在其他页面保存，请刷新后继续填写')
  return { ...(await write(k, db, actor, context, input)), reused: false }
}

async function write(k: Kernel, db: Db, actor: Actor, { row }: Context, input: DraftInput): Promise<Omit<SavedDraft, 'reused'>> {
  const { template: t, version: formVersion, isNewer } = formOf(row)
  if (input.formVersion !== undefined && input.formVersion !== formVersion)
    throw conflict('申报表已更新，请刷新页面后继续填写；已填写的内容会保留')
  const entered = tidyForm(t, enteredOnly(t, input.formData))
  const faults = draftFaults(t, entered)
  if (faults.length) throw invalid(faults)
  const form = withCalculated(t, entered)
  const files = await attachMaterials(db, actor, row.id, t, input.files)
  if (row.state === 'returned') {
    const sent = await db
      .selectFrom('declaration_round')
      .select(['form_data', 'files'])
      .where('declaration_id', '=', row.id)
      .where('round', '=', row.round)
      .executeTakeFirstOrThrow()
    const touched = lockedChanges(t, { form: openForm(k, t, sent.form_data), files: sent.files }, { form, files }, row.unlocked ?? [])
    if (touched.length) throw invalid(touched)
  }
  const at = k.clock.now()
  await moveDeclaration(db, row, {
    form_data: JSON.stringify(sealForm(k, t, form)),
    files: JSON.stringify(files),
    amount: amountOf(t, form),
    ...(isNewer
      ? { form_version: formVersion, carried: JSON.stringify(carried(row, openForm(k, row.template, row.form_data), row.files).note) }
      : {}),
    updated_at: at,
  })
  await releaseMaterials(db, row.id, row.files, files)
  return { id: row.id, version: row.version + 1, savedAt: at.toISOString() }
}

/** Values of the company archive for the form's fields. Without the company's consent it is not read (P-01). */
export async function prefill(k: Kernel, actor: Actor, projectId: number) {
  const companyId = companyOf(actor)
  const project = await findProject(k.db, projectId, k.clock.now())
  const authStatus = await authStatusOf(k.db, companyId)
  if (authStatus !== authStatuses.granted) return { authStatus, values: {} }
  const asked = fieldsOf(project.template).filter((f) => f.factKey)
  const facts = await ownFactsOf(
    k,
    k.db,
    companyId,
    asked.map((f) => f.factKey!),
  )
  const values: Record<string, { value: FormValue; source: string; asOf: string | null }> = {}
  for (const f of asked) {
    const fact = facts[f.factKey!]
    // A value that does not fit the field's type (such as a code for free text) is left out.
    if (fact && fact.value !== null && draftFaults(project.template, { [f.key]: fact.value }).length === 0)
      values[f.key] = { value: fact.value, source: fact.source, asOf: fact.asOf }
  }
  return { authStatus, values }
}

/** Withdraws a declaration that no reviewer has passed yet. */
export async function withdraw(k: Kernel, call: Call, actor: Actor, input: { id: number; version?: number | undefined }): Promise<true> {
  const companyId = companyOf(actor)
  return k.db.transaction().execute(async (db) => {
    const { row, steps, passedBy } = await lockDeclaration(db, input.id, (r) => r.company_id === companyId)
    if (input.version !== undefined && input.version !== row.version) throw conflict()
    if (!decide(steps, { state: row.state, passedBy }, 'withdraw', actor.userId)) throw refused('审核已开始或已结束，不能撤回')
    const at = k.clock.now()
    await moveDeclaration(db, row, { state: 'withdrawn', updated_at: at, ...(await clockAfter(db, row, steps, 'withdrawn', at)) })
    await logMove(db, actor, row, at, { move: 'withdraw', to: 'withdrawn', round: row.round })
    await audit(db, call, { action: 'declaration.withdraw', objectType: 'declaration', objectId: row.id, detail: { from: row.state } })
    return true as const
  })
}

/** Deletes drafts and withdrawn declarations only; the row is kept and marked. */
export async function removeDraft(k: Kernel, call: Call, actor: Actor, id: number): Promise<true> {
  const companyId = companyOf(actor)
  return k.db.transaction().execute(async (db) => {
    const { row, steps, passedBy } = await lockDeclaration(db, id, (r) => r.company_id === companyId)
    if (!decide(steps, { state: row.state, passedBy }, 'remove', actor.userId)) throw refused('只能删除草稿或已撤回的申报')
    const at = k.clock.now()
    await moveDeclaration(db, row, { deleted_at: at, updated_at: at })
    await releaseMaterials(db, row.id, row.files, {})
    await audit(db, call, { action: 'declaration.remove', objectType: 'declaration', objectId: row.id, detail: { from: row.state } })
    return true as const
  })
}
