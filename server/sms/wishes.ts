import { sql } from 'kysely'
import type { SmsPurpose, SmsSkip } from '../../contract/sms/states.ts'
import { blindIndex, blindIndexes } from '../kernel/access/pii.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'

interface Wish {
  notice: boolean
  promotion: boolean
}

/** The choices of the owners of numbers, by the given index. During key rotation a choice may stand under the index of an earlier key. */
export async function wishesOf(k: Kernel, db: Db, numbers: readonly { index: string; phone: string }[]): Promise<Map<string, Wish>> {
  const isRotating = (k.previousSecrets ?? []).length > 0
  const of = new Map<string, string>()
  for (const { index, phone } of numbers) for (const one of isRotating ? blindIndexes(k, phone) : [index]) of.set(one, index)
  const rows = await db
    .selectFrom('sms_choice')
    .select(['phone_index', 'notice', 'promotion'])
    .where(sql<boolean>`phone_index = any(${[...of.keys()]})`)
    .execute()
  return new Map(rows.map((row) => [of.get(row.phone_index)!, row]))
}

/** Why the owner of a number does not want this message; null when they do. */
export const unwanted = (wish: Wish | undefined, purpose: SmsPurpose): SmsSkip | null =>
  wish && !wish.notice ? 'out' : purpose === 'promotion' && !wish?.promotion ? 'consent' : null

/** Whether the owner of a number wants no text messages at all; codes do not ask. */
export async function hasOptedOut(k: Kernel, phone: string): Promise<boolean> {
  const wishes = await wishesOf(k, k.db, [{ index: blindIndex(k, phone), phone }])
  return [...wishes.values()].some((wish) => !wish.notice)
}
