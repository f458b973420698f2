import { sql } from 'kysely'
import type { HeldRole } from '../../../contract/identity/access.ts'
import { permissions } from '../../../contract/permissions.ts'
import { rowResource, rowResourceKeys, type RowResourceKey, type RowRule } from '../../../contract/row-rules.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { rolesOf, staffNamed } from './explain.ts'
import { namedIn, ruleWords } from './rule-words.ts'

interface MenuOfRole {
  role_id: number
  name: string
}

/** What a person's roles give, before a single question is asked: screens, permissions, and which rows of which data. */
export async function heldOverview(k: Kernel, userId: number): Promise<HeldRole[]> {
  await staffNamed(k, userId)
  const held = await rolesOf(k, userId)
  const ids = [0, ...held.map((role) => role.id)]
  const menus = await sql<MenuOfRole>`select rm.role_id, m.name from role_menu rm join menu m on m.id = rm.menu_id
    where rm.role_id in (${sql.join(ids)}) and m.url <> '' and not m.disabled order by m.sort, m.id`.execute(k.db)
  const rows = await k.db
    .selectFrom('row_rule')
    .selectAll()
    .where('role_id', 'in', ids)
    // A resource of a later version, after a downgrade, is neither shown nor applied.
    .where('resource', 'in', rowResourceKeys)
    .orderBy('id')
    .execute()
  const ruleOf = (row: (typeof rows)[number]): RowRule => ({
    resource: row.resource as RowResourceKey,
    scope: row.scope,
    officeIds: row.office_ids,
    lines: row.lines,
  })
  const named = await namedIn(k, rows.map(ruleOf))
  return held.map((role) => ({
    roleId: role.id,
    roleName: role.name,
    term: role.to === null ? null : `${role.from} 至 ${role.to}`,
    planned: role.planned,
    screens: menus.rows.filter((menu) => menu.role_id === role.id).map((menu) => menu.name),
    permissions: role.permissions.flatMap((code) => permissions[code]?.name ?? []),
    data: rows
      .filter((row) => row.role_id === role.id)
      .map(ruleOf)
      .map((rule) => ({ title: rowResource(rule.resource).title, words: ruleWords(named, rule) })),
  }))
}
