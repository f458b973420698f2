import { companyRelations as endpoints } from '../../../contract/company/relations.ts'
import { isOwnAccount } from '../../kernel/actor.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { offersTodo } from '../../kernel/offers/todos.ts'
import { manages } from '../expansion/index.ts'
import { askedCompanies } from '../queries.ts'
import { enterRelation } from './enter.ts'
import { endRelation, examineRelation } from './moves.ts'
import { listRelations, waitingFor } from './relations.ts'

const to = '/work/enterpriseArchive#relations'

/** Adds the to-do of relations that wait for the company's own account. */
function offerTodo(k: Kernel): void {
  offersTodo(k, {
    kind: 'company-relation',
    group: '企业',
    of: (actor) => (isOwnAccount(actor) ? { label: '关联企业待确认', mark: '关联企业', action: '去确认', to } : null),
    async find(_, actor) {
      const list = await waitingFor(k, actor)
      return {
        count: list.length,
        first: {
          title: '关联企业待确认',
          list: list.map((r) => ({ id: r.id, title: `与“${r.name}”的关联关系`, about: null, deadline: null, since: r.createTime, to })),
        },
      }
    },
  })
}

/** Adds the to-do for staff who keep archives: relations to companies that are not on the platform. */
function offerStaffTodo(k: Kernel): void {
  offersTodo(k, {
    kind: 'company-relation-staff',
    group: '企业',
    of: (actor) => (manages(actor) ? { label: '待核对的关联企业', action: '去核对', to: '/work/EnterprisesList?relation=forStaff' } : null),
    async find(_, actor) {
      const { count } = await askedCompanies(k, k.db, actor, { relation: 'forStaff' })
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count > 0 ? { count } : null
    },
  })
}

export function joinRelations(k: Kernel): void {
  offerTodo(k)
  offerStaffTodo(k)
  implement(k, 'company', endpoints, {
    list: ({ actor, query }) => listRelations(k, actor, query.companyId),
    save: ({ actor, call, query, body }) => enterRelation(k, call, actor, query.companyId, body),
    examine: ({ actor, call, query, body }) => examineRelation(k, call, actor, query.companyId, body),
    end: ({ actor, call, query, body }) => endRelation(k, call, actor, query.companyId, body),
  })
}
