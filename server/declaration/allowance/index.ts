import { allowance as endpoints } from '../../../contract/declaration/allowance.ts'
import { payment } from '../../../contract/declaration/payment.ts'
import { fileOwner } from '../../kernel/files/access.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { importBankResult, offerBankResult, paymentSheet } from './bank.ts'
import { budgetOf, publicityCalendar, saveBudget } from './budget.ts'
import { applyForAllowance, OBJECT, saveAllowance } from './changes.ts'
import { removeAllowances } from './remove.ts'
import { correctPayment, decideCorrection } from './correct-payment.ts'
import { objectTo, payAllowance, publicise, resolveObjection, reviewAllowance } from './decisions.ts'
import { seenBy } from './queries.ts'
import { allowanceEnums, allowanceStatistics, findAllowance, listAllowances, publicityList } from './reading.ts'
import { exportAllowances, importAllowances, offerAllowanceSheets } from './sheets.ts'
import { offerAllowanceTodos } from './todos.ts'

/** Registers the whole life of an allowance: entry, review, publicity, objections, payment (spec §7 /allowance/*). */
export function joinAllowance(k: Kernel): void {
  offerAllowanceSheets(k)
  offerAllowanceTodos(k)
  offerBankResult(k)
  implement(k, 'declaration', payment, {
    calendar: ({ actor }) => publicityCalendar(k, actor),
    sheet: ({ call, actor }) => paymentSheet(k, call, actor),
    result: ({ call, actor }) => importBankResult(k, call, actor),
    budget: ({ query }) => budgetOf(k, query.year),
    saveBudget: ({ call, body }) => saveBudget(k, call, body),
  })
  fileOwner(k, OBJECT, async (actor, id) => {
    if (!/^\d{1,15}$/.test(String(id))) return false
    return (await seenBy(k.db, actor).where('a.id', '=', Number(id)).select('a.id').executeTakeFirst()) !== undefined
  })
  implement(k, 'declaration', endpoints, {
    list: ({ actor, query }) => listAllowances(k, actor, query),
    listMy: ({ actor, query }) => listAllowances(k, actor, { ...query, sort: '-createTime' }),
    findById: ({ actor, query }) => findAllowance(k, actor, query.id),
    save: ({ call, body }) => saveAllowance(k, call, body),
    submit: ({ call, body }) => applyForAllowance(k, call, body),
    remove: ({ call, body }) => removeAllowances(k, call, [body.id], body.reason),
    removeBatch: ({ call, body }) => removeAllowances(k, call, body.ids, body.reason),
    review: ({ call, body }) => reviewAllowance(k, call, body),
    publicise: ({ call, body }) => publicise(k, call, body),
    publicityList: ({ actor, query }) => publicityList(k, actor, query),
    object: ({ call, body }) => objectTo(k, call, body),
    resolve: ({ call, body }) => resolveObjection(k, call, body),
    pay: ({ call, body }) => payAllowance(k, call, body),
    correctPayment: ({ call, body }) => correctPayment(k, call, body),
    decideCorrection: ({ call, body }) => decideCorrection(k, call, body),
    importRows: ({ call, actor }) => importAllowances(k, call, actor),
    exportRows: ({ call, actor, query }) => exportAllowances(k, call, actor, query),
    enums: () => allowanceEnums(k),
    statistics: ({ actor, query }) => allowanceStatistics(k, actor, query),
  })
}
