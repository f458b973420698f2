import type { Db } from '../../kernel/db/index.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { givenPerKernel } from '../../kernel/per-kernel.ts'

interface Moved {
  call: Call
  /** such as 方芸（front1） */
  what: string
  /** null: none */
  from: string | null
  to: string | null
  /** the user name to look for in the list of users; null for an office */
  userName: string | null
}

const telling = givenPerKernel<(db: Db, moved: Moved) => Promise<unknown>>()
/** Notices belong to a domain that depends on this one, so a later domain registers this. */
export const tellsMovedOffice = telling.give

/**
 * Tells the security officers that a system administrator moved a person or an office: with row rules by office that changes which rows
 * people see, and nobody approved it. In the transaction of the change; `from` and `to` are ids of offices.
 */
export async function officeChanged(
  k: Kernel,
  db: Db,
  call: Call,
  { from, to, ...about }: { from: number | null; to: number | null } & Pick<Moved, 'what' | 'userName'>,
): Promise<void> {
  if (from === to) return
  const offices = await db
    .selectFrom('office')
    .select(['id', 'name'])
    .where('id', 'in', [from ?? 0, to ?? 0])
    .execute()
  const nameOf = (id: number | null) => offices.find((office) => office.id === id)?.name ?? null
  await telling.of(k)?.(db, { call, from: nameOf(from), to: nameOf(to), ...about })
}
