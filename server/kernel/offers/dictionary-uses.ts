import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** Where a domain stores values of dictionaries. */
export interface DictionaryUse {
  /** as the administrator reads it: 企业档案的行业 */
  title: string
  /** A query with one column `value`, a row for every stored value of the dictionary; null when this place holds none of it. */
  values?(type: string): RawBuilder<unknown> | null
  /** A query with one column `value`, a row for every definition (field, form) that names the dictionary as a whole. */
  definitions?(type: string): RawBuilder<unknown>
}

const uses = perKernel((): DictionaryUse[] => [])

/** A domain says where it stores values of dictionaries; the dictionary screen counts them before it deletes or disables one. */
export const usesDictionary = (k: Kernel, use: DictionaryUse): void => void uses(k).push(use)

/** In how many records values of the dictionary stand (of all its values, or of those named), by place; places without any are left out. */
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
