import { sql } from 'kysely'
import { appealCodes } from '../../contract/appeal/states.ts'
import { officeOptions, offersRows } from '../kernel/access/row-sources.ts'
import type { Actor } from '../kernel/actor.ts'
import { offersMonthly } from '../kernel/offers/monthly.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { monthOf } from '../kernel/lists/months.ts'
import { offersOpenMatters } from '../kernel/offers/open-matters.ts'
import { offersTodo } from '../kernel/offers/todos.ts'
import { workdaysLeft } from './clock.ts'
import { found, late, ofSender } from './queries.ts'

const SHOWN = 50
const FIRST = 5
const { closed, back } = appealCodes.code
const UNDER_WAY = [appealCodes.code.waiting, appealCodes.code.dealing, appealCodes.code.examining, back]
const isStaffOf = ({ permissions }: Actor) => permissions.has('appeal:read')

export function offerAppealTodos(k: Kernel): void {
  const now = () => k.clock.now().toISOString()
  offersRows(k, 'appeal', {
    options: {
      office: () => officeOptions(k),
      street: async () =>
        (
          await k.db
            .selectFrom('dict_value')
            .select(['value', 'label'])
            .where('dict_type', '=', 'region')
            .where('enabled', '=', true)
            .where((e) => e.exists(e.selectFrom('appeal').whereRef('appeal.street', '=', 'dict_value.value').select('appeal.id')))
            .orderBy('sort')
            .execute()
        ).map(({ value, label }) => ({ value, label })),
    },
    count: async (actor, id) =>
      (
        await found(k.db, actor, {}, now())
          .$if(id !== undefined, (q) => q.where('a.id', '=', id!))
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
  })
  offersTodo(k, {
    kind: 'appeal',
    group: '企业诉求',
    of: (actor) =>
      actor.permissions.has('appeal:dispatch') || actor.permissions.has('appeal:deal')
        ? { label: '待办理的企业诉求', mark: '诉求', to: '/work/adminAppeal?forMe=1&sort=deadline' }
        : null,
    async find(_, actor) {
      const waiting = found(k.db, actor, { forMe: 1 }, now())
      const { count, overdue, oldest } = await waiting
        .select((e) => [
          e.fn.countAll<number>().as('count'),
          e.fn.countAll<number>().filterWhere(late(now())).as('overdue'),
          e.fn.min('a.submitted_at').as('oldest'),
        ])
        .executeTakeFirstOrThrow()
      if (count === 0) return { count }
      const rows = await waiting
        .select(['a.id', 'a.title', 'a.appeal_no', 'a.state', 'a.deadline', 'a.paused_at', 'a.submitted_at'])
        .orderBy(sql`a.deadline nulls last`)
        .orderBy('a.id')
        .limit(FIRST)
        .execute()
      const left = await workdaysLeft(k.db, k.clock.now(), rows)
      const list = rows.map((row) => ({
        id: row.id,
        title: row.title,
        about: row.appeal_no ?? '',
        deadline: row.deadline,
        workdaysLeft: left(row),
        since: row.submitted_at,
        to: `/work/adminAppeal?id=${row.id}`,
      }))
      return { count, overdue, oldest, note: overdue > 0 ? `${overdue} 件已超期` : null, first: { title: '最早到期的诉求', list } }
    },
  })
  offersTodo(k, {
    kind: 'own-appeal',
    group: '企业诉求',
    of: (actor) => (actor.type === 'YYF' ? null : { label: '诉求待评价或补充', mark: '诉求', action: '去办理', to: '/work/myAppeal' }),
    async find(_, actor) {
      const waiting = ofSender(k.db, actor).where((e) =>
        e.or([e('a.state', '=', back), e.and([e('a.state', '=', closed), e('a.score', 'is', null)])]),
      )
      const { count } = await waiting.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      const rows = await waiting.select(['a.id', 'a.title', 'a.state', 'a.updated_at']).orderBy('a.id', 'desc').limit(SHOWN).execute()
      const list = rows.map((row) => ({
        id: row.id,
        title: row.title,
        about: row.state === back ? '请补充后重新提交' : '请评价办理结果',
        deadline: null,
        since: row.updated_at,
        to: `/work/myAppeal?id=${row.id}`,
      }))
      return count === 0 ? null : { count, first: { title: '诉求待评价或补充', list } }
    },
  })
  offersOpenMatters(k, async (actor) => {
    if (actor.type === 'YYF') return []
    const { count } = await ofSender(k.db, actor)
      .where('a.state', 'in', UNDER_WAY)
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return [{ title: '还没有办结的诉求', count, deadline: null, to: '/work/myAppeal' }]
  })
  offersMonthly(k, {
    name: '企业诉求',
    unit: '件',
    of: isStaffOf,
    find: (_, actor, { from, to }) =>
      found(k.db, actor, { startTime: from, endTime: to }, now())
        .select((e) => [monthOf('a.submitted_at').as('month'), e.fn.countAll<number>().as('value')])
        .groupBy(monthOf('a.submitted_at'))
        .execute(),
  })
}
