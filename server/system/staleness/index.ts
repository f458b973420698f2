import { staleness } from '../../../contract/staleness.ts'
import { FEEDBACK_STATE } from '../../../contract/feedback-states.ts'
import { dateOf, today } from '../../kernel/clock.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { staleWatches, watchStale } from '../../kernel/offers/staleness.ts'
import { offersTodo } from '../../kernel/offers/todos.ts'
import { staleNow } from './found.ts'
import { isKeptBy, listStale } from './list.ts'
import { tellStaleDaily } from './telling.ts'

/** Joins overdue content: the list, the daily notices, the to-do and the system's own content. */
export function joinStaleness(k: Kernel): void {
  tellStaleDaily(k)
  implement(k, 'system', staleness, { list: ({ actor, query }) => listStale(k, actor, query) })
  offersTodo(k, {
    kind: 'staleness',
    group: '网站内容',
    of: ({ permissions }) =>
      staleWatches(k).some(({ keeper }) => permissions.has(keeper))
        ? { label: '到期未更新的内容', to: '/work/staleness?state=due', action: '去更新' }
        : null,
    find: async (_, actor) => {
      // The longest overdue comes first.
      const due = (await staleNow(k)).filter(isKeptBy(actor)).filter(({ state }) => state === 'due')
      const day = today(k.clock)
      const overdue = due.filter(({ dueDay }) => dueDay < day).length
      return due[0] ? { count: due.length, overdue, oldest: `${due[0].dueDay}T00:00:00+08:00` } : null
    },
  })
  watchStale(k, {
    kind: 'feedback',
    name: '留言未答复',
    limitDays: 90,
    limit: '3 个月内答复',
    keeper: 'feedback:answer',
    rows: async ({ db }, until) =>
      (
        await db
          .selectFrom('feedback')
          .select(['id', 'title', 'at'])
          .where('state', '=', FEEDBACK_STATE.waiting)
          .where('at', '<', new Date(`${until}T24:00:00+08:00`).toISOString())
          .orderBy('at')
          .limit(200)
          .execute()
      ).map(({ id, title, at }) => ({
        id,
        title,
        lastDay: dateOf(new Date(at)),
        officeId: null,
        to: `/work/feedback?state=${FEEDBACK_STATE.waiting}`,
      })),
  })
}
