import type { RightsKind } from '../../../contract/identity/rights-back.ts'
import type { RowRule } from '../../../contract/row-rules.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Call } from '../../kernel/kernel.ts'
import { keepChange } from '../../kernel/way-back.ts'

interface Named {
  id: number
  name: string
}
type Rule = Omit<RowRule, 'resource'>
/** Names are kept beside the ids, so that what is gone by the time of a restore can be named. */
export interface KeptRole {
  code: string
  name: string
  description: string
  permissions: string[]
  menus: Named[]
  /** only of a deleted role: its rules went with it */
  rules?: RowRule[]
}
/** Of a role, because a rule that was deleted and made again has another id. */
export interface KeptRule {
  resource: RowRule['resource']
  rule: Rule | null
}
export interface KeptRoles {
  roles: Named[]
  terms: (Named & { from: string; to: string })[]
}
interface KeptOf {
  role: KeptRole
  dataRule: KeptRule
  userRoles: KeptRoles
}

/** Keeps a change of rights with both its sides, so that the earlier one can be restored (ADR 0990). */
export const keepRights = <K extends RightsKind>(
  db: Db,
  call: Call,
  kind: K,
  rowId: number,
  { name, before, after }: { name: string; before: KeptOf[K] | null; after: KeptOf[K] | null },
): Promise<void> => keepChange(db, call, { kind, rowId, name, before: before && { ...before }, after: after && { ...after } })

export async function keptRole(db: Db, id: number): Promise<KeptRole | null> {
  const role = await db.selectFrom('role').select(['code', 'name', 'description']).where('id', '=', id).executeTakeFirst()
  if (!role) return null
  const codes = await db.selectFrom('role_permission').select('permission').where('role_id', '=', id).orderBy('permission').execute()
  const menus = await db
    .selectFrom('role_menu as rm')
    .innerJoin('menu as m', 'm.id', 'rm.menu_id')
    .select(['m.id', 'm.name'])
    .where('rm.role_id', '=', id)
    .orderBy('m.id')
    .execute()
  return { ...role, permissions: codes.map(({ permission }) => permission), menus }
}

export async function keptRoles(db: Db, userId: number): Promise<KeptRoles> {
  const terms = await db
    .selectFrom('role_term as t')
    .innerJoin('role as r', 'r.id', 't.role_id')
    .select(['r.id', 'r.name', 't.starts_on as from', 't.ends_on as to'])
    .where('t.user_id', '=', userId)
    .orderBy('r.id')
    .execute()
  const held = await db
    .selectFrom('user_role as h')
    .innerJoin('role as r', 'r.id', 'h.role_id')
    .select(['r.id', 'r.name'])
    .where('h.user_id', '=', userId)
    .orderBy('r.id')
    .execute()
  return { roles: held.filter(({ id }) => !terms.some((term) => term.id === id)), terms }
}
