import type { Parsed } from '../../../contract/endpoint.ts'
import type { allowance as endpoints } from '../../../contract/declaration/allowance.ts'
import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import { signedIn } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import { conflict, invalidField } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { lockSeen, makeMove } from './move.ts'
import { fen, wan } from './queries.ts'

type Body = Parsed<typeof endpoints.correctPayment>['body']

/**
 * Corrects what was noted of a payment: day, voucher, sum. It stays paid; who, why, what stood there and what stands there now are in the log and
 * the audit row, and the company is told. A day in the future or within the publicity, and a correction of nothing, are refused at the field.
 */
export function correctPayment(k: Kernel, call: Call, body: Body): Promise<true> {
  const actor = signedIn(call.actor)
  return k.db.transaction().execute<true>(async (db) => {
    const row = await lockSeen(db, actor, body.id)
    // What is not paid is refused by the flow below, whatever the fields say.
    const paid = row.state === allowanceStates.paid
    if (paid && row.version !== body.version) throw conflict()
    if (paid && body.payDate > today(k.clock)) throw invalidField('payDate', '拨付日期不能晚于今天')
    if (paid && row.public_to !== null && body.payDate <= row.public_to) throw invalidField('payDate', '拨付日期应在公示期满之后')
    const old = await db
      .selectFrom('allowance')
      .select(['pay_date', 'voucher', 'amount'])
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    const before = { payDate: old.pay_date, voucher: old.voucher, amount: wan(Number(old.amount)) }
    const after = { payDate: body.payDate, voucher: body.voucher || null, amount: body.amount }
    const changes = [
      before.payDate === after.payDate ? '' : `拨付日期 ${before.payDate} 改为 ${after.payDate}`,
      before.voucher === after.voucher ? '' : `凭证号 ${before.voucher ?? '无'} 改为 ${after.voucher ?? '无'}`,
      before.amount === after.amount ? '' : `金额 ${before.amount} 万元改为 ${after.amount} 万元`,
    ].filter(Boolean)
    if (paid && changes.length === 0) throw invalidField('reason', '没有需要更正的内容')
    await makeMove(k, db, call, row, {
      move: 'correct',
      note: `${changes.join('；')}。原因：${body.reason}`,
      set: { pay_date: after.payDate, voucher: after.voucher, amount: fen(after.amount) },
      detail: { before, after, reason: body.reason },
      version: body.version,
    })
    return true
  })
}
