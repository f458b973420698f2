import { MENU_DEPTH } from '../../../contract/identity/menus.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalidField } from '../../kernel/errors.ts'
import { refuseWrongPlace } from '../../kernel/trees.ts'
import { only } from '../../kernel/way-back.ts'

/** Kind of its kept changes. */
export const MENU = 'menu'

/** What a menu entry is, besides its version. */
export type MenuValues = {
  parent_id: number | null
  name: string
  url: string
  description: string
  icon: string
  sort: number
  hidden: boolean
  disabled: boolean
}
const kept = ['parent_id', 'name', 'url', 'description', 'icon', 'sort', 'hidden', 'disabled'] as const
export const valuesOf = (row: MenuValues) => only(row, kept)

/** An entry, or its place, as the audit log shows it. */
export function loggedMenu(values: KeptMenu) {
  if ('place' in values) return values
  const { parent_id: parentMenuId, roles, ...own } = { roles: undefined, ...values }
  return { ...only(own, logged), parentMenuId, ...(roles ? { roleIds: roles.map(({ id }) => id) } : {}) }
}
const logged = ['name', 'url', 'description', 'icon', 'sort', 'hidden', 'disabled'] as const
/** What is kept of an entry, so that a change can be taken back. */
export type KeptMenu = (MenuValues & { roles?: readonly { id: number; version: number }[] }) | { place: number }

/** The entries of one level, in order. */
export const levelOf = async (db: Db, parentId: number | null): Promise<number[]> =>
  (
    await db.selectFrom('menu').select('id').where('parent_id', 'is not distinct from', parentId).orderBy('sort').orderBy('id').execute()
  ).map(({ id }) => id)
/** Who edits an entry meanwhile would put it back to its place, so its version counts the move. */
export async function setLevel(db: Db, order: readonly number[]): Promise<void> {
  for (const [sort, id] of order.entries())
    await db
      .updateTable('menu')
      .set((e) => ({ sort, version: e('version', '+', 1) }))
      .where('id', '=', id)
      .where('sort', '!=', sort)
      .execute()
}

/** The roles that see an entry, each as its officers last saved it. */
export const rolesOf = (db: Db, id: number): Promise<{ id: number; version: number }[]> =>
  db
    .selectFrom('role_menu as rm')
    .innerJoin('role as r', 'r.id', 'rm.role_id')
    .where('rm.menu_id', '=', id)
    .select(['r.id', 'r.version'])
    .orderBy('r.id')
    .execute()

/**
 * Refuses an entry below itself, below an address or too deep, and a second one of the same name, or with the same address for the same kind of
 * user. `roleIds`: who will see a new entry.
 */
export async function refuseMenu(
  db: Db,
  id: number | undefined,
  { parent_id, name, url }: Pick<MenuValues, 'parent_id' | 'name' | 'url'>,
  roleIds: readonly number[] = [],
): Promise<void> {
  const rows = await db.selectFrom('menu').select(['id', 'parent_id', 'name', 'url']).execute()
  refuseWrongPlace(rows, id, parent_id, MENU_DEPTH, '菜单')
  if (parent_id !== null && rows.find((row) => row.id === parent_id)?.url !== '') throw invalidField('parentId', '上级须是没有地址的目录')
  if (id !== undefined && url !== '' && rows.some((row) => row.parent_id === id)) throw invalidField('url', '有下级的目录不能有地址')
  if (rows.some((row) => row.id !== id && row.parent_id === parent_id && row.name === name)) throw invalidField('name', '同级已有这个菜单')
  if (url === '' || rows.find((row) => row.id === id)?.url === url) return
  const given = await givenTo(db)
  const own = kindsOf(given.filter(({ menu_id, role_id }) => (id === undefined ? roleIds.includes(role_id) : menu_id === id)))
  const isSame = (menuId: number) => kindsOf(given.filter(({ menu_id }) => menu_id === menuId)).some((kind) => own.includes(kind))
  const twin = rows.find((row) => row.id !== id && row.url === url && isSame(row.id))
  if (twin) throw invalidField('url', `菜单“${twin.name}”已是这个地址`)
}

const givenTo = (db: Db) =>
  db.selectFrom('role_menu as rm').innerJoin('role as r', 'r.id', 'rm.role_id').select(['rm.menu_id', 'rm.role_id', 'r.code']).execute()
/** For whom an entry is: companies and persons have entries of their own, which the platform gives them; all others are for staff. */
const kindsOf = (given: readonly { code: string }[]): readonly string[] =>
  given.length === 0 ? ['staff'] : given.map(({ code }) => (code === 'enterprise' || code === 'individual' ? code : 'staff'))
