import { sql } from 'kysely'
import type { UserType } from '../../../contract/endpoint.ts'
import { landingPages, ownPages } from '../../../contract/own-pages.ts'
import type { Db } from '../../kernel/db/index.ts'
import { AppError } from '../../kernel/errors.ts'

/** Pages that open without a menu entry. */
const ALWAYS: readonly string[] = [...ownPages, ...Object.values(landingPages)]

export interface Page {
  name: string
  roles: Set<number>
  /** the entries that lead to it */
  menuIds: Set<number>
}
const needsMenu = (url: string) => url.startsWith('/work/') && !ALWAYS.includes(url)
/**
 * The pages of the workbench, or other addresses that `takes` names, each with the roles whose menu opens it. An entry that is not clickable,
 * or stands in such a folder, opens none.
 */
export async function openedPages(db: Db, takes: (url: string) => boolean = needsMenu): Promise<Map<string, Page>> {
  const rows = await db.selectFrom('menu').select(['id', 'parent_id', 'name', 'url', 'disabled']).orderBy('id').execute()
  const given = Map.groupBy(await db.selectFrom('role_menu').selectAll().execute(), ({ menu_id }) => menu_id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isOff = (id: number | null): boolean => {
    const row = id === null ? undefined : byId.get(id)
    return row !== undefined && (row.disabled || isOff(row.parent_id))
  }
  const pages = new Map<string, Page>()
  for (const { id, name, url } of rows) {
    if (!takes(url) || isOff(id)) continue
    const page = pages.get(url) ?? { name, roles: new Set(), menuIds: new Set() }
    page.menuIds.add(id)
    for (const { role_id } of given.get(id) ?? []) page.roles.add(role_id)
    pages.set(url, page)
  }
  return pages
}

/** Which of these pages open for somebody, by the roles of the session. */
export async function pagesOpenTo(
  db: Db,
  { type, roles }: { type: UserType; roles: readonly string[] },
  urls: readonly string[],
): Promise<ReadonlySet<string>> {
  const held = await db
    .selectFrom('role')
    .select('id')
    .where('code', 'in', ['', ...roles])
    .execute()
  return openedBy(
    await openedPages(db),
    type,
    held.map(({ id }) => id),
    urls,
  )
}

/** The same for accounts, by the roles that they hold now. */
export async function pagesOpenToEach(
  db: Db,
  userIds: readonly number[],
  urls: readonly string[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  if (userIds.length === 0) return new Map()
  const people = await db
    .selectFrom('sys_user as u')
    .leftJoin('user_role as ur', 'ur.user_id', 'u.id')
    .where('u.id', '=', (e) => e.fn.any(e.val([...userIds])))
    .groupBy('u.id')
    .select(['u.id', 'u.type', sql<number[]>`array_remove(array_agg(ur.role_id), null)::int[]`.as('roles')])
    .execute()
  const pages = await openedPages(db)
  return new Map(people.map(({ id, type, roles }) => [id, openedBy(pages, type, roles, urls)]))
}

function openedBy(pages: Map<string, Page>, type: UserType, roles: readonly number[], urls: readonly string[]): Set<string> {
  const opens = (url: string) => ownPages.includes(url) || landingPages[type] === url || roles.some((id) => pages.get(url)?.roles.has(id))
  return new Set(urls.filter(opens))
}

/**
 * Refuses a change of the menu after which people cannot open a page that they could open before, until the administrator has read how many
 * they are and confirms it. Call it in the transaction of the change: the refusal takes the change back.
 */
export async function askBeforeClosing(db: Db, before: Map<string, Page>, confirmed: boolean): Promise<void> {
  if (confirmed) return
  const after = await openedPages(db)
  const closed: string[] = []
  for (const [url, { name, roles }] of before) {
    const still = [...(after.get(url)?.roles ?? [])]
    const lost = [...roles].filter((role) => !still.includes(role))
    if (lost.length === 0) continue
    const { people } = await db
      .selectFrom('sys_user as u')
      .where('u.enabled', '=', true)
      .where('u.id', 'in', (q) => q.selectFrom('user_role').select('user_id').where('role_id', 'in', lost))
      .where('u.id', 'not in', (q) =>
        q
          .selectFrom('user_role')
          .select('user_id')
          .where('role_id', 'in', [0, ...still]),
      )
      .select(sql<number>`count(*)::int`.as('people'))
      .executeTakeFirstOrThrow()
    if (people > 0) closed.push(`${people} 人将打不开“${name}”（${url}）`)
  }
  if (closed.length > 0) throw new AppError(200, 'CONFIRM', `${closed.join('；')}：没有别的菜单通往这个页面`)
}
