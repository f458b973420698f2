import type { Parsed } from '../../../contract/endpoint.ts'
import { NAMED_PEOPLE, type RightsEffect, type rightsPreview } from '../../../contract/identity/rights-effect.ts'
import { permissions, type PermissionCode } from '../../../contract/permissions.ts'
import { rowResource, rowResourceKeys, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import { type Expression, sql } from 'kysely'
import { today } from '../../kernel/clock.ts'
import { invalidField, notFound } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { rowSource } from '../../kernel/access/row-sources.ts'
import { rolesFrom, rolesTogether } from '../roles-by-day.ts'
import { newConflicts, pairInWords } from '../conflicting-rights.ts'
import { asIf } from './held-rights.ts'
import { rowsOfPages } from './page-rows.ts'
import { acting, rightsOfRoles, together, type RoleRights } from './role-rights.ts'

/** number of people whose rows are counted */
const PEOPLE = 10

interface Person {
  id: number
  name: string
  office_id: number | null
  office_name: string | null
  roleIds: number[]
}

/** What the holders of a role would gain and lose with these rights. */
export async function previewRole(k: Kernel, asked: Parsed<typeof rightsPreview.role>['body']): Promise<RightsEffect> {
  if (!(await k.db.selectFrom('role').select('id').where('id', '=', asked.id).executeTakeFirst())) throw notFound('该角色不存在或已被删除')
  const holding = k.db
    .selectFrom('sys_user as u')
    .where('u.enabled', '=', true)
    .where((e) =>
      e.exists(e.selectFrom('user_role as h').select('h.role_id').whereRef('h.user_id', '=', 'u.id').where('h.role_id', '=', asked.id)),
    )
  const holders = await holding.select('u.id').orderBy('u.id').execute()
  const people = await peopleOf(
    k,
    holders.map(({ id }) => id),
  )
  const known = await rightsOfRoles(k.db, [asked.id, ...people.flatMap(({ roleIds }) => roleIds)])
  const now = known.get(asked.id)!
  const then: RoleRights = { ...now, permissions: new Set(asked.permissions), menuIds: new Set(asked.menuIds) }
  const changes = people.map((person) => ({
    person,
    before: person.roleIds.map((id) => known.get(id)!),
    after: person.roleIds.map((id) => (id === asked.id ? then : known.get(id)!)),
  }))
  return effectOf(k, holders.length, [now], [then], changes)
}

/**
 * What one person would gain and lose with these roles from this day on, with the roles that begin later. Rights that conflict are named when
 * their roles run together on some day.
 */
export async function previewPerson(
  k: Kernel,
  asked: Parsed<typeof rightsPreview.person>['body'],
  day = today(k.clock),
): Promise<RightsEffect> {
  const given = {
    roleIds: asked.roleIds,
    terms: asked.terms.map(({ roleId, from, to }) => ({ roleId, from: from ?? day, to })),
  }
  const roleIds = rolesFrom(day, given)
  const [person] = await peopleOf(k, [asked.id])
  if (!person) throw notFound('该用户不存在或已被删除')
  const known = await rightsOfRoles(k.db, [...person.roleIds, ...roleIds])
  if (roleIds.some((id) => !known.has(id))) throw invalidField('roleIds', '所选角色不存在或已被删除')
  const before = person.roleIds.map((id) => known.get(id)!)
  const rightsOf = (ids: readonly number[]) => ids.map((id) => known.get(id)!)
  const after = rightsOf(roleIds)
  return effectOf(k, 1, before, after, [{ person, before, after, atOnce: rolesTogether(day, given).map(rightsOf) }])
}

async function peopleOf(k: Kernel, ids: readonly number[]): Promise<Person[]> {
  const rows = await k.db
    .selectFrom('sys_user as u')
    .leftJoin('office as o', 'o.id', 'u.office_id')
    .where((e) => isOneOf(e.ref('u.id'), ids))
    .where('u.type', '=', 'YYF')
    .select(['u.id', 'u.name', 'u.office_id', 'o.name as office_name'])
    .orderBy('u.id')
    .execute()
  const held = await k.db
    .selectFrom('user_role')
    .select(['user_id', 'role_id'])
    .where((e) => isOneOf(e.ref('user_id'), ids))
    .execute()
  const rolesOf = Map.groupBy(held, ({ user_id }) => user_id)
  return rows.map((row) => ({ ...row, roleIds: (rolesOf.get(row.id) ?? []).map(({ role_id }) => role_id) }))
}
/** As one value, because a role can have thousands of holders. */
const isOneOf = (column: Expression<number>, ids: readonly number[]) => sql<boolean>`${column} = any(${[...ids]}::int[])`

export interface Change {
  person: Person
  before: RoleRights[]
  after: RoleRights[]
  /** the roles that run together on some day; missing: all of `after` do */
  atOnce?: RoleRights[][]
}
const without = <T>(all: ReadonlySet<T>, some: ReadonlySet<T>): Set<T> => new Set([...all].filter((one) => !some.has(one)))

const codesOf = (roles: readonly RoleRights[]) => roles.map((role) => role.permissions)

async function effectOf(
  k: Kernel,
  holders: number,
  from: readonly RoleRights[],
  to: readonly RoleRights[],
  changes: readonly Change[],
): Promise<RightsEffect> {
  const [now, then] = [together(from), together(to)]
  const gained = without(then.permissions, now.permissions)
  const lost = without(now.permissions, then.permissions)
  const menusGained = without(then.menuIds, now.menuIds)
  const menusLost = without(now.menuIds, then.menuIds)
  const menus = await k.db
    .selectFrom('menu')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...menusGained, ...menusLost])
    .orderBy('id')
    .execute()
  const named = (ids: ReadonlySet<number>) => menus.filter(({ id }) => ids.has(id)).map(({ name }) => name)
  const rows: RightsEffect['rows'] = []
  for (const resource of rowResourceKeys) {
    const people = await countsOf(k, resource, changes.slice(0, PEOPLE), new Set([...gained, ...lost]))
    if (people.some(({ before, after }) => before !== after)) rows.push({ title: rowResource(resource).title, page: null, people })
  }
  rows.push(...(await rowsOfPages(k, changes.slice(0, PEOPLE), new Set([...menusGained, ...menusLost]))))
  const words = (codes: ReadonlySet<PermissionCode>) => [...codes].map((code) => permissions[code].name)
  const met = new Set(
    changes.flatMap((one) => (one.atOnce ?? [one.after]).flatMap((roles) => newConflicts(codesOf(one.before), codesOf(roles)))),
  )
  return {
    holders,
    ...whoOf(changes),
    gained: words(gained),
    lost: words(lost),
    conflicts: [...met].map(pairInWords),
    menusGained: named(menusGained),
    menusLost: named(menusLost),
    voids: [],
    rows,
  }
}

/** The people for whom a permission or a menu is new or gone, also with their other roles. */
function whoOf(changes: readonly Change[]): Pick<RightsEffect, 'gains' | 'loses'> {
  const [gains, loses]: [string[], string[]] = [[], []]
  for (const { person, before, after } of changes) {
    const [now, then] = [together(before), together(after)]
    const isMore = (a: typeof now, b: typeof now) =>
      without(b.permissions, a.permissions).size > 0 || without(b.menuIds, a.menuIds).size > 0
    if (isMore(now, then)) gains.push(person.name)
    if (isMore(then, now)) loses.push(person.name)
  }
  return { gains: firstNamed(gains), loses: firstNamed(loses) }
}
export const firstNamed = (names: readonly string[]) => ({ count: names.length, names: names.slice(0, NAMED_PEOPLE) })

/** The rows that each of these people sees now and would see; people whom the change cannot affect are skipped. */
async function countsOf(k: Kernel, resource: RowResourceKey, changes: readonly Change[], touched: ReadonlySet<PermissionCode>) {
  const found = []
  for (const { person, before, after } of changes) {
    const rules = [acting(before, resource), acting(after, resource)] as const
    const isSame = JSON.stringify(rules[0]) === JSON.stringify(rules[1]) && !rowResource(resource).needs.some((code) => touched.has(code))
    if (isSame) continue
    const count = (all: readonly RoleRights[], own: readonly RowRule[]) =>
      rowSource(k, resource).count(asIf(person, together(all).permissions, own))
    found.push({
      id: person.id,
      name: person.name,
      officeName: person.office_name,
      before: await count(before, rules[0]),
      after: await count(after, rules[1]),
    })
  }
  return found
}
