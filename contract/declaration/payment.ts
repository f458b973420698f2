/** Payment of many allowances: sums due, the sheet for the bank, the bank’s result, the rest of the budget. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { isoDate, ok, query, wireInt } from '../fields.ts'
import { importParts, importState } from '../imports.ts'
import { isToTheYuan, TO_THE_YUAN } from '../money.ts'

const year = wireInt(2000, 2100)
export const payment = {
  calendar: get('/allowance/publicityCalendar', {
    access: can('allowance:read'),
    query: query({}),
    returns: z.array(
      z.object({
        /** last day of the publicity */
        day: isoDate,
        count: z.number(),
        /** 万元 */
        amount: z.number(),
        /** blocked by an objection without answer */
        objected: z.number(),
        ended: z.boolean(),
      }),
    ),
    summary: '公示期满日历：每天期满的笔数与金额（未拨付的）',
  }),
  sheet: get('/allowance/paymentSheet', {
    access: can('allowance:pay'),
    blob: true,
    perMinute: 10,
    query: query({}),
    summary: '拨付清单（xlsx）：公示期满、没有未核实异议的补贴',
  }),
  result: post('/allowance/bankResult', {
    access: can('allowance:pay'),
    as: 'multipart',
    parts: importParts,
    perMinute: 30,
    returns: importState,
    summary: '导入银行回单（multipart：file、mode、dryRun），逐条登记拨付或报告原因',
  }),
  budget: get('/allowance/budget', {
    access: can('allowance:read'),
    query: query({ year }),
    returns: z.object({
      year: z.number(),
      /** 万元; null: not set */
      budget: z.number().nullable(),
      version: z.number(),
      approved: z.number(),
      paid: z.number(),
      left: z.number().nullable(),
    }),
    summary: '年度预算、已通过、已拨付与余额（万元）',
  }),
  saveBudget: post('/allowance/saveBudget', {
    access: can('allowance:pay'),
    body: z.strictObject({
      year,
      /** 0 before the first budget */
      version: wireInt(0, 1_000_000_000),
      budget: z
        .number({ error: '请填写预算' })
        .min(0.0001, { error: '预算至少 1 元', abort: true })
        .max(10_000_000, '预算不能超过 10000000 万元')
        .refine(isToTheYuan, TO_THE_YUAN),
    }),
    returns: ok,
    summary: '设定年度补贴预算（万元）',
  }),
}
