import type { Kernel } from '../kernel/kernel.ts'
import { offersRows } from '../kernel/access/row-sources.ts'
import { listOptions } from './companies.ts'
import { askedCompanies } from './queries.ts'

/** Registers the conditions that access rules can use of companies. */
export function offerCompanyRows(k: Kernel): void {
  offersRows(k, 'company', {
    options: {
      street: async () => (await listOptions(k)).streetId,
      industry: async () => (await listOptions(k)).industry,
    },
    async count(actor, id) {
      const { n } = await askedCompanies(k, k.db, actor, {})
        .$if(id !== undefined, (q) => q.where('c.id', '=', id!))
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return n
    },
  })
}
