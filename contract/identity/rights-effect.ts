/**
 * The effect of a change of rights before it is made (domains/identity.md D1): who gains and loses what, and how many rows. Ours, ADR 0714.
 */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, query } from '../fields.ts'
import { roleRights } from './roles.ts'
import { saveRolesBody } from './users.ts'

/** people named one by one; of more only their number is told */
export const NAMED_PEOPLE = 20
const names = z.array(z.string())
/** A request for another change of the same rights, which is not decided or has not begun yet. */
export const openChange = z.object({
  proposedBy: z.string(),
  proposeTime: z.string(),
  startTime: z.string().nullable(),
  /** it is approved and waits for its start */
  approved: z.boolean(),
})
export type OpenChange = z.output<typeof openChange>
const people = z.object({ count: z.number(), names: names.max(NAMED_PEOPLE) })
export const rightsEffect = z.object({
  /** enabled accounts that are affected */
  holders: z.number(),
  /** who gets a permission, a menu or rows, and who loses one; a role that gives nothing new to its holders gives to nobody */
  gains: people,
  loses: people,
  /** names of permissions and menu entries */
  gained: names,
  lost: names,
  /** pairs of rights that one person should not hold alone, and would hold now, in words */
  conflicts: names,
  menusGained: names,
  menusLost: names,
  /** requests that become void when this is saved directly; none for the effect of a request itself */
  voids: z.array(openChange),
  /**
   * Kinds of data of which users would see other rows: numbers of the first users, before and after. `page`: permission and rule are theirs
   * already or stay, and only this page opens or closes.
   */
  rows: z.array(
    z.object({
      title: z.string(),
      page: z.string().nullable(),
      people: z.array(
        z.object({ id: z.number(), name: z.string(), officeName: z.string().nullable(), before: z.number(), after: z.number() }),
      ),
    }),
  ),
})
export type RightsEffect = z.output<typeof rightsEffect>

const who = can('role:manage')
export const rightsPreview = {
  role: post('/sys/role/preview', {
    access: who,
    body: z.strictObject({ id, permissions: roleRights.permissions.unwrap(), menuIds: roleRights.menuIds.unwrap() }),
    returns: rightsEffect,
    summary: '预览修改角色的影响：谁多了、少了什么，各类数据看得见几条',
  }),
  person: post('/sys/user/previewRoles', {
    access: who,
    /** `terms`: roles for some days, as they are saved */
    body: saveRolesBody.omit({ version: true }),
    returns: rightsEffect,
    summary: '预览授予、收回角色的影响',
  }),
  /** who is about to grant roles directly should know before, because it makes the request void */
  waiting: get('/sys/user/waitingRoles', {
    access: who,
    query: query({ id }),
    returns: z.array(openChange),
    summary: '这个人的角色变更申请，正待复核或待生效的',
  }),
}
