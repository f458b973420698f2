import { inWan } from '../../contract/money.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { directPublic as endpoints, PublishedList } from '../../contract/direct.ts'
import type { DirectListState } from '../../contract/direct/states.ts'
import { authStatuses } from '../../contract/company.ts'
import type { Actor } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import { likeText } from '../kernel/db/like.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { publishedLists as known } from './access.ts'
import { counting, sumsOf } from './queries.ts'

const columns = [
  'l.id',
  'l.title',
  'l.policy_id',
  'p.title as policy_title',
  'l.year',
  'l.as_of',
  'l.state',
  'l.public_from',
  'l.public_to',
] as const

interface Row {
  id: number
  title: string
  policy_id: number
  policy_title: string
  year: number
  as_of: string
  state: DirectListState
  public_from: string | null
  public_to: string | null
}
function present(l: Row, sums: Awaited<ReturnType<typeof sumsOf>>): PublishedList {
  const own = sums.filter((s) => s.list_id === l.id && counting.includes(s.state))
  return {
    id: l.id,
    title: l.title,
    policyId: l.policy_id,
    policyTitle: l.policy_title,
    year: l.year,
    asOf: l.as_of,
    state: l.state,
    companies: own.reduce((n, s) => n + s.count, 0),
    amount: inWan(own.reduce((n, s) => n + Number(s.amount), 0)),
    publicFrom: l.public_from!,
    publicTo: l.public_to!,
  }
}

/** Announced lists, newest first, for every user who is logged in. */
export async function publishedLists(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.list>['query']) {
  let rows = known(k.db)
  if (q.keyword) {
    const like = likeText(q.keyword)
    rows = rows.where((e) => e.or([e('l.title', 'like', like), e('p.title', 'like', like)]))
  }
  if (q.policyId !== undefined) rows = rows.where('l.policy_id', '=', q.policyId)
  const found = await pageOf(
    rows,
    q,
    (page) => page.orderBy('l.public_from', 'desc').orderBy('l.id', 'desc'),
    (page) => page.select([...columns]),
  )
  const sums = await sumsOf(
    k.db,
    found.rows.map((l) => l.id),
  )
  return { total: found.total, list: found.rows.map((l) => present(l, sums)) }
}

/** One announced list with its rule; null when there is none. */
export async function publishedList(k: Kernel, actor: Actor, id: number) {
  const row = await known(k.db)
    .select([...columns, 'l.rule'])
    .where('l.id', '=', id)
    .executeTakeFirst()
  return row ? { ...present(row, await sumsOf(k.db, [id])), rule: row.rule! } : null
}

/**
 * The companies of a list while its period runs: name and amount, as in the publicity of allowances, and the caller's own objections to
 * them.
 */
export async function publicRows(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.rows>['query']) {
  const list = await known(k.db).select(['l.state', 'l.public_to']).where('l.id', '=', q.listId).executeTakeFirst()
  if (!list) throw notFound('名单不存在或已被删除')
  if (list.state !== 'announced' || today(k.clock) > list.public_to!) return { total: 0, list: [] }
  let rows = k.db
    .selectFrom('direct_row')
    .where('list_id', '=', q.listId)
    .where('state', 'in', [...counting])
    // Does not show a company that withdrew its consent and did not agree to the list, because its row comes from its archive (P-01).
    .where((e) =>
      e.or([
        e('state', '<>', 'listed'),
        e('company_id', 'in', e.selectFrom('company').select('id').where('auth_status', '=', authStatuses.granted)),
      ]),
    )
  if (q.keyword) rows = rows.where('company_name', 'like', likeText(q.keyword))
  const found = await pageOf(
    rows,
    q,
    (page) => page.orderBy('id'),
    (page) =>
      page
        .leftJoinLateral(
          (e) =>
            e
              .selectFrom('direct_objection as o')
              .select(['o.state as said', 'o.reply'])
              .whereRef('o.row_id', '=', 'direct_row.id')
              .where('o.company_id', '=', actor.companyId)
              .orderBy('o.id', 'desc')
              .limit(1)
              .as('x'),
          (join) => join.onTrue(),
        )
        .select(['id', 'company_id', 'company_name', 'amount', 'x.said', 'x.reply']),
  )
  return {
    total: found.total,
    list: found.rows.map((r) => ({
      id: r.id,
      companyName: r.company_name,
      amount: inWan(r.amount),
      publicTo: list.public_to!,
      own: r.company_id === actor.companyId,
      objection: r.said === null ? null : { state: r.said, reply: r.reply },
    })),
  }
}
