/** 修改记录 of roles, their data rules and a person's roles, with the way back to an earlier state. Ours, ADR 0990. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, page, paging, query, text, wireInt } from '../fields.ts'
import { change } from '../way-back.ts'

export const rightsKinds = ['role', 'dataRule', 'userRoles'] as const
export type RightsKind = (typeof rightsKinds)[number]

/** `version`: of what the change is about, as it is now; 0: it does not exist now */
const rightsRow = change.extend({ version: z.number() })
export type RightsRow = z.output<typeof rightsRow>

const who = can('role:manage')
export const rightsBack = {
  /** `id`: of the role (also for its data rules) or of the person; without it, of all roles, deleted ones too */
  history: get('/sys/role/history', {
    access: who,
    query: query({ kind: z.enum(rightsKinds), id: id.optional(), ...paging(50, 20) }),
    returns: page(rightsRow),
    summary: '角色、数据规则、一个人的角色的修改记录',
  }),
  /** `requested`: the change request that a colleague has to approve (RIGHTS_REVIEW); null: restored */
  restore: post('/sys/role/restore', {
    access: who,
    body: z.strictObject({ id, version: wireInt(0, 1_000_000_000), reason: text(200).default('') }),
    returns: z.object({ requested: z.number().nullable() }),
    summary: '恢复到一次修改以前的样子，检查与直接保存相同',
  }),
}
