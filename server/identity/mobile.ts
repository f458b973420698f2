import type { UserType } from '../../contract/endpoint.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { blindIndex, blindIndexes, openPii, sealPii } from '../kernel/access/pii.ts'

/** A phone number as an account stores it: sealed, with its blind index, and since when it is this account's. */
export const mobileColumns = (k: Kernel, phone: string | null) => ({
  mobile: phone === null ? null : sealPii(k, phone),
  mobile_index: phone === null ? null : blindIndex(k, phone),
  mobile_since: phone === null ? null : k.clock.now().toISOString(),
})

/** Whether an account of this type already has the number. A unique index refuses parallel duplicates. */
export async function mobileTaken(
  k: Kernel,
  db: Db,
  { type, phone, except }: { type: UserType; phone: string; except: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('sys_user')
    .select('id')
    .where('type', '=', type)
    .where('mobile_index', 'in', blindIndexes(k, phone))
    .where('id', '!=', except)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds the blind index to numbers stored before it existed. When two accounts of a type have the same number, the older one keeps it. */
export async function indexMobiles(k: Kernel): Promise<void> {
  const rows = await k.db
    .selectFrom('sys_user')
    .select(['id', 'type', 'mobile'])
    .where('mobile', 'is not', null)
    .where('mobile_index', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id, type, mobile } of rows) {
    const phone = openPii(k, mobile!)
    if (await mobileTaken(k, k.db, { type, phone, except: id })) continue
    await k.db
      .updateTable('sys_user')
      .set({ mobile_index: blindIndex(k, phone) })
      .where('id', '=', id)
      .where('mobile', '=', mobile)
      .execute()
  }
}
