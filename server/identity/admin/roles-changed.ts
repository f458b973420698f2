import type { Db } from '../../kernel/db/index.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { rightsNotices } from '../rights-notices.ts'

/** Tells the holder which roles came and went, in the transaction of the change. `before` and `after` are the codes held. */
export async function rolesChanged(
  k: Kernel,
  db: Db,
  call: Call,
  { userId, before, after }: { userId: number; before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const given = after.filter((code) => !before.includes(code))
  const taken = before.filter((code) => !after.includes(code))
  if (given.length + taken.length === 0) return
  const roles = await db
    .selectFrom('role')
    .select(['code', 'name'])
    .where('code', 'in', [...given, ...taken])
    .orderBy('id')
    .execute()
  const named = (codes: readonly string[]) => roles.filter(({ code }) => codes.includes(code)).map(({ name }) => name)
  await rightsNotices(k)?.changedRoles(db, { userId, given: named(given), taken: named(taken), by: call.actor?.name ?? null })
}
