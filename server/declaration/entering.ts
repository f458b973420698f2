import type { Parsed } from '../../contract/endpoint.ts'
import type { entered as endpoints } from '../../contract/declaration/process.ts'
import { declarationStates, type DeclarationDetail } from '../../contract/declaration.ts'
import { fieldsOf, valueWords } from '../../contract/form/rules.ts'
import { workOutForm } from '../../contract/form/values.ts'
import { chosenCompany } from '../company/index.ts'
import { maskForm, openForm } from '../form/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { forbidden, notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { visibleTo } from './access.ts'
import { withDelegated } from './delegators.ts'
import { lockDeclaration, moveDeclaration } from './context.ts'
import { saveDraftOf } from './drafts.ts'
import { enteredStates } from './flow.ts'
import { releaseMaterials } from './materials.ts'
import { declarationRows, inOrder, type DeclarationRecord } from './queries.ts'
import { reviewable } from './reviewable.ts'
import { findProject } from './projects.ts'
import { submitAs } from './submit.ts'
import { likeText } from '../kernel/db/like.ts'
import { openDetail } from './mine.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

type Save = Parsed<typeof endpoints.save>['body']
const officeOf = (actor: Actor): number => {
  if (actor.officeId === null) throw forbidden('您的账号没有所属部门，不能代企业录入')
  return actor.officeId
}
/** Rows that the actor's office entered and that the enterprise has not withdrawn since. */
const ownedBy = (officeId: number) => (row: DeclarationRecord) => row.entered_office === officeId && row.state !== 'withdrawn'

/** What the office may do with rows it entered: continue a draft or a correction for the enterprise that brought the paper form. */
export function enteredMoves(actor: Actor, row: DeclarationRecord): string[] {
  if (row.entered_office === null || row.entered_office !== actor.officeId || !actor.permissions.has('declaration:accept')) return []
  if (!enteredStates.includes(row.state)) return []
  return row.state === 'draft' ? ['save', 'submit', 'remove'] : ['save', 'submit']
}

/** Returns the declaration unmasked, because masked values cannot be edited. The audit log records who opened it and why (P-02). */
export async function enteredDeclaration(k: Kernel, call: Call, actor: Actor, id: number): Promise<DeclarationDetail> {
  const row = await declarationRows(k.db).where('d.id', '=', id).where('d.deleted_at', 'is', null).executeTakeFirst()
  if (!row || row.entered_office !== officeOf(actor)) throw notFound('申报不存在，或不是本窗口代录的')
  const allowed = enteredMoves(actor, row)
  if (allowed.length === 0) throw refused(`该申报${declarationStates[row.state].internal}，不能再录入`, 'LOCKED')
  await audit(k.db, call, {
    action: 'declaration.enter.open',
    objectType: 'declaration',
    objectId: id,
    detail: { companyId: row.company_id, state: row.state, entrust: row.entrust },
  })
  return openDetail(k, row, 'staff', allowed)
}

/** Enters a declaration that an enterprise hands in on paper. The draft belongs to the enterprise, which sees it and may continue it. */
export async function saveEntered(k: Kernel, call: Call, actor: Actor, input: Save) {
  const officeId = officeOf(actor)
  const { companyId, entrust, ...draft } = input
  return k.db.transaction().execute(async (db) => {
    // A draft that the office entered is continued also when its company has left the person's range: it may not be changed to another one.
    if (input.id === undefined) await chosenCompany(db, actor, companyId)
    const saved = await saveDraftOf(k, db, actor, companyId, draft, ownedBy(officeId))
    if (saved.reused) {
      const mine = await db
        .selectFrom('declaration')
        .select('id')
        .where('id', '=', saved.id)
        .where('entered_office', '=', officeId)
        .where('state', '=', 'draft')
        .executeTakeFirst()
      if (!mine) throw refused('该企业已有本项目的申报，不能再代为录入', 'EXISTS')
      return saved
    }
    await db
      .updateTable('declaration')
      .set({
        entered_office: officeId,
        ...(entrust ? { entrust } : {}),
        ...(input.id === undefined ? { entered_by: actor.userId } : {}),
      })
      .where('id', '=', saved.id)
      .execute()
    if (input.id === undefined) {
      await audit(db, call, { action: 'declaration.enter', objectType: 'declaration', objectId: saved.id, detail: { companyId, entrust } })
      await notify(db, k, {
        to: { companyId },
        kind: 'declaration',
        title: '服务窗口正在为贵单位代录申报',
        body: `委托依据：${entrust}。如非贵单位委托，请联系企业综合服务中心。`,
        link: `/page/policyserverdeclare?id=${saved.id}`,
      })
    }
    return saved
  })
}

export async function submitEntered(k: Kernel, call: Call, actor: Actor, input: { id: number; version: number }) {
  const officeId = officeOf(actor)
  const receipt = await submitAs(k, call, actor, input, ownedBy(officeId))
  const row = await declarationRows(k.db).where('d.id', '=', input.id).executeTakeFirstOrThrow()
  await notify(k.db, k, {
    to: { companyId: row.company_id },
    kind: 'declaration',
    title: `“${row.project_name}”已由服务窗口代为提交`,
    body: `受理号 ${receipt.declareNo}。下一步：${receipt.nextStep}。`,
    link: `/page/policyserverdectail?id=${row.id}`,
    key: `declaration-entered:${row.id}:${row.round}`,
  })
  return receipt
}

export async function removeEntered(k: Kernel, call: Call, actor: Actor, id: number): Promise<true> {
  const officeId = officeOf(actor)
  return k.db.transaction().execute(async (db) => {
    const { row } = await lockDeclaration(db, id, ownedBy(officeId))
    if (row.state !== 'draft') throw refused('只能删除代录的草稿')
    const at = k.clock.now()
    await moveDeclaration(db, row, { deleted_at: at, updated_at: at })
    await releaseMaterials(db, row.id, row.files, {})
    await audit(db, call, {
      action: 'declaration.remove',
      objectType: 'declaration',
      objectId: row.id,
      detail: { from: row.state, entered: true },
    })
    return true as const
  })
}

/** The declarations of one project, one column per question of its newest form; questions of older forms are shown in the declaration. */
export async function formRecords(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.data>['query']) {
  const project = await findProject(k.db, q.projectId, k.clock.now())
  let base = reviewable(k.db)
    .where(visibleTo(await withDelegated(k.db, actor, k.clock.now())))
    .where('d.project_id', '=', q.projectId)
    .where('d.round', '>', 0)
  if (q.keyword) {
    const like = likeText(q.keyword)
    base = base.where((e) => e.or([e('c.name', 'like', like), e('d.declare_no', 'like', like)]))
  }
  const page = await pageOf(
    base,
    q,
    (found) => found.orderBy('d.submit_time', 'desc').orderBy('d.id', 'desc'),
    (found) => found.select('d.id'),
  )
  const ids = page.rows.map((r) => r.id)
  const rows = ids.length ? inOrder(ids, await declarationRows(k.db).where('d.id', 'in', ids).execute()) : []
  // Staff read the submitted version, never unsent edits of a correction.
  const sent = ids.length
    ? await k.db
        .selectFrom('declaration_round as r')
        .innerJoin('declaration as d', (j) => j.onRef('d.id', '=', 'r.declaration_id').onRef('d.round', '=', 'r.round'))
        .select(['r.declaration_id', 'r.form_data'])
        .where('r.declaration_id', 'in', ids)
        .execute()
    : []
  const forms = new Map(sent.map((r) => [r.declaration_id, r.form_data]))
  const list = rows.map((r) => {
    const form = maskForm(r.template, openForm(k, r.template, forms.get(r.id) ?? {}))
    const { values } = workOutForm(r.template, form)
    return {
      id: r.id,
      declareNo: r.declare_no,
      companyName: r.company_name,
      state: declarationStates[r.state].code,
      stateName: declarationStates[r.state].internal,
      formVersion: r.form_version,
      submitTime: r.submit_time,
      cells: Object.fromEntries(fieldsOf(r.template).map((f) => [f.key, valueWords(f, values[f.key])])),
    }
  })
  return { total: page.total, columns: fieldsOf(project.template).map((f) => ({ key: f.key, label: f.label })), list }
}
