import { sql } from 'kysely'
import { rowResource } from '../../../contract/row-rules.ts'
import { quoted } from '../../../contract/quoted.ts'
import type { Db } from '../../kernel/db/index.ts'
import { lockedUser } from '../admin/locked-user.ts'
import { rightsOfRoles, type RoleRights } from '../admin/role-rights.ts'
import { changeable } from '../admin/roles.ts'
import type { Row } from './rows.ts'
import type { Given, Subject } from './subject.ts'

/** The present rights of a person or a role. */
interface Now {
  given: Given
  /** of a person */
  enabled?: boolean
}
export interface Stands extends Now {
  title: string
  version: number
  /** of an existing data rule */
  ruleId?: number
}

/** The present state, locked until the transaction ends, with its name for users. */
export async function standing(db: Db, subject: Subject): Promise<Stands> {
  if ('userId' in subject) {
    const { id, name, user_name, version } = await lockedUser(db, subject.userId)
    const now = (await peopleNow(db, [id])).get(id)!
    return { ...now, title: `${name}（${user_name}）的角色`, version }
  }
  const { id, name, version } = await changeable(db, subject.roleId)
  const given = givenOf((await rightsOfRoles(db, [id])).get(id)!, subject)
  if (!('resource' in subject)) return { title: `角色${quoted(name)}的权限与菜单`, given, version }
  const rule = await db
    .selectFrom('row_rule')
    .select(['id', 'version'])
    .where('role_id', '=', id)
    .where('resource', '=', subject.resource)
    .executeTakeFirst()
  const title = `角色${quoted(name)}的数据规则：${rowResource(subject.resource).title}`
  return { title, given, version: rule?.version ?? 0, ...(rule ? { ruleId: rule.id } : {}) }
}

/**
 * Locks the roles that a change gives to a person, before what they open is compared with what an officer saw: they get no further right
 * between the comparison and the grant, and a change of a role that comes after it finds a holder. Call it before the account is locked,
 * because a change of a role locks its holders after it.
 */
export async function lockGiven(db: Db, row: Pick<Row, 'user_id' | 'role_id' | 'after'>): Promise<void> {
  const ids = row.user_id === null ? [] : rolesIn(row)
  if (ids.length > 0) await db.selectFrom('role').select('id').where('id', 'in', ids).orderBy('id').forShare().execute()
}

/** What decides whether changes can still take effect. */
export interface Facts {
  people: ReadonlyMap<number, Now>
  roles: ReadonlyMap<number, RoleRights>
  menus: ReadonlySet<number>
}

/** Read for all these changes together, in as many queries for one as for a hundred, and without a lock. */
export async function factsOf(db: Db, rows: readonly Pick<Row, 'user_id' | 'role_id' | 'after'>[]): Promise<Facts> {
  const people = await peopleNow(
    db,
    rows.flatMap(({ user_id }) => user_id ?? []),
  )
  const roles = await rightsOfRoles(db, rows.flatMap(rolesIn))
  const asked = new Set(rows.flatMap(({ after }) => ('menuIds' in after ? after.menuIds : [])))
  const menus = await db
    .selectFrom('menu')
    .select('id')
    .where('id', 'in', [0, ...asked])
    .execute()
  return { people, roles, menus: new Set(menus.map(({ id }) => id)) }
}
const rolesIn = ({ role_id, after }: Pick<Row, 'role_id' | 'after'>): number[] => (role_id !== null ? [role_id] : rolesAsked(after))
/** The roles that a change would leave a person with, at whatever time. */
export const rolesAsked = (after: Given): number[] =>
  'roleIds' in after ? [...after.roleIds, ...after.terms.map(({ roleId }) => roleId)] : []

/** The present rights of what a change is about; undefined: it was deleted. */
export function nowOf({ people, roles }: Facts, subject: Subject): Now | undefined {
  if ('userId' in subject) return people.get(subject.userId)
  const role = roles.get(subject.roleId)
  return role && { given: givenOf(role, subject) }
}

function givenOf(role: RoleRights, subject: Subject): Given {
  if (!('resource' in subject))
    return { permissions: [...role.permissions].toSorted(), menuIds: [...role.menuIds].toSorted((a, b) => a - b) }
  const rule = role.rules.find(({ resource }) => resource === subject.resource)
  if (!rule) return { rule: null }
  return { rule: { scope: rule.scope, officeIds: rule.officeIds.toSorted((a, b) => a - b), lines: rule.lines } }
}

async function peopleNow(db: Db, ids: readonly number[]): Promise<Map<number, Now>> {
  const { rows } = await sql<{
    id: number
    office_id: number | null
    enabled: boolean
    unlimited: number[]
    terms: { roleId: number; from: string; to: string }[]
  }>`select u.id, u.office_id, u.enabled,
      array(select h.role_id from user_role h where h.user_id = u.id
        and not exists (select from role_term t where t.user_id = h.user_id and t.role_id = h.role_id) order by 1) as unlimited,
      (select coalesce(json_agg(json_build_object('roleId', t.role_id, 'from', t.starts_on, 'to', t.ends_on) order by t.role_id), '[]')
        from role_term t where t.user_id = u.id) as terms
    from sys_user u where u.id = any(${[...ids]})`.execute(db)
  return new Map(
    rows.map(({ id, office_id: officeId, enabled, unlimited, terms }) => [id, { given: { roleIds: unlimited, terms, officeId }, enabled }]),
  )
}
