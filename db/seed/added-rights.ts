import type { Kernel } from '../../server/kernel/kernel.ts'
import { seedOnce } from './once.ts'

/** Rights that came after the first release, by code of the role, so that folders made before get them too: each once; absent roles are left out. */
export const addRights = (k: Kernel, seedName: string, rights: Readonly<Record<string, readonly string[]>>): Promise<void> =>
  seedOnce(k, seedName, async () => {
    const roles = await k.db.selectFrom('role').select(['id', 'code']).where('code', 'in', Object.keys(rights)).execute()
    const rows = roles.flatMap(({ id, code }) => rights[code]!.map((permission) => ({ role_id: id, permission })))
    if (rows.length === 0) return
    await k.db
      .insertInto('role_permission')
      .values(rows)
      .onConflict((c) => c.doNothing())
      .execute()
  })
