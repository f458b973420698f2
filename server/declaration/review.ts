import { inFen, inWan, isToTheYuan } from '../../contract/money.ts'
import { CORRECTION_WORKING_DAYS, declarationStates, type review as endpoints } from '../../contract/declaration.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { labelOf } from '../form/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, forbidden, invalid, invalidField, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { batch } from '../kernel/jobs/batch.ts'
import { addWorkdays } from '../kernel/offers/workdays.ts'
import { isOwn, requireVisible, reviewsFor, visibleOf } from './access.ts'
import { allottedTo } from './allocation/index.ts'
import { clockAfter } from './clocks.ts'
import { lockDeclaration, logMove, moveDeclaration } from './context.ts'
import type { Context } from './contexts.ts'
import { groundFor, verdictAt } from './grounds.ts'
import { decide, partyOf, signsByOffice, stepAt, type Transition } from './flow.ts'
import { refuseWithoutOpinions } from './opinions.ts'
import type { DeclarationRecord } from './queries.ts'
import { verdictOf } from './verdict-words.ts'
import { signerAt, signersOf, type Signer } from './signing.ts'

type ReviewInput = Parsed<typeof endpoints.updateReviewState>['body']
type BackInput = Parsed<typeof endpoints.back>['body']
interface Moved {
  id: number
  state: number
  stateName: string
  version: number
}

const SAME_PERSON = '本项目的决定与审核不得同一人，您已审核过这份申报'

/**
 * Locks a declaration for a reviewer. A row that the reviewer may not see is absent; the wrong step, office or person throws FORBIDDEN; a
 * late decision is refused.
 */
async function takeUp(
  k: Kernel,
  db: Db,
  actor: Actor,
  input: { id: number; version: number },
  wish: 'pass' | 'refuse' | 'back',
): Promise<Context & { transition: Transition; at: Date; signer: Signer | undefined }> {
  await requireVisible(db, actor, input.id, k.clock.now())
  const context = await lockDeclaration(db, input.id, () => true)
  const { row, steps, passedBy, barred } = context
  const step = stepAt(steps, row.state)
  if (row.version !== input.version) throw conflict('该申报已被他人处理，请刷新后重试')
  if (!step) throw refused(`该申报${declarationStates[row.state].internal}，不能审核`)
  const found = signerAt(await signersOf(db, actor, k.clock.now(), [row.id]), actor, context)
  if (found === null && barred.includes(actor.userId)) throw forbidden(SAME_PERSON)
  if (found === null && isOwn(actor, row)) throw refused('不能审核本人录入或提交的申报', 'OWN_WORK')
  if (found === null && !reviewsFor(actor)) throw forbidden('您没有审核权限（或者权限已被收回），不能审核这份申报')
  if (found === null) throw forbidden('该环节不由您所在部门审核')
  if (found === 'later') throw refused('依次会签：尚未轮到您所在的部门')
  if (found === 'signed' && (wish === 'pass' || signsByOffice(step)))
    throw refused(signsByOffice(step) ? '您所在的部门已会签' : '您已复核通过，需由另一人复核')
  const signer = found === 'signed' ? undefined : found
  const transition = decide(steps, { state: row.state, passedBy }, wish, partyOf(step, signer ?? actor))
  if (!transition) throw refused('当前不能进行该操作')
  if (wish === 'pass') await refuseWithoutOpinions(db, row)
  const at = k.clock.now()
  const { examine_start, examine_end } = await db
    .selectFrom('project')
    .select(['examine_start', 'examine_end'])
    .where('id', '=', row.project_id)
    .executeTakeFirstOrThrow()
  if (at.getTime() < Date.parse(examine_start) || at.getTime() > Date.parse(examine_end)) throw refused('不在审核时间内', 'NOT_IN_TIME')
  return { ...context, transition, at, signer }
}

/** Passes or refuses at the present step; one of several concurrent reviewers wins, the others get CONFLICT. */
export async function reviewDeclaration(k: Kernel, call: Call, actor: Actor, input: ReviewInput, byDefault = false): Promise<Moved> {
  if (input.reviewState === 'refuse' && !input.reviewOpinion) throw invalidField('reviewOpinion', '请填写不予支持的理由')
  const verdict = input.reviewState === 'pass' ? await verdictAt(k, input.id) : undefined
  return k.db.transaction().execute(async (db) => {
    const { row, steps, transition, at, signer } = await takeUp(k, db, actor, input, input.reviewState)
    refuseUnused(input, { decides: transition.to === 'approved', asksMoney: row.template.amountField !== undefined })
    const ground = verdict && (await groundFor(db, row.id, verdict, input.ground))
    const to = transition.to as keyof typeof declarationStates
    const allotted = to === 'approved' ? await allottedTo(k, db, row) : null
    const amount =
      to === 'approved' && row.template.amountField
        ? approvedAmount(row.amount, input.amount, byDefault ? (allotted ?? measuredOr(row)) : null, allotted)
        : null
    await moveDeclaration(db, row, {
      state: to,
      updated_at: at,
      ...(await clockAfter(db, row, steps, to, at)),
      ...(amount === null ? {} : { approved_amount: amount }),
    })
    await logMove(db, actor, row, at, {
      move: transition.move,
      to,
      round: row.round,
      opinion: input.reviewOpinion,
      amount,
      ...(verdict ? { verdict } : {}),
      ...(ground ? { ground } : {}),
      ...(signer ? { signer } : {}),
    })
    await audit(db, call, {
      action: `declaration.${transition.move}`,
      objectType: 'declaration',
      objectId: row.id,
      detail: {
        declareNo: row.declare_no,
        from: row.state,
        to,
        approvedFen: amount,
        verdict: verdict ?? null,
        ground: ground?.kind ?? null,
      },
    })
    return moved(row.id, to, row.version)
  })
}

/** What a decision does not use is refused, so that nobody believes it counted. */
function refuseUnused({ reviewState, amount, ground }: ReviewInput, at: { decides: boolean; asksMoney: boolean }): void {
  const passes = reviewState === 'pass'
  if (ground !== undefined && !passes) throw invalidField('ground', '不予支持时不填通过的依据')
  if (amount === undefined) return
  if (!passes) throw invalidField('amount', '不予支持时不填核定金额')
  if (!at.asksMoney) throw invalidField('amount', '本项目没有申请金额，不填核定金额')
  if (!at.decides) throw invalidField('amount', '核定金额在最后一次通过时填写，这一步不填')
}

/** An allowance must be greater than zero (补贴金额应大于 0), so an approval of zero could never be paid: it must be a refusal. */
const NOTHING_APPROVED = '核定金额应大于 0；不予支持的，请选择“不予支持”'

/** For a batch: the rule's sum where it is certain and was checked, never more than requested; else the requested sum. */
const measuredOr = (row: DeclarationRecord): number | null =>
  row.measured === null || row.amount === null || verdictOf(row) === 'unchecked' ? row.amount : Math.min(row.measured, row.amount)

function approvedAmount(asked: number | null, given: number | undefined, byDefault: number | null, allotted: number | null): number {
  if (given === undefined) {
    if (byDefault === null) throw invalidField('amount', '请填写核定金额')
    if (byDefault === 0) throw invalidField('amount', NOTHING_APPROVED)
    return byDefault
  }
  if (!isToTheYuan(given)) throw invalidField('amount', '金额最多四位小数（精确到元）')
  const fen = inFen(given)
  if (fen === 0) throw invalidField('amount', NOTHING_APPROVED)
  if (allotted !== null && fen > allotted) throw invalidField('amount', `核定金额不能大于分配名单中的 ${inWan(allotted)} 万元`)
  if (asked !== null && fen > asked) throw invalidField('amount', `核定金额不能大于申请金额 ${inWan(asked)} 万元`)
  return fen
}

/** Sends back for correction: only the named fields and materials can be changed, for five working days. */
export async function sendBack(k: Kernel, call: Call, actor: Actor, input: BackInput): Promise<Moved & { deadline: string }> {
  return k.db.transaction().execute(async (db) => {
    const { row, steps, transition, at, signer } = await takeUp(k, db, actor, input, 'back')
    const labels = input.fields.map((f) => labelOf(row.template, f.path))
    const unknown = input.fields.flatMap((f, i) =>
      labels[i] === null ? [{ path: `fields.${i}.path`, message: `申报表中没有该项：${f.path}` }] : [],
    )
    if (unknown.length) throw invalid(unknown)
    const paths = input.fields.map((f) => f.path)
    if (new Set(paths).size !== paths.length) throw invalidField('fields', '同一项不能重复选择')
    const deadline = new Date(`${await addWorkdays(db, dateOf(at), CORRECTION_WORKING_DAYS)}T23:59:59+08:00`)
    await moveDeclaration(db, row, {
      state: 'returned',
      unlocked: paths,
      correction_due: deadline,
      updated_at: at,
      ...(await clockAfter(db, row, steps, 'returned', at)),
    })
    await db
      .insertInto('declaration_correction')
      .values(
        input.fields.map((f, i) => ({ declaration_id: row.id, round: row.round, path: f.path, label: labels[i]!, message: f.message })),
      )
      .execute()
    await logMove(db, actor, row, at, {
      move: transition.move,
      to: 'returned',
      round: row.round,
      opinion: input.reason,
      ...(signer ? { signer } : {}),
    })
    await audit(db, call, {
      action: 'declaration.back',
      objectType: 'declaration',
      objectId: row.id,
      detail: { declareNo: row.declare_no, from: row.state, paths },
    })
    return { ...moved(row.id, 'returned', row.version), deadline: deadline.toISOString() }
  })
}

const moved = (id: number, to: keyof typeof declarationStates, before: number): Moved => ({
  id,
  state: declarationStates[to].code,
  stateName: declarationStates[to].internal,
  version: before + 1,
})

/** A row that cannot move reports why, and the others continue. */
export async function reviewBatch(k: Kernel, call: Call, actor: Actor, { items, ...decision }: Parsed<typeof endpoints.batch>['body']) {
  if (decision.reviewState === 'refuse' && !decision.reviewOpinion) throw invalidField('reviewOpinion', '请填写不予支持的理由')
  return batch(
    items,
    async (ids) => (await visibleOf(k, actor, ids)).select(['d.id', 'd.declare_no as name']).execute(),
    async (item) => (await reviewDeclaration(k, call, actor, { ...item, ...decision }, true)).stateName,
  )
}
