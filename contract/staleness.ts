/** 内容更新: content that is overdue for an update, by keeper (V-02). Ours; not in the specification. */
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
  /** when it was last updated; null: never */
  lastDay: z.string().nullable(),
  /** the due date of the next update */
  dueDay: z.string(),
  state: z.enum(['due', 'soon']),
  /** calendar days past `dueDay`; negative: days left */
  overdueDays: z.number(),
  /** the office that keeps it; empty: every user with the permission */
  officeName: z.string(),
  /** label of the permission of its keepers */
  keeper: z.string(),
  note: z.string(),
  /** the page for the update */
  to: z.string(),
})
export type StaleItem = z.output<typeof row>

export const staleness = {
  /** For keepers their own items; for users who lead or run the site all. */
  list: get('/sys/staleness/list', {
    access: types('YYF'),
    query: query({ kind: text(40).optional(), state: z.enum(['due', 'soon']).optional(), ...paging() }),
    returns: page(row).extend({
      kinds: z.array(z.object({ kind: z.string(), name: z.string(), limit: z.string(), due: z.number(), soon: z.number() })),
    }),
    summary: '需要更新或处理的内容',
  }),
}
