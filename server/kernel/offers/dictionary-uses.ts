import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** Where a domain stores dictionary values. */
export interface DictionaryUse {
  /** the place, as the administrator reads it: 企业档案的行业 */
  title: string
  /** A query with one column `value`: one row for every stored value of the dictionary; null when this place stores none of it. */
  values?(type: string): RawBuilder<unknown> | null
  /** A query with one column `value`: one row for every definition (field, form) that refers to the whole dictionary. */
  definitions?(type: string): RawBuilder<unknown>
}

const uses = perKernel((): DictionaryUse[] => [])

/** A domain registers where it stores dictionary values; the dictionary screen counts the uses before it deletes or disables a value. */
export const usesDictionary = (k: Kernel, use: DictionaryUse): void => void uses(k).push(use)

/** Counts by place the records that use the dictionary (all its values, or those named); places without uses are left out. */
export async function dictionaryUses(
  k: Kernel,
  db: Db,
  type: string,
  values?: readonly string[],
): Promise<{ title: string; count: number }[]> {
  const found: { title: string; count: number }[] = []
  for (const use of uses(k)) {
    const stored = use.values?.(type) ?? (values ? null : use.definitions?.(type))
    if (!stored) continue
    const only = values ? sql`u.value = any(${[...values]}::text[])` : sql`u.value is not null`
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${stored}) u where ${only}`.execute(db)
    if (rows[0]!.n > 0) found.push({ title: use.title, count: rows[0]!.n })
  }
  return found
}
