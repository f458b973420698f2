import type { Db } from '../../kernel/db/index.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { rightsNotices } from '../rights-notices.ts'

/** A role that a person holds, and its last day; null: for good. */
export type Ends = ReadonlyMap<number, string | null>

/**
 * Tells the holder which roles came and went, and of which the last day is another one, in the transaction of the change. `before` and `after`
 * are the codes held.
 */
export async function rolesChanged(
  k: Kernel,
  db: Db,
  call: Call,
  {
    userId,
    before,
    after,
    ends,
  }: { userId: number; before: readonly string[]; after: readonly string[]; ends?: { before: Ends; after: Ends } },
): Promise<void> {
  const given = after.filter((code) => !before.includes(code))
  const taken = before.filter((code) => !after.includes(code))
  const kept = before.filter((code) => after.includes(code))
  if (given.length + taken.length === 0 && !ends) return
  const roles = await db
    .selectFrom('role')
    .select(['id', 'code', 'name'])
    .where('code', 'in', ['', ...given, ...taken, ...(ends ? kept : [])])
    .orderBy('id')
    .execute()
  const named = (codes: readonly string[]) => roles.filter(({ code }) => codes.includes(code)).map(({ name }) => name)
  const terms = roles
    .filter(({ code, id }) => kept.includes(code) && ends?.before.get(id) !== ends?.after.get(id))
    .map(({ id, name }) => ({ name, to: ends?.after.get(id) ?? null }))
  if (given.length + taken.length + terms.length === 0) return
  await rightsNotices(k)?.changedRoles(db, { userId, given: named(given), taken: named(taken), terms, by: call.actor?.name ?? null })
}
