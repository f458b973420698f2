/** Rules across policies: exclusions, caps and budget pools. The total of a result observes them. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, ok, page, paging, query, requiredText, text, wireInt } from '../fields.ts'
import { isToTheYuan, TO_THE_YUAN } from '../money.ts'

export const limitKinds = { exclude: '就高不重复', cap: '合计封顶', pool: '资金池余额' } as const
export type LimitKind = keyof typeof limitKinds

const fields = {
  name: requiredText(60, '请输入名称'),
  kind: z.enum(Object.keys(limitKinds) as LimitKind[], { error: '请选择类型' }),
  codes: z.array(z.string().max(64)).min(1, '请选择政策').max(500),
  /** exclude: how many of them may be taken together */
  most: wireInt(1, 50).default(1),
  /** 万元; cap and pool only */
  amount: z.number().min(0, '不能为负数').max(100_000_000, '金额过大').refine(isToTheYuan, TO_THE_YUAN).nullish(),
  perYear: z.boolean().default(false),
  basis: text(500).default(''),
  enabled: z.boolean().default(true),
}
export const StackLimitBody = z
  .strictObject({ id: id.optional(), version: wireInt(1, 2_147_483_647).optional(), ...fields })
  .refine((l) => l.kind === 'exclude' || l.amount != null, { error: '请输入金额（万元）', path: ['amount'] })
  .refine((l) => l.kind !== 'exclude' || new Set(l.codes).size > l.most, {
    error: '就高不重复至少涉及两项政策，且多于可享项数',
    path: ['codes'],
  })

export const stackLimits = {
  list: get('/admin/policyCalculator/stackLimits', {
    access: can('policy:read'),
    query: query({ ...paging(100, 50) }),
    returns: page(
      z.object({
        id: z.number(),
        version: z.number(),
        name: z.string(),
        kind: z.enum(Object.keys(limitKinds) as LimitKind[]),
        codes: z.array(z.string()),
        policyTitles: z.array(z.string()),
        most: z.number(),
        amount: z.number().nullable(),
        perYear: z.boolean(),
        basis: z.string(),
        enabled: z.boolean(),
        updateTime: z.string(),
      }),
    ),
    summary: '政策叠加规则',
  }),
  save: post('/admin/policyCalculator/saveStackLimit', {
    access: can('policy:edit'),
    body: StackLimitBody,
    returns: z.object({ id: z.number(), version: z.number() }),
    summary: '保存叠加规则',
  }),
  remove: post('/admin/policyCalculator/deleteStackLimit', {
    access: can('policy:edit'),
    as: 'form',
    body: z.strictObject({ id }),
    returns: ok,
    summary: '删除叠加规则',
  }),
}
