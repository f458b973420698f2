import { sql } from 'kysely'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { askedByPage } from '../admin/screen-rights.ts'

/**
 * The roles that their holders did not use since then, as `user role`. The audit log does not say which permission a person needed, the log
 * of visits says which pages were opened: a page counts for each role that has the permission with which the page begins, and, where that is
 * not known, for each role that has the page in its menu. Pages of every member of staff say nothing, and a role without any page of its own
 * is never marked.
 */
export async function unusedRoles(k: Kernel, db: Db, since: string): Promise<Set<string>> {
  const pages = await pagesOfRoles(k, db)
  const { rows } = await sql<{ user_id: number; role_id: number; urls: string[] }>`
    select ur.user_id, ur.role_id, coalesce(v.urls, '{}') as urls
    from user_role ur join sys_user u on u.id = ur.user_id and u.type = 'YYF'
    left join lateral (select array_agg(distinct router_name) as urls from visit_log where user_id = u.id and at > ${since}) v on true
    where ur.granted_at <= ${since}`.execute(db)
  return new Set(
    rows
      .filter(({ role_id, urls }) => {
        const own = pages.get(role_id)
        return own !== undefined && !urls.some((url) => own.has(url))
      })
      .map(({ user_id, role_id }) => `${user_id} ${role_id}`),
  )
}

/** The pages that are work of a role. */
async function pagesOfRoles(k: Kernel, db: Db): Promise<Map<number, Set<string>>> {
  const held = await db.selectFrom('role_permission').select(['role_id', 'permission']).execute()
  const entries = await db.selectFrom('menu').select(['id', 'url']).where('url', 'like', '/%').execute()
  const given = await db.selectFrom('role_menu').select(['role_id', 'menu_id']).execute()
  const codes = Map.groupBy(held, ({ role_id }) => role_id)
  const menus = Map.groupBy(given, ({ role_id }) => role_id)
  const everybodys = new Set<string>(EVERYBODYS)
  const found = new Map<number, Set<string>>()
  for (const roleId of new Set([...codes.keys(), ...menus.keys()])) {
    const own = new Set((codes.get(roleId) ?? []).map(({ permission }) => permission))
    const listed = new Set((menus.get(roleId) ?? []).map(({ menu_id }) => menu_id))
    const urls = entries.flatMap(({ id, url }) => {
      const page = url.split(/[?#]/, 1)[0]!
      if (everybodys.has(page)) return []
      const asked = askedByPage(k, page)
      return (asked === null ? listed.has(id) : own.has(asked)) ? [page] : []
    })
    if (urls.length > 0) found.set(roleId, new Set(urls))
  }
  return found
}

/** Start pages and one's own messages and account. */
const EVERYBODYS = ['/work/operator', '/work/workbench', '/work/notice', '/work/account', '/work/myExport'] as const
