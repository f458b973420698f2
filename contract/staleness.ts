/** 内容更新: what stands on the site longer than it may without a change, by who keeps it (V-02). Ours; no address of the specification. */
import { z } from 'zod'
import { get, types } from './endpoint.ts'
import { page, paging, query, text } from './fields.ts'

export const staleStates = { due: '已到期', soon: '即将到期' } as const
export type StaleState = keyof typeof staleStates

const row = z.object({
  /** `kind:id` */
  id: z.string(),
  kind: z.string(),
  kindName: z.string(),
  title: z.string(),
  /** when it was last touched; null: never */
  lastDay: z.string().nullable(),
  /** the day by which it is to be looked after */
  dueDay: z.string(),
  state: z.enum(['due', 'soon']),
  /** calendar days past `dueDay`; negative: so many are left */
  overdueDays: z.number(),
  /** the office that keeps it; empty: whoever holds the right */
  officeName: z.string(),
  /** the right that its keepers hold, as it is called */
  keeper: z.string(),
  note: z.string(),
  /** where it is looked after */
  to: z.string(),
})
export type StaleItem = z.output<typeof row>

export const staleness = {
  /** Who keeps a thing sees it; who leads or runs the site sees all. */
  list: get('/sys/staleness/list', {
    access: types('YYF'),
    query: query({ kind: text(40).optional(), state: z.enum(['due', 'soon']).optional(), ...paging() }),
    returns: page(row).extend({
      kinds: z.array(z.object({ kind: z.string(), name: z.string(), limit: z.string(), due: z.number(), soon: z.number() })),
    }),
    summary: '需要更新或处理的内容',
  }),
}
