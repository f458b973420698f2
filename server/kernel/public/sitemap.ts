import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/index.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** An address for search engines; `changed` is an instant, left out when unknown. */
export interface PublicPage {
  path: string
  changed?: string
}

/** The pages of a domain in the sitemap. */
export interface PageSource {
  /** pages that show no single record: lists and tools */
  fixed?: readonly string[]
  /** number of public records with a page of their own */
  count?(db: Db): Promise<number>
  /** these records, in an order that is stable from file to file */
  rows?(db: Db, offset: number, limit: number): Promise<PublicPage[]>
}

const sources = perKernel((): PageSource[] => [])

/** A domain registers its public pages when it joins. */
export const offersPages = (k: Kernel, source: PageSource): void => void sources(k).push(source)

/** Records of one table (`p`, with `id` and `updated_at`), each with a page of its own. */
interface RecordPages {
  fixed?: readonly string[]
  table: string
  /** the condition on `p` of being public */
  visible(): RawBuilder<boolean>
  path(id: number): string
}
/** As `offersPages`, for the public records of one table, in the order of their ids. */
export const offersRecordPages = (k: Kernel, { fixed = [], table, visible, path }: RecordPages): void => {
  const rows = () => sql`from ${sql.table(table)} p where ${visible()}`
  offersPages(k, {
    fixed,
    count: async (db) => (await sql<{ n: number }>`select count(*)::int as n ${rows()}`.execute(db)).rows[0]!.n,
    rows: async (db, offset, limit) =>
      (
        await sql<{
          id: number
          updated_at: string
        }>`select p.id, p.updated_at ${rows()} order by p.id limit ${limit} offset ${offset}`.execute(db)
      ).rows.map((row) => ({ path: path(row.id), changed: row.updated_at })),
  })
}

interface Run {
  size: number
  read(offset: number, limit: number): Promise<PublicPage[]> | PublicPage[]
}

/** All public pages: first those without a record, then the records, domain by domain. */
async function runs(k: Kernel): Promise<Run[]> {
  const offered = sources(k)
  const fixed = offered.flatMap((source) => source.fixed ?? []).map((path) => ({ path }))
  const records = offered.map(async ({ count, rows }): Promise<Run> => ({
    size: (await count?.(k.db)) ?? 0,
    read: (offset, limit) => rows?.(k.db, offset, limit) ?? [],
  }))
  return [{ size: fixed.length, read: (offset, limit) => fixed.slice(offset, offset + limit) }, ...(await Promise.all(records))]
}

export const publicPageCount = async (k: Kernel): Promise<number> => (await runs(k)).reduce((sum, { size }) => sum + size, 0)

/** One stretch of all public pages. */
export async function publicPages(k: Kernel, offset: number, limit: number): Promise<PublicPage[]> {
  const found: PublicPage[] = []
  let from = offset
  for (const { size, read } of await runs(k)) {
    if (from < size && found.length < limit) found.push(...(await read(from, limit - found.length)))
    from = Math.max(0, from - size)
  }
  return found
}
