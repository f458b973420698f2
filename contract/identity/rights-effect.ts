/**
 * The effect of a change of rights before it is made (domains/identity.md D1): who gains and loses what, and how many rows. Ours, ADR 0714.
 */
import { z } from 'zod'
import { can, post } from '../endpoint.ts'
import { id } from '../fields.ts'
import { roleRights } from './roles.ts'
import { saveRolesBody } from './users.ts'

/** people named one by one; of more only their number is told */
export const NAMED_PEOPLE = 20
const names = z.array(z.string())
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
}
