import type { SelectQueryBuilder } from 'kysely'
import { companyOptions } from '../company/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { officeOptions, offersRows } from '../kernel/access/row-sources.ts'
import { visibleTo } from './access.ts'
import { withDelegated } from './delegators.ts'
import { seenBy } from './allowance/queries.ts'
import { managedProjects } from './queries.ts'
import { reviewable } from './reviewable.ts'

/** Registers which fields row rules can use for projects, declarations and allowances. */
export function offerDeclarationRows(k: Kernel): void {
  const offices = () => officeOptions(k)
  const street = async () => (await companyOptions(k)).streetId
  offersRows(k, 'declaration', {
    options: { examineDep: offices, street },
    count: async (actor, id) =>
      countOf(
        reviewable(k.db)
          .where(visibleTo(await withDelegated(k.db, actor, k.clock.now())))
          .$if(id !== undefined, (q) => q.where('d.id', '=', id!)),
      ),
  })
  offersRows(k, 'project', {
    options: { examineDep: offices },
    count: (actor, id) => countOf(managedProjects(k.db, actor).$if(id !== undefined, (q) => q.where('p.id', '=', id!))),
  })
  offersRows(k, 'allowance', {
    options: { office: offices, street },
    count: (actor, id) => countOf(seenBy(k.db, actor).$if(id !== undefined, (q) => q.where('a.id', '=', id!))),
  })
}

const countOf = async <DB, TB extends keyof DB>(rows: SelectQueryBuilder<DB, TB, {}>): Promise<number> => {
  const { n } = (await rows.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()) as { n: number }
  return n
}
