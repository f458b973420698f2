import type { Kernel } from '../../server/kernel/kernel.ts'
import { seedOnce } from './once.ts'

interface AddedMenu {
  name: string
  url: string
  icon: string
  /** codes of the roles that see it */
  roles: readonly string[]
  /** name of the folder it stands in; top level without */
  folder?: string
}

/**
 * Entries that came after the first release, so that folders made before get them too: each once, at the end of its level. An entry whose
 * address the menu already holds is left as its administrators made it.
 */
export const addMenus = (k: Kernel, seedName: string, rows: readonly AddedMenu[]): Promise<void> =>
  seedOnce(k, seedName, () =>
    k.db.transaction().execute(async (db) => {
      for (const { name, url, icon, roles, folder } of rows) {
        if (await db.selectFrom('menu').select('id').where('url', '=', url).executeTakeFirst()) continue
        const parent = folder
          ? await db.selectFrom('menu').select('id').where('name', '=', folder).where('url', '=', '').orderBy('id').executeTakeFirst()
          : undefined
        const { last } = await db
          .selectFrom('menu')
          .select((e) => e.fn.coalesce(e.fn.max('sort'), e.lit(0)).as('last'))
          .where('parent_id', parent ? '=' : 'is', parent?.id ?? null)
          .executeTakeFirstOrThrow()
        const { id } = await db
          .insertInto('menu')
          .values({ parent_id: parent?.id ?? null, name, url, icon, sort: last + 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
        const given = await db.selectFrom('role').select('id').where('code', 'in', roles).execute()
        if (given.length > 0)
          await db
            .insertInto('role_menu')
            .values(given.map((role) => ({ role_id: role.id, menu_id: id })))
            .execute()
      }
    }),
  )
