/** 权限变更申请 (domains/identity.md D1): requested by one security officer and decided by another, who sees what will change. Ours, ADR 0715. */
import { z } from 'zod'
import { codes } from '../codes.ts'
import { can, get, post } from '../endpoint.ts'
import { id, ok, page, paging, query, requiredText, text, wireInt, wireTime } from '../fields.ts'
import { ruleBody, SaveDataRule } from './data-rules.ts'
import { rightsEffect } from './rights-effect.ts'
import { roleRights } from './roles.ts'
import { saveRolesBody } from './users.ts'

export const changeCodes = codes({
  waiting: { code: 0, label: '待复核', tone: 'waiting' },
  done: { code: 1, label: '已生效', tone: 'done' },
  refused: { code: 2, label: '已驳回', tone: 'refused' },
  withdrawn: { code: 3, label: '已撤回', tone: 'off' },
  void: { code: 4, label: '已作废', tone: 'off' },
  /** approved, takes effect at its start */
  scheduled: { code: 5, label: '待生效', tone: 'running' },
})
export type ChangeState = (typeof changeCodes.code)[keyof typeof changeCodes.code]
const state = z.custom<ChangeState>((v) => typeof v === 'number' && v >= 0 && v <= 5)

/** The requested roles of a user, permissions of a role, or data rule of a role (null: none). */
export const RightsOf = z.union([
  z.strictObject({ userId: id, roleIds: saveRolesBody.shape.roleIds, terms: saveRolesBody.shape.terms }),
  z.strictObject({ roleId: id, permissions: roleRights.permissions.unwrap(), menuIds: roleRights.menuIds.unwrap() }),
  z.strictObject({ roleId: id, resource: SaveDataRule.shape.resource, rule: z.strictObject(ruleBody).nullable() }),
])
const row = z.object({
  id: z.number(),
  title: z.string(),
  reason: z.string(),
  state,
  proposedBy: z.string(),
  proposeTime: z.string(),
  decidedBy: z.string().nullable(),
  decideTime: z.string().nullable(),
  opinion: z.string(),
  /** when it takes effect; null: with the approval */
  startTime: z.string().nullable(),
  version: z.number(),
  /** why an open change cannot take effect any more, such as 提出之后该账号已停用; null: it can, or it is decided */
  staleWhy: z.string().nullable(),
  allowed: z.array(z.enum(['approve', 'reject', 'withdraw'])),
})
export type RightsChangeRow = z.output<typeof row>

const who = can('role:manage')
const version = wireInt(1, 1_000_000_000)
export const rightsChange = {
  list: get('/sys/role/changeList', {
    access: who,
    query: query({
      state: wireInt(0, 5).optional(),
      /** by whom: the reader, who cannot decide it, or somebody else */
      proposer: z.enum(['mine', 'others'], { error: '请选择提出人' }).optional(),
      ...paging(),
    }),
    returns: page(row),
    summary: '权限变更申请',
  }),
  findById: get('/sys/role/changeFindById', {
    access: who,
    query: query({ id }),
    /** `effect`: only of an open change that can take effect */
    /** `words`: a data rule or the roles of a user, before and after, and for a decided change of a role what it took and gave; `seenAs`: the first whose view after the change can be looked at */
    returns: row.extend({
      /** hash of the request and of what it would open now; the decision names it, so that only what was read takes effect; empty: decided */
      hash: z.string(),
      /** the changed role, any holder of which can be looked at; null: a change of a user’s roles */
      roleId: z.number().nullable(),
      effect: rightsEffect.nullable(),
      words: z.object({ before: z.string(), after: z.string() }).nullable(),
      seenAs: z.object({ id: z.number(), name: z.string() }).nullable(),
      /** the days whose roles can be looked at; null: every day is the same */
      seenDays: z.object({ from: z.string(), to: z.string(), usual: z.string() }).nullable(),
    }),
    summary: '权限变更申请详情，含此刻的影响',
  }),
  submit: post('/sys/role/changeSubmit', {
    access: who,
    body: z.strictObject({ change: RightsOf, reason: requiredText(500, '请填写原因'), startTime: wireTime.nullable().default(null) }),
    returns: z.object({ id: z.number() }),
    summary: '提出权限变更，由另一名安全管理员复核；可定时生效',
  }),
  decide: post('/sys/role/changeDecide', {
    access: who,
    body: z.strictObject({
      id,
      version,
      hash: z.string().max(64),
      decision: z.enum(['approve', 'reject'], { error: '请选择同意或驳回' }),
      opinion: text(500).default(''),
    }),
    returns: ok,
    summary: '同意或驳回他人提出的权限变更；同意随即生效，定时的到时生效',
  }),
  withdraw: post('/sys/role/changeWithdraw', {
    access: who,
    body: z.strictObject({ id, version }),
    returns: ok,
    summary: '撤回本人提出、还没有生效的权限变更',
  }),
  rollback: post('/sys/role/changeRollback', {
    access: who,
    body: z.strictObject({ id, reason: requiredText(500, '请填写原因') }),
    returns: z.object({ id: z.number() }),
    summary: '提出退回到变更以前的权限，同样由另一名安全管理员复核',
  }),
}
