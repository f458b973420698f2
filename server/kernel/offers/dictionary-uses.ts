import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** Where a domain stores dictionary values. */
export interface DictionaryUse {
  /** the place, as the administrator reads it: 企业档案的行业 */
  title: string
  /** the columns of this place, as table.column; `dictionaries.test.ts` compares them with the tables */
  columns: readonly string[]
  /** the dictionaries whose values are stored here; absent where an administrator chooses the dictionary of a field */
  types?: readonly string[]
  /** A query with one column `value`: one row for every stored value of the dictionary, which is one of `types`. */
  values?(type: string): RawBuilder<unknown>
  /** A query with one column `value`: one row for every definition (field, form) that refers to the whole dictionary. */
  definitions?(type: string): RawBuilder<unknown>
}

const uses = perKernel((): DictionaryUse[] => [])

/** A domain registers where it stores dictionary values; the dictionary screen counts the uses before it deletes or disables a value. */
export const usesDictionary = (k: Kernel, use: DictionaryUse): void => void uses(k).push(use)

/** All registered places, for the test that compares them with the dictionaries and the tables. */
export const dictionaryPlaces = (k: Kernel): readonly DictionaryUse[] => uses(k)

/** Registers a column of text, or of a list of texts, that holds values of one dictionary. Rows marked as deleted are not counted. */
export function dictionaryColumn(
  k: Kernel,
  type: string,
  title: string,
  column: `${string}.${string}`,
  { list = false, marked = false }: { list?: boolean; marked?: boolean } = {},
): void {
  const [table, name] = column.split('.') as [string, string]
  const value = list ? sql`unnest(${sql.ref(name)})` : sql.ref(name)
  const kept = marked ? sql`where not deleted` : sql``
  usesDictionary(k, {
    title,
    columns: [column],
    types: [type],
    values: () => sql`select ${value} as value from ${sql.table(table)} ${kept}`,
  })
}

/** Counts by place the records that use the dictionary (all its values, or those named); places without uses are left out. */
export async function dictionaryUses(
  k: Kernel,
  db: Db,
  type: string,
  values?: readonly string[],
): Promise<{ title: string; count: number }[]> {
  const found: { title: string; count: number }[] = []
  for (const use of uses(k)) {
    const holds = !use.types || use.types.includes(type)
    const stored = (holds ? use.values?.(type) : undefined) ?? (values ? undefined : use.definitions?.(type))
    if (!stored) continue
    const only = values ? sql`u.value = any(${[...values]}::text[])` : sql`u.value is not null`
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${stored}) u where ${only}`.execute(db)
    if (rows[0]!.n > 0) found.push({ title: use.title, count: rows[0]!.n })
  }
  return found
}
