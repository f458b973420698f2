import { LRUCache } from 'lru-cache'
import type { RowRule } from '../../contract/row-rules.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { perKernel } from '../kernel/per-kernel.ts'
import { rulesOf } from './row-rules.ts'

/** What a user's roles open together; users with the same roles share it. */
export interface Rights {
  roles: readonly string[]
  permissions: ReadonlySet<string>
  rules: readonly RowRule[]
}

/**
 * SQL: the roles of a user, each with the mark that the database replaces when its permissions or row rules change (ADR 0973). Two users
 * with the same answer have the same rights. null: no roles.
 */
export const heldBy = (user: string): string =>
  `(select string_agg(hr.id || ' ' || hr.code || ' ' || hr.rights_mark, ',' order by hr.id)
    from user_role hur join role hr on hr.id = hur.role_id where hur.user_id = ${user})`

const byUser = {
  name: 'identity_rights',
  text: `select ${heldBy('$1')} as held,
      array(select r.code from user_role ur join role r on r.id = ur.role_id where ur.user_id = $1 order by r.code) as roles,
      array(select distinct p.permission from user_role ur join role_permission p on p.role_id = ur.role_id where ur.user_id = $1 order by 1) as permissions,
      ${rulesOf('$1')} as rules`,
}

const NOTHING: Rights = { roles: [], permissions: new Set(), rules: [] }
const keptOf = perKernel(() => new LRUCache<string, Rights>({ max: 500 }))

/**
 * The rights of a user whose roles were `held` a moment ago. They are read once for all who hold the same roles and again after a change,
 * which gives the roles another mark. One statement reads roles, marks and rights, so the rights kept under a mark are never older than it.
 */
export async function rightsOf(k: Kernel, userId: number, held: string | null): Promise<Rights> {
  if (held === null) return NOTHING
  const kept = keptOf(k)
  const known = kept.get(held)
  if (known) return known
  const {
    rows: [row],
  } = await k.pool.query<{ held: string | null; roles: string[]; permissions: string[]; rules: RowRule[] }>({ ...byUser, values: [userId] })
  if (!row || row.held === null) return NOTHING
  const rights = { roles: row.roles, permissions: new Set(row.permissions), rules: row.rules }
  kept.set(row.held, rights)
  return rights
}
