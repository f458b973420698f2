import { today } from '../kernel/clock.ts'
import { companyOf } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { officeOptions, offersRows } from '../kernel/access/row-sources.ts'
import { offersOpenMatters } from '../kernel/offers/open-matters.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { workdaysUntil } from '../kernel/offers/workdays.ts'
import { lists } from './queries.ts'
import { waitingRows } from './mine.ts'

const OF_COMPANY = 50

/**
 * Registers what the rules of roles can use of lists, and the to-dos: lists to confirm, lists to go on with, and rows that wait for a
 * company.
 */
export function offerDirectTodos(k: Kernel): void {
  offersRows(k, 'direct', {
    options: { office: () => officeOptions(k) },
    count: async (actor, id) =>
      (
        await lists(k.db, actor, {}, today(k.clock))
          .$if(id !== undefined, (q) => q.where('l.id', '=', id!))
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
  })
  offersTodo(k, {
    kind: 'direct',
    group: '免申即享',
    of: ({ permissions }) =>
      permissions.has('direct:confirm') ? { label: '待确认的免申即享名单', to: '/work/directLists?forReview=1' } : null,
    find: (_, actor) =>
      lists(k.db, actor, { forReview: 1 }, today(k.clock))
        .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('l.submitted_at').as('oldest')])
        .executeTakeFirstOrThrow(),
  })
  offersTodo(k, {
    kind: 'direct-making',
    group: '免申即享',
    of: ({ permissions }) =>
      permissions.has('direct:manage')
        ? { label: '公示期满或待移交的免申即享名单', mark: '免申即享', to: '/work/directLists?waiting=1' }
        : null,
    find: (_, actor) =>
      lists(k.db, actor, { waiting: '1' }, today(k.clock))
        .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('l.updated_at').as('oldest')])
        .executeTakeFirstOrThrow(),
  })
  offersTodo(k, {
    kind: 'direct-objection',
    group: '免申即享',
    of: ({ permissions }) =>
      permissions.has('direct:confirm') ? { label: '有异议待答复的免申即享名单', to: '/work/directLists?toAnswer=1' } : null,
    find: (_, actor) =>
      lists(k.db, actor, { toAnswer: '1' }, today(k.clock))
        .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('l.updated_at').as('oldest')])
        .executeTakeFirstOrThrow(),
  })
  offersTodo(k, {
    kind: 'own-direct',
    group: '免申即享',
    of: (actor) =>
      actor.type === 'QY' && actor.companyId !== null
        ? { label: '免申即享待确认', mark: '免申即享', action: '去确认', to: '/work/myDirect' }
        : null,
    async find(_, actor) {
      const waiting = waitingRows(k.db, companyOf(actor))
      const { count } = await waiting.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      const rows = await waiting
        .select(['r.id', 'l.title', 'l.public_from', 'l.public_to'])
        .orderBy('r.id', 'desc')
        .limit(OF_COMPANY)
        .execute()
      const left = await workdaysUntil(
        k.db,
        k.clock.now(),
        rows.map((r) => endOf(r.public_to)),
      )
      const list = rows.map((r) => ({
        id: r.id,
        title: r.title,
        about: null,
        deadline: endOf(r.public_to),
        workdaysLeft: left(endOf(r.public_to)),
        since: r.public_from,
        to: `/work/myDirect?id=${r.id}`,
      }))
      return { count, first: { title: '免申即享待确认', list } }
    },
  })
  offersOpenMatters(k, async (actor) => {
    if (actor.type !== 'QY' || actor.companyId === null) return []
    const { count, due } = await waitingRows(k.db, actor.companyId)
      .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('l.public_to').as('due')])
      .executeTakeFirstOrThrow()
    return [{ title: '还没有确认的免申即享', count, deadline: endOf(due), to: '/work/myDirect' }]
  })
}

/** The answer may be given until the end of the last day. */
const endOf = (day: string | null): string | null => day && `${day}T23:59:59+08:00`
