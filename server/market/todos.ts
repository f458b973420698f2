import { marketKindKeys, marketKinds, marketStates } from '../../contract/market/states.ts'
import { officeOptions, offersRows } from '../kernel/access/row-sources.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { siteArea } from '../kernel/config.ts'
import { dayRange } from '../kernel/lists/day-range.ts'
import { monthOf } from '../kernel/lists/months.ts'
import { offersMonthly } from '../kernel/offers/monthly.ts'
import { offersRecords } from '../kernel/offers/portrait-records.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { streetsOf } from './names.ts'
import { seenItems } from './own-list.ts'
import { readsAll, seenBy } from './visible.ts'

/**
 * Registers the to-dos of items to review by kind, the chart of items per month, the counts for access rules, and what a company offers and
 * seeks.
 */
export function offerMarketTodos(k: Kernel): void {
  offersRows(k, 'market', {
    options: {
      office: () => officeOptions(k),
      street: async () => (await streetsOf(k.db, siteArea(k.config))).map(({ value, label }) => ({ value, label })),
    },
    count: async (actor, id) =>
      (
        await k.db
          .selectFrom('market_item as p')
          .where('p.deleted', '=', false)
          .where(seenBy(actor))
          .$if(id !== undefined, (q) => q.where('p.id', '=', id!))
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
  })
  for (const kind of marketKindKeys)
    offersTodo(k, {
      kind: `market:${kind}`,
      group: '供需市场',
      of: ({ permissions }) =>
        permissions.has('market:review')
          ? { label: `待审核的${marketKinds[kind].name}`, to: `${marketKinds[kind].desk}?forReview=1` }
          : null,
      async find(_, actor) {
        const { count, oldest } = await seenItems(k, k.db, actor, kind, { forReview: 1 })
          .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('p.updated_at').as('oldest')])
          .executeTakeFirstOrThrow()
        return { count, oldest }
      },
    })
  offersMonthly(k, {
    name: '公开的供需',
    unit: '条',
    of: readsAll,
    find: (_, actor, { from, to }) =>
      k.db
        .selectFrom('market_item as p')
        .where('p.deleted', '=', false)
        .where(seenBy(actor))
        .where(dayRange('p.publish_time', from, to))
        .select((e) => [monthOf('p.publish_time').as('month'), e.fn.countAll<number>().as('value')])
        .groupBy(monthOf('p.publish_time'))
        .execute(),
  })
  offersRecords(k, {
    kind: 'market',
    title: '供需信息',
    unit: '条',
    columns: [
      { title: '标题', kind: 'text' },
      { title: '种类', kind: 'text' },
      { title: '状态', kind: 'text' },
      { title: '登记时间', kind: 'time' },
    ],
    async find(_, actor, companyId, limit) {
      if (!readsAll(actor)) return null
      const found = k.db
        .selectFrom('market_item as p')
        .where('p.deleted', '=', false)
        .where('p.company_id', '=', companyId)
        .where(seenBy(actor))
      const [{ total }, rows] = await Promise.all([
        found.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        found.select(['p.id', 'p.title', 'p.kind', 'p.state', 'p.created_at']).orderBy('p.id', 'desc').limit(limit).execute(),
      ])
      return {
        total,
        sums: [],
        rows: rows.map((row) => ({
          id: row.id,
          cells: [row.title, marketKinds[row.kind].name, marketStates.labels[row.state as 0], row.created_at],
        })),
      }
    },
  })
}
