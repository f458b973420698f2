import type { ExpressionBuilder } from 'kysely'
import type { OpinionRow } from '../../contract/declaration/process.ts'
import type { Database } from '../../db/schema.ts'
import type { Actor } from '../kernel/actor.ts'
import { dateOf } from '../kernel/clock.ts'
import { likeText } from '../kernel/db/like.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { visibleTo } from './access.ts'
import { withDelegated } from './delegators.ts'
import { reviewable } from './reviewable.ts'
import { isHead } from './whose-turn.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

/** Staff `u` who may read declarations. */
export const mayRead = (e: ExpressionBuilder<Database & { u: Database['sys_user'] }, 'u'>) =>
  e.exists(
    e
      .selectFrom('user_role as ur')
      .innerJoin('role_permission as rp', 'rp.role_id', 'ur.role_id')
      .whereRef('ur.user_id', '=', 'u.id')
      .where('rp.permission', '=', 'declaration:read')
      .select('ur.user_id'),
  )

/** Staff who review or read declarations, searched by name. */
export const colleagues = (
  k: Kernel,
  actor: Actor,
  { keyword, officeId }: { keyword?: string | undefined; officeId?: number | undefined },
) =>
  k.db
    .selectFrom('sys_user as u')
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .select(['u.id', 'u.name', 'o.name as officeName'])
    .where('u.type', '=', 'YYF')
    .where('u.enabled', '=', true)
    .where('u.id', '<>', actor.userId)
    .where((e) => mayRead(e))
    .$if(Boolean(keyword), (q) => q.where('u.name', 'like', likeText(keyword!)))
    .$if(officeId !== undefined, (q) => (officeId === 0 ? q.where('u.office_id', 'is', null) : q.where('u.office_id', '=', officeId!)))
    .orderBy('u.office_id')
    .orderBy('u.id')
    .limit(200)
    .execute()

/** An office is asked through all of its members, an expert in person. */
export const isAsked = (actor: Actor, o: { user_id: number | null; office_id: number | null }) =>
  o.user_id === actor.userId || (o.office_id !== null && o.office_id === actor.officeId)

/** Those of these declarations on which this person's opinion is asked and not given yet. */
export async function awaitedOpinions(
  db: Db,
  actor: Actor,
  rows: readonly { id: number; submitter_id: number | null }[],
): Promise<Set<number>> {
  const ids = rows.filter((r) => r.submitter_id !== actor.userId).map((r) => r.id)
  if (ids.length === 0) return new Set()
  const open = await db
    .selectFrom('declaration_opinion')
    .select(['declaration_id', 'user_id', 'office_id'])
    .where('declaration_id', 'in', ids)
    .where('state', '=', 'open')
    .execute()
  return new Set(open.filter((o) => isAsked(actor, o)).map((o) => o.declaration_id))
}

export async function listOpinions(
  k: Kernel,
  actor: Actor,
  q: { page: number; pageSize: number; declarationId?: number | undefined; open?: boolean | undefined },
): Promise<{ total: number; list: OpinionRow[] }> {
  let base = reviewable(k.db)
    .innerJoin('declaration_opinion as o', 'o.declaration_id', 'd.id')
    .where(visibleTo(await withDelegated(k.db, actor, k.clock.now())))
  if (q.declarationId !== undefined) base = base.where('o.declaration_id', '=', q.declarationId)
  else
    base = base.where((e) =>
      e.or([
        e('o.user_id', '=', actor.userId),
        e('o.asked_by', '=', actor.userId),
        ...(actor.officeId === null ? [] : [e('o.office_id', '=', actor.officeId)]),
      ]),
    )
  if (q.open !== undefined) base = base.where('o.state', q.open ? '=' : '<>', 'open')
  const { total, rows } = await pageOf(
    base,
    q,
    (page) => page.orderBy('o.id', 'desc'),
    (page) =>
      page
        .leftJoin('office as oo', 'oo.id', 'o.office_id')
        .leftJoin('sys_user as ou', 'ou.id', 'o.user_id')
        .leftJoin('sys_user as au', 'au.id', 'o.asked_by')
        .selectAll('o')
        .select(['d.declare_no', 'd.submitter_id', 'p.name as project_name', 'c.name as company_name', 'au.office_id as asker_office'])
        .select(['oo.name as office_name', 'ou.name as user_name']),
  )
  const today = dateOf(k.clock.now())
  const headed = new Map<number | null, boolean>()
  for (const o of rows)
    if (o.state === 'open' && o.asked_by !== actor.userId && !headed.has(o.asker_office))
      headed.set(o.asker_office, await isHead(k.db, actor, o.asker_office))
  return {
    total,
    list: rows.map((o) => ({
      id: o.id,
      declarationId: o.declaration_id,
      declareNo: o.declare_no,
      projectName: o.project_name,
      companyName: o.company_name,
      round: o.round,
      askedBy: o.asked_by_name,
      askedOf: o.office_name ?? o.user_name ?? '',
      question: o.question,
      withScore: o.with_score,
      blocking: o.blocking,
      due: o.due,
      overdue: o.state === 'open' && o.due < today,
      state: o.state,
      verdict: o.verdict,
      score: o.score,
      answer: o.answer,
      answeredBy: o.answered_by_name,
      answeredAt: o.answered_at,
      mayAnswer: o.state === 'open' && isAsked(actor, o) && o.submitter_id !== actor.userId,
      mayWithdraw: o.state === 'open' && (o.asked_by === actor.userId || (headed.get(o.asker_office) ? 'reason' : false)),
      endedBy: o.ended_by_name,
      endReason: o.end_reason,
    })),
  }
}
