import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import { objectionCodes, passing } from '../../../contract/passing.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { allowance as endpoints } from '../../../contract/declaration/allowance.ts'
import { handled, notify } from '../../system/index.ts'
import { objectionWait } from './waits.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import { batch } from '../../kernel/jobs/batch.ts'
import { conflict, invalidField, notFound, ownWork, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { addWorkdays } from '../../kernel/offers/workdays.ts'
import { allowed } from '../../kernel/flow.ts'
import { allowanceFlow, answersFor, type AllowanceStanding } from './flow.ts'
import type { Db } from '../../kernel/db/index.ts'
import { lockSeen, makeMove, standing } from './move.ts'
import { seenBy } from './queries.ts'

type Body<N extends keyof typeof endpoints> = Parsed<(typeof endpoints)[N]>['body']

/** Approves or refuses; a refusal needs a reason, and nobody reviews what they entered themselves (C-06). */
export function reviewAllowance(k: Kernel, call: Call, body: Body<'review'>): Promise<true> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute<true>(async (db) => {
    const row = await lockSeen(k, db, actor, body.id)
    const passes = body.reviewState === passing.code.pass
    await makeMove(k, db, call, row, {
      move: passes ? 'approve' : 'refuse',
      reason: body.reviewOpinion,
      version: body.version,
      set: {
        opinion: body.reviewOpinion || null,
        reviewed_by: actor.name,
        reviewed_at: k.clock.now(),
        ...(passes ? { approved_by: actor.userId, approved_amount: row.amount } : {}),
      },
    })
    return true
  })
}

/** Publishes approved allowances for objections, beginning today, for `days` working days; each row independently. */
export async function publicise(k: Kernel, call: Call, { items, days }: Body<'publicise'>) {
  const actor = signedIn(call.actor)
  const publicFrom = today(k.clock)
  const publicTo = await addWorkdays(k.db, publicFrom, days)
  const done = await batch(
    items,
    (ids) => seenBy(k.db, actor).where('a.id', 'in', ids).select(['a.id', 'a.project_name as name']).execute(),
    ({ id, version }) =>
      k.db.transaction().execute(async (db) =>
        makeMove(k, db, call, await lockSeen(k, db, actor, id), {
          move: 'publicise',
          version,
          note: `公示 ${publicFrom} 至 ${publicTo}`,
          set: { public_from: publicFrom, public_to: publicTo },
        }),
      ),
  )
  return { ...done, publicFrom, publicTo }
}

/** Any signed-in user may object once while a sum is published; a company may object to the refusal of its own application. */
export function objectTo(k: Kernel, call: Call, { id, content }: Body<'object'>): Promise<true> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute<true>(async (db) => {
    const row = await standing(k, db, id)
    if (!row) throw notFound('补贴不存在或已被删除')
    const own = actor.companyId !== null && row.company_id === actor.companyId
    const published = row.state === allowanceStates.approved && row.public_to !== null && today(k.clock) <= row.public_to
    if (!published && !(own && row.state === allowanceStates.refused)) {
      if (!own) throw notFound('补贴不存在或已被删除')
      throw refused('只能在公示期内，或对本企业未通过的补贴提出异议', 'STATE')
    }
    const twin = await db
      .selectFrom('allowance_objection')
      .select('id')
      .where('allowance_id', '=', id)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst()
    if (twin) throw refused('您已对这笔补贴提出过异议', 'ALREADY')
    const objection = await db
      .insertInto('allowance_objection')
      .values({ allowance_id: id, user_id: actor.userId, content, created_at: k.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('allowance')
      .set((e) => ({ open_objections: e('open_objections', '+', 1) }))
      .where('id', '=', id)
      .execute()
    await audit(db, call, { action: 'allowance.object', objectType: 'allowance', objectId: id })
    // Both groups can open it: reviewers of its office (of any office when the allowance has none), and staff who keep allowances.
    const notice = {
      kind: 'work' as const,
      title: `补贴“${row.project_name}”收到异议`,
      link: `/work/subsidies?id=${id}`,
      key: `allowance-objection:${objection.id}`,
      waitsFor: objectionWait(objection.id),
    }
    await notify(db, k, { ...notice, to: { permission: 'allowance:review', officeId: row.office_id } })
    await notify(db, k, { ...notice, to: { permission: 'allowance:manage' } })
    return true
  })
}

/**
 * Decides an objection and notifies its author. Upheld: an approved allowance is refused, a refused one is reviewed again. Dismissed: the
 * allowance stays as it is.
 */
export function resolveObjection(k: Kernel, call: Call, body: Body<'resolve'>): Promise<true> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute<true>(async (db) => {
    const objection = await db
      .selectFrom('allowance_objection')
      .select(['allowance_id', 'user_id', 'state'])
      .where('id', '=', body.id)
      .executeTakeFirst()
    if (!objection || !(await seenBy(db, actor).where('a.id', '=', objection.allowance_id).select('a.id').executeTakeFirst()))
      throw notFound('异议不存在')
    const row = await standing(k, db, objection.allowance_id)
    if (!row) throw notFound('异议不存在')
    if (row.version !== body.version) throw conflict()
    if (!answersFor(actor, row.makers)) throw ownWork('补贴的异议', '核实')
    const closed = await db
      .updateTable('allowance_objection')
      .set({
        state: body.upheld ? objectionCodes.code.upheld : objectionCodes.code.dismissed,
        reply: body.reply,
        resolved_at: k.clock.now(),
      })
      .where('id', '=', body.id)
      .where('state', '=', objectionCodes.code.open)
      .returning('id')
      .executeTakeFirst()
    if (!closed) throw refused('该异议已核实完毕', 'STATE')
    await handled(db, k, objectionWait(body.id))
    await db
      .updateTable('allowance')
      .set((e) => ({ open_objections: e('open_objections', '-', 1) }))
      .where('id', '=', row.id)
      .execute()
    if (body.upheld)
      await makeMove(
        k,
        db,
        call,
        { ...row, open_objections: row.open_objections - 1 },
        {
          move: row.state === allowanceStates.refused ? 'reopen' : 'uphold',
          version: body.version,
          note: body.reply,
          set: { opinion: body.reply },
        },
      )
    else await audit(db, call, { action: 'allowance.dismiss', objectType: 'allowance', objectId: row.id, detail: { reply: body.reply } })
    if (objection.user_id !== null)
      await notify(db, k, {
        to: { userId: objection.user_id },
        kind: 'declaration',
        title: `您对补贴“${row.project_name}”的异议已核实：${body.upheld ? '成立' : '不成立'}`,
        body: body.reply,
      })
    return true
  })
}

/**
 * Records the payment, only after the publicity has ended without an open objection. Neither the person who entered the allowance nor the
 * one who approved it can record it.
 */
export function payAllowance(k: Kernel, call: Call, body: Body<'pay'>): Promise<true> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute<true>(async (db) => {
    await payIn(k, db, call, await lockSeen(k, db, actor, body.id), body)
    return true
  })
}

interface Payment {
  version: number
  payDate: string
  voucher?: string | undefined
}
/** Why this day cannot be the day of the payment; null when it can. */
export function payDateFault(k: Kernel, row: AllowanceStanding, payDate: string): string | null {
  if (payDate > today(k.clock)) return '拨付日期不能晚于今天'
  return row.publicity === 'ended' && payDate <= row.public_to! ? '拨付日期应在公示期满之后' : null
}

/** Why this person cannot record the payment now; null when they can. */
export const paymentFault = (actor: Actor, row: AllowanceStanding): string | null =>
  allowed(allowanceFlow, actor, row).includes('pay')
    ? null
    : (row.groundless ?? '现在不能登记拨付：须公示期满、没有未核实的异议，且不是本人经办')

/** The payment of a row that the transaction has locked. */
export async function payIn(k: Kernel, db: Db, call: Call, row: AllowanceStanding, { version, payDate, voucher }: Payment): Promise<void> {
  const fault = payDateFault(k, row, payDate)
  if (fault) throw invalidField('payDate', fault)
  await makeMove(k, db, call, row, {
    move: 'pay',
    version,
    note: voucher ? `凭证号 ${voucher}` : null,
    set: { pay_date: payDate, voucher: voucher || null },
  })
}
