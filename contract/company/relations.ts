/** Related companies (集团合并口径): entered by one of them or by staff, confirmed by the other or by staff with evidence. */
import { z } from 'zod'
import { get, post, types } from '../endpoint.ts'
import { creditCode, id, isoDate, ok, query, requiredText, text, wireInt } from '../fields.ts'
import type { RelationCounts, RelationKind, RelationState } from './relation-words.ts'

const version = wireInt(1, 2_000_000_000)
const moves = ['confirm', 'refuse', 'stop', 'withdraw'] as const
const kind = z.enum(['parent', 'subsidiary', 'common'], { error: '请选择关系' })

const row = z.object({
  id: z.number(),
  version: z.number(),
  /** the other company, from the view of the company that reads */
  code: z.string(),
  name: z.string(),
  kind: z.custom<RelationKind>((v) => typeof v === 'string'),
  share: z.number().nullable(),
  since: z.string(),
  until: z.string().nullable(),
  state: z.custom<RelationState>((v) => typeof v === 'number'),
  /** this: the company that reads; other; staff */
  enteredBy: z.enum(['this', 'other', 'staff']),
  evidence: z.string().nullable(),
  opinion: z.string().nullable(),
  decidedAs: z.enum(['company', 'staff']).nullable(),
  decidedAt: z.string().nullable(),
  createTime: z.string(),
  counts: z.custom<RelationCounts>((v) => typeof v === 'string').nullable(),
  allowed: z.array(z.enum(moves)),
})

export const RelationBody = z
  .strictObject({
    code: creditCode,
    name: requiredText(100, '请填写企业名称'),
    kind,
    share: z.number({ error: '请填写数字' }).gt(0, '应大于 0').max(100, '不能超过 100').nullable().default(null),
    since: isoDate,
    until: isoDate.nullable().default(null),
    /** required of staff */
    evidence: text(500).default(''),
  })
  .refine((b) => b.until === null || b.until >= b.since, { path: ['until'], message: '不能早于开始日期' })

export const companyRelations = {
  /** a company: its own; staff: those of the given company */
  list: get('/ent/company/relation/list', {
    access: types('QY', 'YYF'),
    query: query({ companyId: id.optional() }),
    returns: z.object({ companyId: z.number(), list: z.array(row), mayAdd: z.boolean() }),
    summary: '关联企业列表',
  }),
  save: post('/ent/company/relation/save', {
    access: types('QY', 'YYF'),
    query: query({ companyId: id.optional() }),
    body: RelationBody,
    returns: z.object({ id: z.number() }),
    summary: '登记关联企业',
  }),
  /** the other company’s own account, or staff with evidence */
  examine: post('/ent/company/relation/examine', {
    access: types('QY', 'YYF'),
    query: query({ companyId: id.optional() }),
    body: z.strictObject({ id, version, agreed: z.boolean({ error: '请选择处理结果' }), opinion: text(500).default('') }),
    returns: ok,
    summary: '确认关联企业，或说明不属实',
  }),
  /** ends a confirmed relation, or withdraws a waiting one (by the party that entered it) */
  end: post('/ent/company/relation/end', {
    access: types('QY', 'YYF'),
    query: query({ companyId: id.optional() }),
    body: z.strictObject({ id, version, reason: text(500).default('') }),
    returns: ok,
    summary: '结束关联关系，或撤回登记',
  }),
}

export type RelationRow = z.output<typeof row>
