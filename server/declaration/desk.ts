import { inWan } from '../../contract/money.ts'
import { stateOfCode, type review as endpoints, type ReviewDetail } from '../../contract/declaration.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { authorizedFactsOf, authStatusOf, companyCardOf, noteSitting } from '../company/index.ts'
import { maskForm, openForm } from '../form/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { dateOf, today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { addWorkdays } from '../kernel/offers/workdays.ts'
import { requireVisible, visibleTo } from './access.ts'
import { endOf } from './clocks.ts'
import { contextsOf } from './contexts.ts'
import { withDelegated, type Reader } from './delegators.ts'
import { verification } from './eligibility.ts'
import { heldBy } from './held.ts'
import { holderActs } from './holding.ts'
import { enteredMoves } from './entering.ts'
import { decide, enteredStates, partyOf, signsByOffice, stepAt, underReview } from './flow.ts'
import { declarationPage, stateCounts } from './list.ts'
import { awaitedOpinions } from './opinion-list.ts'
import { openDetail } from './mine.ts'
import { withVerdict } from './grounds.ts'
import { signerAt, signersOf } from './signing.ts'
import { signingOf } from './signing-view.ts'
import { findProject } from './projects.ts'
import { declarationRows, type DeclarationRecord } from './queries.ts'
import { dueOf, reviewable } from './reviewable.ts'
import { notesOf } from './notes.ts'
import { verifyPath } from './receipt.ts'
import { undoableBy } from './revoke.ts'
import { risksOf } from './risks.ts'
import { correctionsOf, roundOf, rowViews, timelineOf } from './views.ts'
import { waitsFor, waitsForOthers } from './waits-for.ts'
import { likeText } from '../kernel/db/like.ts'
import { dayRange, dayStart } from '../kernel/lists/day-range.ts'
import { ordered } from '../kernel/lists/page-of.ts'

type DeskQuery = Parsed<typeof endpoints.list>['query']
/** By what the list and its export are ordered. */
export const deskOrders = {
  by: { submitTime: 'd.submit_time', updateTime: 'd.updated_at', amount: 'd.amount', deadline: dueOf },
  tie: 'd.id',
  emptyLast: ['submitTime', 'updateTime', 'amount', 'deadline'],
} as const

export type DeskFilters = Omit<DeskQuery, 'page' | 'pageSize' | 'sort' | 'order'>
/** The rows that match the filters and that this person may see; list, counts and export share it. */
export function asked(db: Db, reader: Reader, q: DeskFilters) {
  const { actor } = reader
  let base = reviewable(db)
    .where(visibleTo(reader))
    .where(dayRange('d.submit_time', q.submitFrom, q.submitTo))
  if (q.projectId) base = base.where('d.project_id', '=', q.projectId)
  if (q.policyId) base = base.where('p.policy_id', '=', q.policyId)
  if (q.companyName) base = base.where('c.name', 'like', likeText(q.companyName))
  if (q.declareNo) base = base.where('d.declare_no', 'like', likeText(q.declareNo.toUpperCase()))
  if (q.entered) base = base.where('d.entered_office', '=', actor.officeId).where('d.state', 'in', enteredStates)
  if (q.verdict) base = base.where(withVerdict(q.verdict)).where('d.round', '>', 0)
  if (q.holder) {
    const held = heldBy(db).select('h.declaration_id')
    if (q.holder === 'none') base = base.where('d.state', 'in', [...underReview]).where('d.id', 'not in', held)
    else base = base.where('d.id', 'in', held.where('h.user_id', q.holder === 'mine' ? '=' : '<>', actor.userId))
  }
  if (q.todo === 'others') base = base.where(waitsForOthers(reader))
  else if (q.todo) base = base.where(waitsFor(reader))
  return base
}

export async function reviewList(k: Kernel, actor: Actor, q: DeskQuery) {
  const base = asked(k.db, await withDelegated(k.db, actor, k.clock.now()), q)
  const { total, rows, counts } = await declarationPage(k.db, base, q, (ids) => ordered(ids, q, deskOrders))
  const allowed = await allowedOf(k, actor, rows)
  const opinionOf = await awaitedOpinions(k.db, actor, rows)
  const movesOf = (r: DeclarationRecord) => [...(allowed.get(r.id) ?? []), ...(opinionOf.has(r.id) ? ['answer'] : [])]
  return { total, list: await rowViews(k, rows, 'staff', movesOf), counts: stateCounts(counts, 'internal') }
}

/** The moves of this reviewer: pass, refuse, back; for a draft of the service window: continue, send, delete. */
async function allowedOf({ db, clock }: Kernel, actor: Actor, rows: readonly DeclarationRecord[]): Promise<Map<number, string[]>> {
  const signers = await signersOf(
    db,
    actor,
    clock.now(),
    rows.map((r) => r.id),
  )
  return new Map(
    (await contextsOf(db, rows)).map((context) => {
      const { row, steps, passedBy } = context
      const entering = enteredMoves(actor, row)
      if (entering.length > 0) return [row.id, entering]
      const step = stepAt(steps, row.state)
      const signer = signerAt(signers, actor, context)
      if (signer === null || signer === 'later') return [row.id, []]
      // A person who has already passed may still send back or refuse; an office that has signed may not.
      if (signer === 'signed') return [row.id, signsByOffice(step!) ? [] : ['back', 'refuse']]
      return [
        row.id,
        (['pass', 'back', 'refuse'] as const).filter(
          (wish) => decide(steps, { state: row.state, passedBy }, wish, partyOf(step!, signer)) !== null,
        ),
      ]
    }),
  )
}

/**
 * Staff read the submitted version, never unsent edits of the enterprise; phones are masked (P-02); risks are shown only with the company's
 * consent (P-01).
 */
export async function reviewDetail(k: Kernel, call: Call, actor: Actor, id: number): Promise<ReviewDetail> {
  await requireVisible(k.db, actor, id, k.clock.now())
  const row = await declarationRows(k.db).where('d.id', '=', id).executeTakeFirstOrThrow()
  const t = row.template
  const masked = (form: DeclarationRecord['form_data']) => maskForm(t, openForm(k, t, form))
  // Only the service window that entered a draft sees it; it is the window's own work, so it is shown unmasked.
  if (row.state === 'draft') return enteredDetail(k, actor, row)
  const sent = (await roundOf(k.db, id, row.round))!
  const before = row.round > 1 ? await roundOf(k.db, id, row.round - 1) : null
  const asked = row.state === 'returned' ? { round: row.round, sent } : { round: row.round - 1, sent: before }
  const facts = await authorizedFactsOf(k.db, row.company_id)
  if (facts) await noteSitting(k, call, actor, row.company_id, 'company.review.read')
  const card = await companyCardOf(k.db, row.company_id)
  const moves = (await allowedOf(k, actor, [row])).get(id) ?? []
  const [shown] = await rowViews(k, [row], 'staff', () => moves)
  return {
    ...shown!,
    project: { ...(await findProject(k.db, row.project_id, k.clock.now())), template: t, formVersion: row.form_version },
    carried: null,
    formData: masked(sent.form),
    files: sent.files,
    corrections: await correctionsOf(k.db, id, asked.round, asked.sent && { form: masked(asked.sent.form), files: asked.sent.files }),
    previous: before && { formData: masked(before.form), files: before.files },
    unlocked: row.state === 'returned' ? row.unlocked : [],
    timeline: await timelineOf(k.db, row, 'staff'),
    company: {
      id: row.company_id,
      companyName: row.company_name,
      code: row.credit_code,
      authStatus: await authStatusOf(k.db, row.company_id),
      completeness: facts ? (card?.completeness ?? null) : null,
    },
    risks: facts && risksOf(facts),
    ...(await verification(k, row, openForm(k, t, sent.form), facts, sent.judgement)),
    holderActs: await holderActs(k, row),
    undo: await undoableBy(k, actor, row),
    signing: await signingOf(k, actor, row),
    notes: await notesOf(k.db, id),
    verifyPath: verifyPath(k, row.declare_no!),
  }
}

async function enteredDetail(k: Kernel, actor: Actor, row: DeclarationRecord): Promise<ReviewDetail> {
  return {
    ...(await openDetail(k, row, 'staff', enteredMoves(actor, row))),
    company: {
      id: row.company_id,
      companyName: row.company_name,
      code: row.credit_code,
      authStatus: await authStatusOf(k.db, row.company_id),
      completeness: null,
    },
    risks: null,
    checks: null,
    judgement: null,
    judgementNow: null,
    holderActs: true,
    undo: null,
    signing: null,
    notes: [],
  }
}

const DUE_SOON_WORKDAYS = 3
/** How many declarations wait for this person, and how many of these are late or due soon. */
export async function pressingCounts(k: Kernel, actor: Actor) {
  const now = k.clock.now()
  const soon = endOf(await addWorkdays(k.db, dateOf(now), DUE_SOON_WORKDAYS))
  const reader = await withDelegated(k.db, actor, now)
  return reviewable(k.db)
    .where(visibleTo(reader))
    .where(waitsFor(reader))
    .select((e) => [
      e.fn.countAll<number>().as('todo'),
      e.fn.countAll<number>().filterWhere(dueOf, '<', now.toISOString()).as('overdue'),
      e.fn
        .countAll<number>()
        .filterWhere((f) => f.and([f(dueOf, '>=', now.toISOString()), f(dueOf, '<=', soon)]))
        .as('dueSoon'),
      e.fn.min('d.submit_time').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

/** On how many declarations this person decided today, and how many they have taken in hand. */
export async function ownWork(k: Kernel, actor: Actor): Promise<{ handledToday: number; held: number }> {
  const { handledToday } = await k.db
    .selectFrom('declaration_log')
    .where('side', '=', 'staff')
    .where('actor_id', '=', actor.userId)
    .where('at', '>=', dayStart(today(k.clock)))
    .where('move', 'in', ['pass', 'countersign', 'refuse', 'back'])
    .where('revoked_at', 'is', null)
    .select((e) => e.fn.count<number>('declaration_id').distinct().as('handledToday'))
    .executeTakeFirstOrThrow()
  // By the condition of the list to which this figure leads.
  const { held } = await asked(k.db, await withDelegated(k.db, actor, k.clock.now()), { holder: 'mine' })
    .select((e) => e.fn.countAll<number>().as('held'))
    .executeTakeFirstOrThrow()
  return { handledToday, held }
}

/** Figures of the rows that this person may see, besides those that wait for them. */
export async function reviewStatistics(k: Kernel, actor: Actor) {
  const todayStart = dayStart(today(k.clock))
  const visible = reviewable(k.db).where(visibleTo(await withDelegated(k.db, actor, k.clock.now())))
  const all = await visible
    .select((e) => [
      e.fn.countAll<number>().filterWhere('d.submit_time', '>=', todayStart).as('today'),
      e.fn.coalesce(e.fn.sum<string>('d.approved_amount').filterWhere('d.state', '=', 'approved'), e.lit(0)).as('approved'),
    ])
    .executeTakeFirstOrThrow()
  const byState = await visible
    .select(['d.state', (e) => e.fn.countAll<number>().as('count')])
    .groupBy('d.state')
    .execute()
  return {
    today: all.today,
    approvedAmount: inWan(Number(all.approved)) ?? 0,
    byState: stateCounts(byState, 'internal').filter((s) => underReview.some((u) => u === stateOfCode(s.state)) || s.count > 0),
  }
}
