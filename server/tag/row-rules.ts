import { tagsOf } from '../company/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersRows } from '../kernel/access/row-sources.ts'

/** Registers the conditions that access rules can use of tags. */
export function offerTagRows(k: Kernel): void {
  offersRows(k, 'tag', {
    options: {
      group: async () =>
        (await k.db.selectFrom('tag').select(['id', 'name']).where('parent_id', 'is', null).orderBy('sort').orderBy('id').execute()).map(
          ({ id, name }) => ({ value: String(id), label: name }),
        ),
    },
    async count(actor, id) {
      const { n } = await k.db
        .selectFrom('tag as t')
        .where(tagsOf(actor))
        .$if(id !== undefined, (q) => q.where('t.id', '=', id!))
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return n
    },
  })
}
