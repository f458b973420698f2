import { inFen, inWan } from '../../../contract/money.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { allowance as endpoints } from '../../../contract/declaration/allowance.ts'
import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import { signedIn } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import { conflict, invalidField } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { notify } from '../../system/index.ts'
import { allowanceWait } from './waits.ts'
import { lockSeen, makeMove } from './move.ts'

type Body<N extends 'correctPayment' | 'decideCorrection'> = Parsed<(typeof endpoints)[N]>['body']

interface Noted {
  payDate: string | null
  voucher: string | null
  /** 万元 */
  amount: number
}
const changesOf = (before: Noted, after: Noted): string[] =>
  [
    before.payDate === after.payDate ? '' : `拨付日期 ${before.payDate} 改为 ${after.payDate}`,
    before.voucher === after.voucher ? '' : `凭证号 ${before.voucher ?? '无'} 改为 ${after.voucher ?? '无'}`,
    before.amount === after.amount ? '' : `金额 ${before.amount} 万元改为 ${after.amount} 万元`,
  ].filter(Boolean)

/**
 * Corrects a recorded payment: day and voucher at once, the sum only after a second person has confirmed it (G-02). The allowance stays
 * paid. The log and the audit row hold who, why, and the old and new values; the company is notified of the change.
 */
export function correctPayment(k: Kernel, call: Call, body: Body<'correctPayment'>): Promise<{ waiting: boolean }> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute(async (db) => {
    const row = await lockSeen(k, db, actor, body.id)
    // An unpaid allowance is refused by the flow below, whatever the fields are.
    const paid = row.state === allowanceStates.paid
    if (paid && row.version !== body.version) throw conflict()
    if (paid && body.payDate > today(k.clock)) throw invalidField('payDate', '拨付日期不能晚于今天')
    if (paid && row.public_to !== null && body.payDate <= row.public_to) throw invalidField('payDate', '拨付日期应在公示期满之后')
    const old = await db.selectFrom('allowance').select(['pay_date', 'voucher']).where('id', '=', row.id).executeTakeFirstOrThrow()
    const before = { payDate: old.pay_date, voucher: old.voucher, amount: inWan(Number(row.amount)) }
    const after = { payDate: body.payDate, voucher: body.voucher || null, amount: body.amount }
    const changes = changesOf(before, after)
    if (paid && changes.length === 0) throw invalidField('reason', '没有需要更正的内容')
    const waiting = before.amount !== after.amount
    const { amount, ...day } = after
    const correction = { ...day, amount: inFen(amount), reason: body.reason, by: actor.userId, byName: actor.name }
    await makeMove(k, db, call, row, {
      move: waiting ? 'propose' : 'correct',
      note: `${changes.join('；')}。原因：${body.reason}`,
      set: waiting ? { correction: JSON.stringify(correction) } : { pay_date: after.payDate, voucher: after.voucher },
      detail: { before, after, reason: body.reason },
      version: body.version,
    })
    if (waiting)
      await notify(db, k, {
        to: { permission: 'allowance:review', officeId: row.office_id },
        kind: 'work',
        title: `待确认：补贴“${row.project_name}”的拨付金额更正`,
        body: `${changes.join('；')}。原因：${body.reason}`,
        link: `/work/subsidies?id=${row.id}`,
        waitsFor: allowanceWait(row.id),
        except: actor.userId,
      })
    return { waiting }
  })
}

/** A second person confirms the change of a paid sum, or sends it back with a reason. */
export function decideCorrection(k: Kernel, call: Call, body: Body<'decideCorrection'>): Promise<true> {
  return k.db.transaction().execute<true>(async (db) => {
    const row = await lockSeen(k, db, signedIn(call.actor), body.id)
    const { correction } = row
    const confirmed = correction && {
      pay_date: correction.payDate,
      voucher: correction.voucher,
      amount: correction.amount,
      approved_amount: correction.amount,
      approved_by: signedIn(call.actor).userId,
    }
    await makeMove(k, db, call, row, {
      move: body.pass ? 'confirm' : 'decline',
      version: body.version,
      reason:
        body.opinion
        || (body.pass && correction
          ? `金额 ${inWan(row.amount)} 万元改为 ${inWan(correction.amount)} 万元。原因：${correction.reason}`
          : null),
      set: { correction: null, ...(body.pass ? confirmed : {}) },
    })
    if (correction?.by)
      await notify(db, k, {
        to: { userId: correction.by },
        kind: body.pass ? 'declaration' : 'work',
        title: `补贴“${row.project_name}”的金额更正${body.pass ? '已确认' : '被退回'}`,
        body: body.opinion ?? '',
        link: `/work/subsidies?id=${row.id}`,
      })
    return true
  })
}
