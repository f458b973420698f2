import type { FormField, ProjectTemplate } from '../../contract/declaration.ts'
import { draftFaults, fieldsOf, isEmpty } from '../../contract/form/rules.ts'
import { withCalculated } from '../../contract/form/values.ts'
import type { StoredFiles, StoredForm } from '../../db/tables/declaration.ts'
import { openForm, sealForm } from '../form/index.ts'
import { companyOf, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { dateOf } from '../kernel/clock.ts'
import { conflict, notFound, refused } from '../kernel/errors.ts'
import { attachFiles } from '../kernel/files/access.ts'
import { copyOf } from '../kernel/files/copy.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { lockDeclaration, moveDeclaration } from './context.ts'
import { amountOf } from './asked-money.ts'
import { endedOf, usableOf } from './materials.ts'
import { findProject } from './projects.ts'
import { declarationRows } from './queries.ts'

const own = (k: Kernel, companyId: number) =>
  declarationRows(k.db).where('d.company_id', '=', companyId).where('d.deleted_at', 'is', null).where('d.round', '>', 0)

/** The question of an older form that matches a question: same key and type, else same fact, else same name and type. */
function sourceOf(f: FormField, old: readonly FormField[]): FormField | undefined {
  return (
    old.find((o) => o.key === f.key && o.type === f.type && o.label === f.label)
    ?? old.find((o) => o.factKey !== undefined && o.factKey === f.factKey && o.type === f.type)
    ?? old.find((o) => o.label === f.label && o.type === f.type)
  )
}

/**
 * Answers and papers of an earlier declaration that fit a form, by the keys of the new form. `again`: the same thing is declared again, so
 * unique numbers are taken over too. `left`: answers and papers that do not fit, by name.
 */
export function reusable(
  t: ProjectTemplate,
  old: { template: ProjectTemplate; form: StoredForm; files: StoredFiles },
  again = false,
): { form: StoredForm; files: StoredFiles; left: { answers: string[]; files: string[] } } {
  const asked = fieldsOf(old.template)
  const form: StoredForm = {}
  const taken = new Set<string>()
  for (const f of fieldsOf(t)) {
    // A unique number belongs to the declaration in which it was declared.
    if (f.calc !== undefined) continue
    if (!again && (f.unique !== undefined || f.columns?.some((c) => c.unique !== undefined))) continue
    const from = sourceOf(f, asked)
    const value = from && old.form[from.key]
    if (!from || value === undefined || value === null || draftFaults(t, { [f.key]: value }).length > 0) continue
    form[f.key] = value
    taken.add(from.key)
  }
  const files: StoredFiles = {}
  for (const m of t.materials) {
    const from = old.template.materials.find((x) => x.name === m.name)
    const list = (from ? (old.files[from.key] ?? []) : []).filter(
      (f) => m.accept.some((ext) => f.fileName.toLowerCase().endsWith(ext)) && f.size <= m.maxMb << 20,
    )
    if (list.length) files[m.key] = list.slice(0, m.maxCount)
  }
  const kept = new Set(pathsOf(files))
  const answers = asked.filter((o) => o.calc === undefined && !taken.has(o.key) && !isEmpty(old.form[o.key])).map((o) => o.label)
  const lost = Object.values(old.files)
    .flat()
    .filter((f) => !kept.has(f.filePath))
    .map((f) => f.fileName)
  return { form, files, left: { answers, files: lost } }
}

const pathsOf = (files: StoredFiles) =>
  Object.values(files)
    .flat()
    .map((f) => f.filePath)

/** Earlier declarations of the company with content for this project's form, the newest first. */
export async function reuseSources(k: Kernel, actor: Actor, projectId: number) {
  const project = await findProject(k.db, projectId, k.clock.now())
  const rows = await own(k, companyOf(actor))
    // Of the same project only ended ones: after a refusal a company can continue with its own last declaration.
    .where((e) => e.or([e('d.project_id', '<>', projectId), e('d.state', 'in', ['refused', 'withdrawn'])]))
    .orderBy('d.submit_time', 'desc')
    .orderBy('d.id', 'desc')
    .limit(20)
    .execute()
  const sources = rows.map((row) => {
    const old = { template: row.template, form: openForm(k, row.template, row.form_data), files: row.files }
    const { form, files } = reusable(project.template, old, row.project_id === projectId)
    return { row, values: Object.keys(form).length, papers: pathsOf(files) }
  })
  const usable = await usableOf(
    k.db,
    sources.flatMap(({ papers }) => papers),
    dateOf(k.clock.now()),
  )
  return sources.flatMap(({ row, values, papers }) => {
    const files = papers.filter((key) => usable.has(key)).length
    if (values + files === 0) return []
    return [{ id: row.id, declareNo: row.declare_no!, projectName: row.project_name, submitTime: row.submit_time!, values, files }]
  })
}

/** Fills blank fields of a draft from an earlier declaration; papers are copied, so that each declaration has its own. */
export async function reuseDossier(k: Kernel, call: Call, actor: Actor, input: { id: number; version: number; fromId: number }) {
  const companyId = companyOf(actor)
  const source = await own(k, companyId).where('d.id', '=', input.fromId).executeTakeFirst()
  const draft = await declarationRows(k.db)
    .where('d.id', '=', input.id)
    .where('d.company_id', '=', companyId)
    .where('d.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!source || !draft) throw notFound('申报不存在或已删除')
  if (draft.state !== 'draft') throw refused('只有草稿可以沿用历史申报')
  if (draft.version !== input.version) throw conflict('该草稿已在其他页面保存，请刷新后重试')
  if (draft.current_form > draft.form_version) throw conflict('申报表已更新，请刷新页面后再沿用')
  const t = draft.template
  const again = source.project_id === draft.project_id
  const found = reusable(t, { template: source.template, form: openForm(k, source.template, source.form_data), files: source.files }, again)
  const now = openForm(k, t, draft.form_data)
  const blank = Object.entries(found.form).filter(([key]) => now[key] === undefined)
  const wanted = Object.entries(found.files).filter(([key]) => !draft.files[key]?.length)
  const ended = await endedOf(k.db, Object.fromEntries(wanted), dateOf(k.clock.now()))
  const expired = wanted.flatMap(([, list]) => list.filter((f) => ended.has(f.filePath)).map((f) => f.fileName))
  // Files are copied before the transaction; a copy that no declaration takes is deleted within a day.
  const copies: StoredFiles = {}
  const lost = found.left.files
  for (const [key, list] of wanted) {
    const good = list.filter((f) => !ended.has(f.filePath))
    const made = await Promise.all(good.map((f) => copyOf(k, f.filePath, { ownerId: actor.userId, bizType: 'declaration' })))
    lost.push(...good.filter((_, i) => made[i] === null).map((f) => f.fileName))
    const kept = made.filter((f) => f !== null)
    if (kept.length) copies[key] = kept
  }
  return k.db.transaction().execute(async (db) => {
    const { row } = await lockDeclaration(db, input.id, (r) => r.company_id === companyId)
    if (row.version !== input.version || row.state !== 'draft') throw conflict('该草稿已在其他页面保存，请刷新后重试')
    const form = withCalculated(t, { ...now, ...Object.fromEntries(blank) })
    const files = { ...row.files, ...copies }
    await attachFiles(db, actor, pathsOf(copies), 'declaration', row.id)
    await moveDeclaration(db, row, {
      form_data: JSON.stringify(sealForm(k, t, form)),
      files: JSON.stringify(files),
      amount: amountOf(t, form),
      copied_from: source.id,
      updated_at: k.clock.now(),
    })
    await audit(db, call, {
      action: 'declaration.reuse',
      objectType: 'declaration',
      objectId: row.id,
      detail: { from: source.id, values: blank.length },
    })
    return {
      id: row.id,
      version: row.version + 1,
      values: blank.length,
      files: pathsOf(copies).length,
      expired,
      left: { answers: found.left.answers, files: lost },
    }
  })
}
