import { bindingStates } from '../../../contract/binding.ts'
import { isOwnAccount } from '../../kernel/actor.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { offersOpenMatters } from '../../kernel/offers/open-matters.ts'
import { offersTodo } from '../../kernel/offers/todos.ts'
import { listBindings, waitingBindings } from './bindings.ts'

const OF_COMPANY = 50
const to = `/work/personalCompany?state=${bindingStates.waiting}`

/**
 * Adds the to-dos of binding requests, for staff who examine and for the company's own account. A person who acts for the company gets
 * none.
 */
export function offerBindingTodos(k: Kernel): void {
  offersTodo(k, {
    kind: 'binding',
    group: '企业',
    of: ({ permissions }) => (permissions.has('binding:examine') ? { label: '待审核的绑定申请', to } : null),
    find: (_, actor) => waitingBindings(k, actor),
  })
  offersOpenMatters(k, async ({ userId, type }) => {
    if (type !== 'GR') return []
    const { count } = await k.db
      .selectFrom('personal_company')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('state', '=', bindingStates.waiting)
      .executeTakeFirstOrThrow()
    return [{ title: '等待审核的绑定申请（随账号注销而撤回）', count, deadline: null, to: '/work/personalCompany' }]
  })
  offersTodo(k, {
    kind: 'own-binding',
    group: '企业',
    of: (actor) => (isOwnAccount(actor) ? { label: '绑定申请待审核', mark: '绑定申请', action: '去审核', to } : null),
    async find(_, actor) {
      const { total, list } = await listBindings(k, actor, { state: bindingStates.waiting, page: 1, pageSize: OF_COMPANY })
      return {
        count: total,
        first: {
          title: '绑定申请待审核',
          list: list.map((r) => ({
            id: r.id,
            title: `${r.userName}（${r.position}）申请绑定本企业`,
            about: null,
            deadline: null,
            since: r.createTime,
            to,
          })),
        },
      }
    },
  })
}
