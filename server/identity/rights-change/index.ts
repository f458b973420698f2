import { changeCodes, rightsChange } from '../../../contract/identity/rights-change.ts'
import { askFreshFactor } from '../../kernel/access/fresh-factor.ts'
import { personalData } from '../../kernel/access/personal-data.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { offersTodo } from '../../kernel/offers/todos.ts'
import { watchTerms } from '../admin/role-terms.ts'
import { showsChanges } from '../authenticate.ts'
import { beginChanges } from './begin.ts'
import { decideChange, rollbackChange, submitChange, withdrawChange } from './changes.ts'
import { changeById, listChanges } from './reading.ts'
import { byOthers } from './rows.ts'
import { rightsAfter } from './rights-after.ts'

/** the list of what the to-do counts */
const TO_DECIDE = `/work/role?tab=changes&c.state=${changeCodes.code.waiting}&c.proposer=others`

/** 权限变更申请: one officer requests, another decides (ADR 0715). */
export function joinRightsChanges(k: Kernel): void {
  watchTerms(k, () => beginChanges(k))
  showsChanges(k, (seen, userId) => rightsAfter(k, seen, userId))
  personalData(k, {
    table: 'rights_change',
    dealtBy: ['proposed_by', 'decided_by'],
    own: {
      title: '权限变更',
      by: 'user_id',
      copy: { 提出时间: 'proposed_at', 原因: 'reason', 决定时间: 'decided_at' },
      end: 'erase',
      needed: true,
    },
  })
  implement(k, 'identity', rightsChange, {
    list: ({ query, actor }) => listChanges(k, actor, query),
    findById: ({ query, actor }) => changeById(k, actor, query.id),
    submit: ({ body, call, actor }) => submitChange(k, call, actor, body),
    decide: async ({ body, call, actor }) => {
      await askFreshFactor(k, actor)
      return decideChange(k, call, actor, body)
    },
    withdraw: ({ body, call }) => withdrawChange(k, call, body),
    rollback: ({ body, call, actor }) => rollbackChange(k, call, actor, body),
  })
  offersTodo(k, {
    kind: 'rights-change',
    group: '权限',
    of: ({ permissions }) => (permissions.has('role:manage') ? { label: '待复核的权限变更', to: TO_DECIDE } : null),
    async find(_, actor) {
      return k.db
        .selectFrom('rights_change as x')
        .where('x.state', '=', changeCodes.code.waiting)
        .where(byOthers(actor.userId))
        .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('proposed_at').as('oldest')])
        .executeTakeFirstOrThrow()
    },
  })
}
