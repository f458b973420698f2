import type { DeclarationDetail } from '../../contract/declaration.ts'
import { declarationStateKeys, declarationStates, stateOfCode } from '../../contract/declaration/states.ts'
import { openForm, openPaths } from '../form/index.ts'
import { companyOf, type Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { decide, editableStates } from './flow.ts'
import { carried, formOf } from './form-versions.ts'
import { declarationPage, stateCounts } from './list.ts'
import { findProject } from './projects.ts'
import { declarationRows, passesOf, stepsOf, type DeclarationRecord } from './queries.ts'
import { verifyPath } from './receipt.ts'
import { correctionsOf, roundOf, rowViews, timelineOf } from './views.ts'
import { likeText } from '../kernel/db/like.ts'

interface MyQuery {
  group?: number | undefined
  page: number
  pageSize: number
  state?: number | undefined
  projectId?: number | undefined
  keyword?: string | undefined
}

/** An enterprise sees only its own company's declarations: the one filter of list, detail and counts. */
export const ofCompany = (db: Db, companyId: number) =>
  db
    .selectFrom('declaration as d')
    .innerJoin('project as p', 'p.id', 'd.project_id')
    .innerJoin('policy as po', 'po.id', 'p.policy_id')
    .where('d.company_id', '=', companyId)
    .where('d.deleted_at', 'is', null)

/** The states that companies read under the same word. */
const sameWord = (code: number) =>
  declarationStateKeys.filter((key) => declarationStates[key].public === declarationStates[stateOfCode(code)].public)

export async function myDeclarations(k: Kernel, actor: Actor, q: MyQuery) {
  let base = ofCompany(k.db, companyOf(actor))
  if (q.group !== undefined) base = base.where('d.state', 'in', sameWord(q.group))
  if (q.projectId) base = base.where('d.project_id', '=', q.projectId)
  if (q.keyword) {
    const like = likeText(q.keyword)
    base = base.where((e) => e.or([e('p.name', 'like', like), e('po.title', 'like', like), e('d.declare_no', 'like', like)]))
  }
  const { total, rows, counts } = await declarationPage(k.db, base, q, (ids) => ids.orderBy('d.updated_at', 'desc').orderBy('d.id', 'desc'))
  const allowed = await allowedOf(k.db, actor, rows)
  return {
    total,
    list: await rowViews(k, rows, 'enterprise', (r) => allowed.get(r.id) ?? []),
    counts: stateCounts(counts, 'public'),
  }
}

/** What the enterprise may do now: save, submit, withdraw, delete. */
async function allowedOf(db: Db, actor: Actor, rows: readonly DeclarationRecord[]): Promise<Map<number, string[]>> {
  const steps = await stepsOf(
    db,
    rows.map((r) => r.project_id),
  )
  const passes = await passesOf(db, rows, steps)
  return new Map(
    rows.map((row) => {
      const may = (wish: 'submit' | 'withdraw' | 'remove') =>
        decide(steps.get(row.project_id) ?? [], { state: row.state, passedBy: passes.get(row.id) ?? [] }, wish, actor.userId) !== null
      return [row.id, [...(editableStates.includes(row.state) ? ['save'] : []), ...(['submit', 'withdraw', 'remove'] as const).filter(may)]]
    }),
  )
}

export async function myDeclaration(k: Kernel, actor: Actor, id: number): Promise<DeclarationDetail> {
  const companyId = companyOf(actor)
  const row = await declarationRows(k.db)
    .where('d.id', '=', id)
    .where('d.company_id', '=', companyId)
    .where('d.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('申报不存在或已删除')
  return openDetail(k, row, 'enterprise', (await allowedOf(k.db, actor, [row])).get(id) ?? [])
}

/** A declaration unmasked, for users who edit or have submitted it. */
export async function openDetail(
  k: Kernel,
  row: DeclarationRecord,
  side: 'enterprise' | 'staff',
  allowed: string[],
): Promise<DeclarationDetail> {
  const { id, template: t } = row
  const now = formOf(row)
  const draft = carried(row, openForm(k, t, row.form_data), row.files)
  // A correction is compared with the submitted round; afterwards the present round with the one before.
  const compared = row.state === 'returned' ? row.round : row.round - 1
  const sent = compared > 0 ? await roundOf(k.db, id, compared) : null
  const [shown] = await rowViews(k, [row], side, () => allowed)
  const opened = sent && { form: openForm(k, t, sent.form), files: sent.files }
  return {
    ...shown!,
    project: { ...(await findProject(k.db, row.project_id, k.clock.now())), template: now.template, formVersion: now.version },
    formData: draft.form,
    files: draft.files,
    carried: draft.note,
    corrections: compared > 0 ? await correctionsOf(k.db, id, compared, opened) : [],
    previous: opened && { formData: opened.form, files: opened.files },
    unlocked: row.state === 'returned' ? openPaths(t, opened!.form, row.unlocked ?? []) : editableStates.includes(row.state) ? null : [],
    timeline: await timelineOf(k.db, row, side),
    verifyPath: row.declare_no ? verifyPath(k, row.declare_no) : null,
  }
}
