import type { RightsEffect } from '../../../contract/identity/rights-effect.ts'
import type { PermissionCode } from '../../../contract/permissions.ts'
import { rowResource, rowResourceKeys, type RowResourceKey } from '../../../contract/row-rules.ts'
import { rowSource } from '../../kernel/access/row-sources.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { openedPages, type Page } from './closed-pages.ts'
import { asIf } from './held-rights.ts'
import type { Change } from './rights-effect.ts'
import { acting, together, type RoleRights } from './role-rights.ts'
import { askedByPage } from './screen-rights.ts'

/** The kinds of data that a page with this permission shows: the one that is called like it, otherwise all that need it. */
function shownBy(code: PermissionCode): RowResourceKey[] {
  const needing = rowResourceKeys.filter((key) => rowResource(key).needs.includes(code))
  const own = needing.filter((key) => key === code.split(':', 1)[0])
  return own.length > 0 ? own : needing
}

/**
 * Rows that come into view, or leave it, because a page opens or closes while permission and rule stay (ADR 1033): a call could read them
 * before, but whoever works with pages could not.
 */
export async function rowsOfPages(k: Kernel, changes: readonly Change[], touched: ReadonlySet<number>): Promise<RightsEffect['rows']> {
  if (touched.size === 0) return []
  const found: RightsEffect['rows'] = []
  for (const [url, page] of await openedPages(k.db)) {
    const asked = askedByPage(k, url)
    if (asked === null || ![...page.menuIds].some((id) => touched.has(id))) continue
    for (const resource of shownBy(asked)) {
      const people = await countsBy(k, page, asked, resource, changes)
      if (people.length > 0) found.push({ title: rowResource(resource).title, page: page.name, people })
    }
  }
  return found
}

async function countsBy(k: Kernel, page: Page, asked: PermissionCode, resource: RowResourceKey, changes: readonly Change[]) {
  const found = []
  for (const { person, before, after } of changes) {
    const reads = (roles: readonly RoleRights[]) => together(roles).permissions.has(asked)
    const opens = (roles: readonly RoleRights[]) => [...together(roles).menuIds].some((id) => page.menuIds.has(id))
    // Where the permission changes as well, the rows stand among those of the kind of data.
    if (!reads(before) || !reads(after) || opens(before) === opens(after)) continue
    const count = await rowSource(k, resource).count(asIf(person, together(after).permissions, acting(after, resource)))
    if (count === 0) continue
    found.push({
      id: person.id,
      name: person.name,
      officeName: person.office_name,
      before: opens(before) ? count : 0,
      after: opens(after) ? count : 0,
    })
  }
  return found
}
