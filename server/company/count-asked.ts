import type { ExportScope } from '../kernel/export/exporters.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { refuseForeignFilters } from './access.ts'
import { askedCompanies } from './queries.ts'

type Asked = Parameters<typeof askedCompanies>[3]

/** How many companies an export will contain. Throws before the first row when the caller may not use a filter. */
export async function countAsked(k: Kernel, { db, actor, filters }: Pick<ExportScope<Asked>, 'db' | 'actor' | 'filters'>): Promise<number> {
  refuseForeignFilters(actor, filters)
  const { n } = await askedCompanies(k, db, actor, filters)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
