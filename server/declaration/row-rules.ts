import { companyOptions } from '../company/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { officeOptions, offersRows } from '../kernel/row-sources.ts'
import { visibleTo } from './access.ts'
import { reviewable } from './reviewable.ts'

/** What rules of rows can ask of declarations. */
export function offerDeclarationRows(k: Kernel): void {
  offersRows(k, 'declaration', {
    options: { examineDep: () => officeOptions(k), street: async () => (await companyOptions(k)).streetId },
    async count(actor) {
      const { n } = await reviewable(k.db)
        .where(visibleTo(actor, k.clock.now()))
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return n
    },
  })
}
