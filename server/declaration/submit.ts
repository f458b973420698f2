import { inFen } from '../../contract/money.ts'
import { declarationStates, riskTypes, type RiskType } from '../../contract/declaration.ts'
import type { Judgement } from '../../contract/matching.ts'
import { messages } from '../../contract/messages.ts'
import { submitFaults } from '../../contract/form/rules.ts'
import { workOutForm } from '../../contract/form/values.ts'
import { authorizedFactsOf, companyCardOf } from '../company/index.ts'
import { openForm, sealForm } from '../form/index.ts'
import { companyOf, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalid, refused, type FieldIssue } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { nextNumber } from '../kernel/numbering.ts'
import { clockAfter } from './clocks.ts'
import { lockDeclaration, logMove, moveDeclaration, windowOf } from './context.ts'
import type { Context } from './contexts.ts'
import { decide } from './flow.ts'
import { judgeDeclared } from './eligibility.ts'
import { amountOf } from './asked-money.ts'
import { formOf } from './form-versions.ts'
import { putMarks } from './marks.ts'
import { endedOf, releaseMaterials } from './materials.ts'
import { declarationRows, type DeclarationRecord } from './queries.ts'
import { verifyPath } from './receipt.ts'
import { risksOf, riskTypeOf } from './risks.ts'
import { tellOwner } from './tell.ts'
import { deadlineOf } from './views.ts'

/** spec §4 decision table on the server. Without consent the archive is not read: nothing counts as found or missing. */
export async function checkBeforeDeclaration(k: Kernel, actor: Actor) {
  const companyId = companyOf(actor)
  const facts = await authorizedFactsOf(k.db, companyId)
  if (!facts) return { riskType: riskTypes.none, wholeInfo: true, riskList: [] }
  const risks = risksOf(facts)
  const card = await companyCardOf(k.db, companyId)
  return {
    riskType: riskTypeOf(risks),
    wholeInfo: card?.wholeInfo ?? false,
    riskList: risks.map(({ riskName, riskCount }) => ({ riskName, riskCount })),
  }
}

interface Receipt {
  id: number
  declareNo: string
  submitTime: string
  state: number
  stateName: string
  nextStep: string
  deadline: string | null
  verifyPath: string
}

/**
 * The engine's verdict on the form before it is submitted; stored with the round. Call it outside the transaction, because it reads other
 * tables.
 */
async function judgedNow(k: Kernel, id: number, owned: (row: DeclarationRecord) => boolean) {
  const row = await declarationRows(k.db).where('d.id', '=', id).executeTakeFirst()
  if (!row || !owned(row)) return null
  const facts = await authorizedFactsOf(k.db, row.company_id)
  const { values } = workOutForm(row.template, openForm(k, row.template, row.form_data))
  return judgeDeclared(k, row, values, facts, dateOf(k.clock.now()))
}

/**
 * Submits a draft, a withdrawn declaration or a correction. The same version sent again, also in parallel, gets the same receipt (K-02).
 */
export function submit(k: Kernel, call: Call, actor: Actor, input: { id: number; version: number }): Promise<Receipt> {
  const companyId = companyOf(actor)
  return submitAs(k, call, actor, input, (row) => row.company_id === companyId)
}

/** `owned` tells whose declarations the actor may send. */
export async function submitAs(
  k: Kernel,
  call: Call,
  actor: Actor,
  input: { id: number; version: number },
  owned: (row: DeclarationRecord) => boolean,
): Promise<Receipt> {
  const judgement = await judgedNow(k, input.id, owned)
  return k.db.transaction().execute(async (db) => {
    const context = await lockDeclaration(db, input.id, owned)
    const { row, steps, passedBy } = context
    const transition = decide(steps, { state: row.state, passedBy }, 'submit', actor.userId)
    if (!transition) {
      if (row.submit_version === input.version && row.submit_time) return receiptOf(k, row, row.declare_no!, row.submit_time, row.state)
      throw refused('该申报已提交，不能重复提交')
    }
    if (row.version !== input.version) throw conflict('申报内容已在其他页面修改，请刷新后重新核对')
    const now = k.clock.now()
    await checkWindow(db, row, now)
    if (formOf(row).isNewer) throw conflict('申报表已更新，请打开后按新的申报表核对再提交')
    const t = row.template
    const filled = openForm(k, t, row.form_data)
    const faults = [...submitFaults(t, filled, row.files), ...(await endedPapers(db, row, dateOf(now)))]
    if (faults.length) throw invalid(faults, `有 ${faults.length} 处需要修改`)
    // Hidden fields are not part of the declaration.
    const { values, hidden } = workOutForm(t, filled)
    const form = JSON.stringify(sealForm(k, t, values))
    const files = Object.fromEntries(Object.entries(row.files).filter(([key]) => !hidden.has(`files.${key}`)))
    const amount = amountOf(t, values)
    const riskType = await checkRisk(db, context)
    const declareNo = row.declare_no ?? (await nextNumber(db, 'SB', dateOf(now)))
    const to = transition.to as keyof typeof declarationStates
    const round = row.round + 1
    const clock = await clockAfter(db, row, steps, to, now)
    await moveDeclaration(db, row, {
      state: to,
      declare_no: declareNo,
      round,
      risk_type: riskType,
      verdict: judgement?.verdict ?? null,
      measured: measuredOf(judgement),
      form_data: form,
      files: JSON.stringify(files),
      amount,
      carried: null,
      unlocked: null,
      correction_due: null,
      submit_time: now,
      submit_version: row.version,
      submitter_id: actor.userId,
      updated_at: now,
      ...clock,
    })
    await db
      .insertInto('declaration_round')
      .values({
        declaration_id: row.id,
        round,
        form_data: form,
        files: JSON.stringify(files),
        submitted_at: now,
        submitted_by: actor.userId,
        judgement: judgement && JSON.stringify(judgement),
      })
      .execute()
    await putMarks(db, row.id, t, values)
    await releaseMaterials(db, row.id, row.files, files)
    await logMove(db, actor, { ...row, declare_no: declareNo, round, submitter_id: actor.userId }, now, {
      move: transition.move,
      to,
      round,
      amount,
    })
    if (actor.ownType !== undefined) await tellOwner(db, k, actor, { ...row, declare_no: declareNo })
    await audit(db, call, {
      action: `declaration.${transition.move}`,
      objectType: 'declaration',
      objectId: row.id,
      detail: { declareNo, from: row.state, to, round, riskType },
    })
    return receiptOf(k, { ...row, ...clock }, declareNo, now.toISOString(), to)
  })
}

/** The rule's sum in 分, when it is certain. */
const measuredOf = (j: Judgement | null): number | null => (j?.amount && j.amount.min === j.amount.max ? inFen(j.amount.max) : null)

/**
 * Papers that expired since they were attached. In a correction only the returned papers are checked, because only they can be replaced.
 */
async function endedPapers(db: Db, row: DeclarationRecord, today: string): Promise<FieldIssue[]> {
  const ended = await endedOf(db, row.files, today)
  return Object.entries(row.files).flatMap(([key, list]) => {
    if (row.state === 'returned' && !row.unlocked?.includes(`files.${key}`)) return []
    const old = list.find((f) => ended.has(f.filePath))
    return old ? [{ path: `files.${key}`, message: `“${old.fileName}”已于 ${ended.get(old.filePath)} 过期，请更换` }] : []
  })
}

/**
 * Checks the application period, for a policy that is still published; a correction may also be sent until its own deadline (states.tsv
 * S092, S191, S200).
 */
async function checkWindow(db: Db, row: DeclarationRecord, now: Date): Promise<void> {
  const { apply_start, apply_end, isPublished, repealed_on } = await windowOf(db, row.project_id)
  const at = now.getTime()
  if (row.state === 'returned' && row.correction_due && at <= Date.parse(row.correction_due)) return
  if (!isPublished && row.round === 0) throw refused('该政策已下架，暂不能申报', 'CLOSED')
  if (repealed_on !== null && repealed_on <= dateOf(now) && row.round === 0)
    throw refused(`该政策自 ${repealed_on} 起废止，不能申报`, 'CLOSED')
  if (at < Date.parse(apply_start)) throw refused('申报尚未开始', 'NOT_OPEN')
  if (at > Date.parse(apply_end)) throw refused(row.state === 'returned' ? '补正期限已过，不能提交' : '申报已截止，不能提交', 'CLOSED')
}

/** C-05: with consent, a blocking risk stops the submission here too; without consent the archive is not read. */
async function checkRisk(db: Db, { row }: Context): Promise<RiskType | null> {
  const facts = await authorizedFactsOf(db, row.company_id)
  if (!facts) return null
  const riskType = riskTypeOf(risksOf(facts))
  if (riskType === riskTypes.blocking) throw refused(messages.riskBlocking, 'RISK_BLOCKED')
  return riskType
}

function receiptOf(
  k: Kernel,
  row: DeclarationRecord,
  declareNo: string,
  submitTime: string,
  state: keyof typeof declarationStates,
): Receipt {
  const s = declarationStates[state]
  return {
    id: row.id,
    declareNo,
    submitTime: new Date(submitTime).toISOString(),
    state: s.code,
    stateName: s.public,
    nextStep: s.next,
    deadline: deadlineOf({ ...row, state }),
    verifyPath: verifyPath(k, declareNo),
  }
}
