import type { Db } from '../../kernel/db/index.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { rightsNotices } from '../rights-notices.ts'

/**
 * Tells the security officers that a system administrator moved a person or an office: with row rules by office that changes which rows
 * people see, and nobody approved it. In the transaction of the change; `from` and `to` are ids of offices.
 */
export async function officeChanged(
  k: Kernel,
  db: Db,
  call: Call,
  { from, to, ...about }: { from: number | null; to: number | null; what: string; userName: string | null },
): Promise<void> {
  if (from === to) return
  const offices = await db
    .selectFrom('office')
    .select(['id', 'name'])
    .where('id', 'in', [from ?? 0, to ?? 0])
    .execute()
  const nameOf = (id: number | null) => offices.find((office) => office.id === id)?.name ?? null
  await rightsNotices(k)?.movedOffice(db, { call, from: nameOf(from), to: nameOf(to), ...about })
}
