import { FEEDBACK_STATE } from '../../contract/feedback.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersTodo } from '../kernel/todos.ts'

/** What people wrote and nobody has answered. */
export const offerFeedbackTodos = (k: Kernel): void =>
  offersTodo(k, {
    kind: 'feedback',
    of: ({ permissions }) =>
      permissions.has('feedback:answer') ? { label: '待处理的留言', to: `/work/feedback?state=${FEEDBACK_STATE.waiting}` } : null,
    find: () =>
      k.db
        .selectFrom('feedback')
        .where('state', '=', FEEDBACK_STATE.waiting)
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
  })
