import type { PermissionCode } from '../contract/permissions.ts'
import { DEMO_PASSWORD } from '../server/identity/demo-accounts.ts'
import { createUser } from '../server/identity/index.ts'
import { hashPassword } from '../server/kernel/access/password.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import type { Db } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { seedOnce } from './once.ts'
import { rulesForNewRights } from './row-rules.ts'

/** Permissions by code of the role. */
type Rights = Readonly<Record<string, readonly PermissionCode[]>>
interface Entry {
  name: string
  url: string
  icon: string
  /** codes of the roles that see it */
  roles: readonly string[]
  /** name of its folder; default: top level */
  folder?: string
  /** place among its neighbours; default: last */
  sort?: number
}

/** Sort value of the user’s own messages and account, after all other entries. */
export const OWN_SORT = 9000

/**
 * Adds permissions and menu entries that came after the first release, also to older data folders: each name once, in one transaction.
 * Missing roles are skipped; an entry whose address is in the menu already stays as administrators made it.
 */
export const addOnce = (k: Kernel, seedName: string, { rights = {}, menus = [] }: { rights?: Rights; menus?: readonly Entry[] }) =>
  seedOnce(k, seedName, () =>
    k.db.transaction().execute(async (db) => {
      await giveRights(db, rights)
      for (const entry of menus) await addEntry(db, entry)
    }),
  )
export const addRights = (k: Kernel, seedName: string, rights: Rights): Promise<void> => addOnce(k, seedName, { rights })
export const addMenus = (k: Kernel, seedName: string, menus: readonly Entry[]): Promise<void> => addOnce(k, seedName, { menus })

/** For a seed with its own transaction. */
export async function giveRights(db: Db, rights: Rights): Promise<void> {
  const codes = Object.keys(rights)
  if (codes.length === 0) return
  const roles = await db.selectFrom('role').select(['id', 'code']).where('code', 'in', codes).execute()
  const rows = roles.flatMap(({ id, code }) => rights[code]!.map((permission) => ({ role_id: id, permission })))
  if (rows.length === 0) return
  await db
    .insertInto('role_permission')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute()
  await rulesForNewRights(
    db,
    roles.map(({ id }) => id),
  )
}

interface NewRole {
  code: string
  name: string
  rights: readonly PermissionCode[]
  /** addresses of the menu entries that it sees; those that are not in the menu are left out */
  menus: readonly string[]
}
/** A role that came after the first release; one that is there keeps its name. For a seed with its own transaction. */
export async function addRole(db: Db, { code, name, rights, menus }: NewRole): Promise<void> {
  const { id } = await db
    .insertInto('role')
    .values({ code, name })
    .onConflict((c) => c.column('code').doUpdateSet({ code }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await giveRights(db, { [code]: rights })
  const entries = await db
    .selectFrom('menu')
    .select('id')
    .where('url', 'in', [...menus])
    .execute()
  if (entries.length === 0) return
  await db
    .insertInto('role_menu')
    .values(entries.map((entry) => ({ role_id: id, menu_id: entry.id })))
    .onConflict((c) => c.doNothing())
    .execute()
}

interface StaffMember {
  userName: string
  name: string
  /** codes */
  roles: readonly string[]
  officeCode: string
}
/** Demo accounts of staff, with the password of all demo accounts; a name that is taken stays as it is. */
export const addPeople = (k: Kernel, seedName: string, people: readonly StaffMember[]): Promise<void> =>
  seedOnce(k, seedName, async () => {
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    for (const { roles, ...person } of people) {
      if (await k.db.selectFrom('sys_user').select('id').where('user_name', '=', person.userName).executeTakeFirst()) continue
      const user = { ...person, roles: [...roles], type: 'YYF' as const, passwordHash }
      await k.db.transaction().execute((db) => createUser(db, systemCall('seed'), user, k.clock.now()))
    }
  })

async function addEntry(db: Db, { name, url, icon, roles, folder, sort }: Entry): Promise<void> {
  if (await db.selectFrom('menu').select('id').where('url', '=', url).executeTakeFirst()) return
  const parent = folder
    ? await db.selectFrom('menu').select('id').where('name', '=', folder).where('url', '=', '').orderBy('id').executeTakeFirst()
    : undefined
  const { last } = await db
    .selectFrom('menu')
    .select((e) => e.fn.coalesce(e.fn.max('sort'), e.lit(0)).as('last'))
    .where('parent_id', parent ? '=' : 'is', parent?.id ?? null)
    .where('sort', '<', OWN_SORT)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('menu')
    .values({ parent_id: parent?.id ?? null, name, url, icon, sort: sort ?? last + 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const given = await db.selectFrom('role').select('id').where('code', 'in', roles).execute()
  if (given.length > 0)
    await db
      .insertInto('role_menu')
      .values(given.map((role) => ({ role_id: role.id, menu_id: id })))
      .execute()
}
