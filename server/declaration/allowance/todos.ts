import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { offersTodo } from '../../kernel/todos.ts'
import { asked, seenBy } from './queries.ts'

/** Subsidies that wait for a review. */
export const offerAllowanceTodos = (k: Kernel): void =>
  offersTodo(k, {
    kind: 'allowance',
    of: ({ permissions }) => (permissions.has('allowance:review') ? { label: '待审核的补贴', to: '/work/subsidies?state=0' } : null),
    find: (_, actor) =>
      asked(seenBy(k.db, actor), { state: allowanceStates.pending })
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
  })
