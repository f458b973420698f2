/** 总成本测算 (domains/market.md D.3): the cost of a place for a company, and what policies would pay towards it. Ours. 万元, four decimals. */
import { z } from 'zod'
import { get, types } from '../endpoint.ts'
import { id, query, wireInt } from '../fields.ts'
import { verdicts, type Verdict } from '../matching/verdicts.ts'

/** A typed number: at most two decimals, no exponents or other notations of programs. */
const figure = (most: number) =>
  z
    .union([z.number(), z.string().trim()])
    .transform((typed, ctx) => {
      const text = String(typed)
      if (/^\d{1,9}(?:\.\d{1,2})?$/.test(text)) return Number(text)
      ctx.addIssue({ code: 'custom', message: /^\d{1,9}\.\d+$/.test(text) ? '最多 2 位小数' : '请输入数字' })
      return z.NEVER
    })
    .pipe(z.number().max(most, `不能大于 ${most}`))

const Range = z.object({ min: z.number(), max: z.number() })
const CostPolicy = z.object({
  policyId: z.number(),
  code: z.string(),
  title: z.string(),
  verdict: z.enum(Object.keys(verdicts) as [Verdict, ...Verdict[]]),
  /** total payment, and the part within the requested years */
  amount: Range.nullable(),
  within: Range.nullable(),
  steps: z.array(z.string()),
  /** what it pays, in words generated from its rule */
  benefits: z.array(z.object({ name: z.string(), sentence: z.string() })),
  conditions: z.array(
    z.object({ sentence: z.string(), result: z.enum(['true', 'false', 'unknown']), actual: z.string(), gap: z.string() }),
  ),
  /** part of the payment: it is in the best set that may be taken together */
  counted: z.boolean(),
})
export type CostPolicy = z.output<typeof CostPolicy>
const Cost = z.object({
  asOf: z.string(),
  area: z.number(),
  unit: z.string(),
  years: z.number(),
  by: z.enum(['rent', 'buy']),
  lines: z.array(z.object({ name: z.string(), step: z.string(), amount: z.number() })),
  /** figures that the owner did not give; then there is no total */
  lacking: z.array(z.string()),
  cost: z.number().nullable(),
  policies: z.array(CostPolicy),
  paid: Range,
  net: Range.nullable(),
  /** whether the company’s archive was used, with its consent */
  archive: z.boolean(),
})
export type Cost = z.output<typeof Cost>

export const marketCost = {
  cost: get('/market/cost', {
    access: types('QY'),
    query: query({
      kind: z.enum(['workshopInfo', 'landInfo'], { error: '只有厂房和土地可以测算' }),
      id,
      area: figure(1_000_000).optional(),
      years: wireInt(1, 50).default(3),
      by: z.enum(['rent', 'buy'], { error: '请选择租或买' }).optional(),
      /** 万元 */
      fitOut: figure(1_000_000).default(0),
    }),
    returns: Cost,
    summary: '我的企业用这处厂房或土地的总成本，减去政策会补的',
  }),
}
