import { FEEDBACK_STATE } from '../../contract/feedback-states.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersRows } from '../kernel/access/row-sources.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { feedbackOf } from './feedback-desk.ts'

/** Adds the to-do of messages that nobody has answered. */
export function offerFeedbackTodos(k: Kernel): void {
  const seen = (actor: Actor) => k.db.selectFrom('feedback').where(feedbackOf(actor))
  offersRows(k, 'feedback', {
    options: {},
    count: async (actor, id) =>
      (
        await seen(actor)
          .$if(id !== undefined, (q) => q.where('feedback.id', '=', id!))
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
  })
  offersTodo(k, {
    kind: 'feedback',
    group: '留言',
    of: ({ permissions }) =>
      permissions.has('feedback:answer') ? { label: '待处理的留言', to: `/work/feedback?state=${FEEDBACK_STATE.waiting}` } : null,
    find: (_, actor) =>
      seen(actor)
        .where('state', '=', FEEDBACK_STATE.waiting)
        .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('at').as('oldest')])
        .executeTakeFirstOrThrow(),
  })
}
